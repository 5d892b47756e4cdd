// SPDX-License-Identifier: MIT
#pragma once

#include <QDateTime>

#include <chrono>
#include <functional>

namespace core {

// The two clocks a measurement needs, injectable so that a test decides what time it is.
struct Clock
{
    std::function<std::chrono::steady_clock::time_point()> steady = &std::chrono::steady_clock::now;
    std::function<QDateTime()> wall = &QDateTime::currentDateTimeUtc;
};

// Whole milliseconds from `start` until now.
inline std::chrono::milliseconds since(const Clock &clock, std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(clock.steady() - start);
}

} // namespace core
