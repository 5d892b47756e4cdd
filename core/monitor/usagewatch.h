// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/look.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace core {

// Asks what containers use for as long as somebody wants to know: at once, and again 5 s after each answer.
// The one timer that starts a docker process, so it stands still where nobody looks or nothing runs.
class UsageWatch final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds pause{5000};

    // `running` tells the ids of what runs.
    explicit UsageWatch(std::function<QStringList()> running, QObject *parent = nullptr);

    void watch(const CommandRunner &docker);
    void setWanted(bool wanted);
    // Something runs that did not before.
    void onStarted();

Q_SIGNALS:
    void measured(const QMap<QString, core::Usage> &usages);

private:
    void ask();

    std::function<QStringList()> m_running;
    CommandRunner m_docker;
    bool m_isWanted = false;
    QTimer m_next;
    Task<Looked<QMap<QString, Usage>>> m_task;
};

} // namespace core
