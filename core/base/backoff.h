// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>

namespace core {

// How long to wait after so many failures in a row, counted from 1: `first`, then twice as long each time, at
// most `longest`.
inline std::chrono::milliseconds backoff(int failuresInARow, std::chrono::milliseconds first,
                                         std::chrono::milliseconds longest)
{
    constexpr int mostDoublings = 20; // past any ceiling; more would only overflow
    return std::min(first * (1 << std::clamp(failuresInARow - 1, 0, mostDoublings)), longest);
}

} // namespace core
