// SPDX-License-Identifier: MIT
#include "tests/bench/stallmeter.h"

#include <QEventLoop>

#include <algorithm>

using namespace std::chrono_literals;

namespace bench {

namespace {

constexpr auto beat = 1ms;

} // namespace

StallMeter::StallMeter()
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(beat);
    connect(&m_timer, &QTimer::timeout, this, &StallMeter::tick);
}

void StallMeter::begin()
{
    m_longestMs = 0;
    m_sinceTick.start();
    m_timer.start();
}

void StallMeter::tick()
{
    const double away = double(m_sinceTick.nsecsElapsed()) / 1e6 - double(beat.count());
    m_longestMs = std::max(m_longestMs, away);
    m_sinceTick.start();
}

bool waitUntil(const std::function<bool()> &holds, std::chrono::milliseconds limit)
{
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (holds())
            loop.quit();
    });
    look.start(2ms);
    // One that goes with this wait: thousands of waits with a long limit would be a heap of timers otherwise.
    QTimer end;
    QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
    end.start(limit);
    loop.exec();
    return holds();
}

void waitFor(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace bench
