// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/access.h"

#include <atomic>
#include <memory>

namespace bench {

// An engine that is not there: it has containers in memory and answers as docker does, so that what is
// measured is Berth alone: its commands take no time.
class MemoryEngine final
{
public:
    // `running` of its containers are there from the beginning; more can be started by an event.
    MemoryEngine(int containers, int running);

    core::EngineAccess access();
    QString name(int container) const;
    // The line that `docker events` prints. What is paused stays so.
    QString event(int container, const QString &action);

    // When the last `docker run` was started, by std::chrono::steady_clock; absent where none was.
    std::optional<std::chrono::steady_clock::time_point> lastRun() const { return m_lastRun; }
    void forgetRun() { m_lastRun.reset(); }

private:
    core::CommandOutcome answer(const QStringList &arguments) const;
    QByteArray lines() const;
    QByteArray inspected(const QStringList &arguments) const;

    int m_containers;
    int m_running;
    std::atomic<int> m_paused = -1; // read on the threads that run commands
    std::optional<std::chrono::steady_clock::time_point> m_lastRun;
};

} // namespace bench
