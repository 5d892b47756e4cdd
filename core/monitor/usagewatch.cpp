// SPDX-License-Identifier: MIT
#include "core/monitor/usagewatch.h"

namespace core {

UsageWatch::UsageWatch(std::function<QStringList()> running, QObject *parent)
    : QObject(parent)
    , m_running(std::move(running))
{
    m_next.setSingleShot(true);
    m_next.setInterval(pause);
    connect(&m_next, &QTimer::timeout, this, &UsageWatch::ask);
}

void UsageWatch::watch(const CommandRunner &docker)
{
    m_next.stop();
    m_task.cancel();
    m_docker = docker;
}

void UsageWatch::setWanted(bool wanted)
{
    // The timer goes on: whoever looks again within the pause waits for the rest of it.
    m_isWanted = wanted;
    onStarted();
}

void UsageWatch::onStarted()
{
    if (!m_next.isActive())
        ask();
}

void UsageWatch::ask()
{
    if (!m_isWanted || !m_docker || m_task.isRunning())
        return;
    const QStringList ids = m_running();
    if (ids.isEmpty())
        return;
    m_task.start(
        [docker = m_docker, ids](const std::stop_token &stop) { return askUsage(docker, ids, stop); },
        [this](const Looked<QMap<QString, Usage>> &looked) {
            m_next.start();
            if (looked && m_isWanted)
                Q_EMIT measured(*looked);
        });
}

} // namespace core
