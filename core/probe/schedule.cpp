// SPDX-License-Identifier: MIT
#include "core/probe/schedule.h"

#include "core/base/backoff.h"

using namespace std::chrono_literals;

namespace core {

std::optional<std::chrono::milliseconds> recheckDelay(const Verdict &verdict, int unsettledInARow)
{
    if (isSettled(verdict))
        return std::nullopt;
    return backoff(unsettledInARow, 30s, 10min);
}

} // namespace core
