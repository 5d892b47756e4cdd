// SPDX-License-Identifier: MIT
#include "app/finish.h"

#include "core/base/blockingpool.h"
#include "core/history/history.h"

#include <cstdlib>

namespace app {

void finishBlockingWork(int exitCode, const QDeadlineTimer &deadline)
{
    const auto isDone = [&deadline](QThreadPool &pool) {
        return pool.waitForDone(int(deadline.remainingTime()));
    };
    // The history has had its time already.
    if (!core::historyPool().waitForDone(0) || !isDone(core::lookingPool()) || !isDone(core::blockingPool()))
        std::_Exit(exitCode);
}

} // namespace app
