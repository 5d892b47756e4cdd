// SPDX-License-Identifier: MIT
#include "core/monitor/heartbeat.h"

#include "core/base/logging.h"
#include "core/docker/socket.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr auto localInterval = 30s;
constexpr auto remoteInterval = 2min;
// A thaw is to be seen as soon as it happens, and a slow engine's answer when it comes.
constexpr auto silentInterval = 500ms;
constexpr int silentPatienceFactor = 6;

// An engine that is gone is not silent: the end of its events says so.
bool isAlive(const EngineAccess &access, std::chrono::milliseconds patience, const std::stop_token &stop)
{
    const QString path = access.facts.socketPath();
    if (!path.isEmpty())
        return pingAnswers(path, patience, stop) || lookAtSocket(path).state != SocketFacts::State::Listening;
    const CommandOutcome outcome = access.docker({u"version"_s, u"--format"_s, u"{{.Server.Version}}"_s},
                                                 {.timeout = patience, .stop = stop});
    const auto *failed = std::get_if<Failed>(&outcome);
    return failed == nullptr || failed->cause != Failed::Cause::TimedOut;
}

} // namespace

Heartbeat::Heartbeat(std::chrono::milliseconds patience, QObject *parent)
    : QObject(parent)
    , m_patience(patience)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &Heartbeat::beat);
}

void Heartbeat::watch(const EngineAccess &access)
{
    stop();
    m_access = access;
    m_isWatching = true;
    waitForNext();
}

void Heartbeat::stop()
{
    m_next.stop();
    m_task.cancel();
    m_isWatching = false;
    m_isSilent = false;
}

void Heartbeat::beat()
{
    if (!m_isWatching || m_task.isRunning())
        return;
    m_next.stop();
    m_task.start([access = m_access, patience = m_isSilent ? m_patience * silentPatienceFactor : m_patience](
                     const std::stop_token &stop) { return isAlive(access, patience, stop); },
                 [this](bool alive) { onBeat(alive); });
}

void Heartbeat::hear()
{
    if (!m_isSilent)
        return;
    m_task.cancel();
    onBeat(true);
}

void Heartbeat::setActive(bool active)
{
    if (std::exchange(m_isActive, active) != active && m_isWatching && !m_task.isRunning())
        waitForNext();
}

void Heartbeat::onBeat(bool alive)
{
    const bool wasSilent = std::exchange(m_isSilent, !alive);
    waitForNext();
    if (alive == !wasSilent)
        return;
    qCInfo(lcMonitor) << (alive ? "the engine answers again" : "the engine is silent");
    if (alive)
        Q_EMIT answered();
    else
        Q_EMIT silent();
}

void Heartbeat::waitForNext()
{
    const bool isLocal = m_access.facts.isLocal();
    if (!isLocal && !m_isActive)
        m_next.stop();
    else if (m_isSilent)
        m_next.start(silentInterval);
    else
        m_next.start(isLocal ? std::chrono::milliseconds(localInterval) : remoteInterval);
}

} // namespace core
