// SPDX-License-Identifier: MIT
#include "core/devserver/reachability.h"

#include <utility>

namespace core {

using Answer = HttpAnswer::Kind;
using Trouble = ServerTrouble::Kind;

Reachability::Reachability(ReachSources sources, QObject *parent)
    : QObject(parent)
    , m_sources(std::move(sources))
    , m_watch(m_sources.port, m_sources.patience)
{
    m_grace.setSingleShot(true);
    m_grace.setInterval(m_sources.grace);
    connect(&m_grace, &QTimer::timeout, this, &Reachability::judge);
    connect(&m_watch, &ReadinessWatch::unanswered, this, &Reachability::onUnanswered);
    connect(&m_watch, &ReadinessWatch::answered, this, [this](const HttpAnswer &answer) {
        m_grace.stop();
        m_listeners.cancel();
        Q_EMIT answered(answer);
    });
    connect(&m_watch, &ReadinessWatch::lost, this, &Reachability::lost);
    connect(&m_watch, &ReadinessWatch::patienceOver, this, [this] {
        m_isPatienceOver = true;
        judge();
    });
}

void Reachability::start()
{
    m_watch.start();
}

void Reachability::announce()
{
    m_isAnnounced = true;
    if (m_watch.lastAnswer().kind != Answer::Answered)
        m_grace.start();
}

void Reachability::onUnanswered(const HttpAnswer &answer)
{
    // docker's proxy took the connection and found nobody behind it: a server that prints nothing may listen
    // on its own loopback.
    if (answer.kind == Answer::Closed && !std::exchange(m_wasClosed, true) && !m_isAnnounced)
        m_grace.start();
}

void Reachability::judge()
{
    if (m_watch.lastAnswer().kind == Answer::NotHttp) {
        tell(Trouble::NotHttp);
        return;
    }
    if (m_listeners.isRunning()) // its answer is judged by what is known then
        return;
    m_listeners.start(
        [sources = m_sources](const std::stop_token &stop) {
            if (sources.payloads == nullptr)
                return ListensOn::NotKnown;
            return askListeners(sources.docker, *sources.payloads, sources.architecture, sources.container,
                                sources.port, stop);
        },
        [this](ListensOn where) { onListeners(where); });
}

void Reachability::onListeners(ListensOn where)
{
    if (where == ListensOn::Loopback)
        tell(Trouble::OwnLoopback);
    else if (where == ListensOn::Nowhere && m_isAnnounced)
        tell(Trouble::ServesNothing);
    else if (m_isPatienceOver)
        tell(Trouble::NotReadyInTime);
}

void Reachability::tell(Trouble kind)
{
    Q_EMIT unreachable({.kind = kind});
}

} // namespace core
