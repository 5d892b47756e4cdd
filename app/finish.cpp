// SPDX-License-Identifier: MIT
#include "app/finish.h"

#include "core/base/blockingpool.h"

#include <cstdlib>

namespace app {

void finishBlockingWork(int exitCode)
{
    constexpr int longestMs = 5000;
    if (!core::lookingPool().waitForDone(longestMs) || !core::blockingPool().waitForDone(longestMs))
        std::_Exit(exitCode);
}

} // namespace app
