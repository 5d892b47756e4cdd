// SPDX-License-Identifier: MIT
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

namespace bench {

// The longest time that the GUI thread was away from its event loop, in milliseconds.
class StallMeter final : public QObject
{
    Q_OBJECT

public:
    StallMeter();

    void begin();
    double longestMs() const { return m_longestMs; }

private:
    void tick();

    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    double m_longestMs = 0;
};

// Runs the event loop until it holds or the time is over; returns whether it holds.
bool waitUntil(const std::function<bool()> &holds, std::chrono::milliseconds limit);
// Runs the event loop for so long.
void waitFor(std::chrono::milliseconds time);

} // namespace bench
