// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/docker/access.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace core {

// Notices that an engine is silent: a frozen one keeps every stream open. On a unix socket `/_ping` every 30
// s, without a process; elsewhere `version` every 2 min, only while that is wanted. No answer within the
// patience is none until a late one takes that back.
class Heartbeat final : public QObject
{
    Q_OBJECT

public:
    explicit Heartbeat(std::chrono::milliseconds patience, QObject *parent = nullptr);

    void watch(const EngineAccess &access);
    void stop();
    // Beats at once, because something hangs.
    void beat();
    // Somebody else had an answer just now.
    void hear();
    // Engines off a unix socket are asked only while this is so.
    void setActive(bool active);
    bool isSilent() const { return m_isSilent; }

Q_SIGNALS:
    void silent();   // it does not answer
    void answered(); // it does again, after silent()

private:
    void onBeat(bool alive);
    void waitForNext();

    const std::chrono::milliseconds m_patience;
    EngineAccess m_access;
    QTimer m_next;
    Task<bool> m_task;
    bool m_isWatching = false;
    bool m_isActive = false;
    bool m_isSilent = false;
};

} // namespace core
