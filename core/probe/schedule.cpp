// SPDX-License-Identifier: MIT
#include "core/probe/schedule.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace core {

std::optional<std::chrono::milliseconds> recheckDelay(const Verdict &verdict, int unsettledInARow)
{
    if (isSettled(verdict))
        return std::nullopt;
    // 30 s · 2^5 is already past the ceiling; more doublings would only overflow.
    const int doublings = std::clamp(unsettledInARow - 1, 0, 5);
    return std::min<std::chrono::milliseconds>(30s * (1 << doublings), 10min);
}

} // namespace core
