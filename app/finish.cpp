// SPDX-License-Identifier: MIT
#include "app/finish.h"

#include "core/base/blockingpool.h"
#include "core/history/history.h"

#include <cstdlib>

namespace app {

void finishBlockingWork(int exitCode)
{
    constexpr int longestMs = 5000;
    // The history has had its time already.
    if (!core::historyPool().waitForDone(0) || !core::lookingPool().waitForDone(longestMs)
        || !core::blockingPool().waitForDone(longestMs))
        std::_Exit(exitCode);
}

} // namespace app
