// SPDX-License-Identifier: MIT
#include "core/monitor/monitor.h"

#include "core/base/logging.h"
#include "core/docker/diagnosis.h"
#include "core/probe/schedule.h"

using namespace Qt::StringLiterals;

namespace core {

namespace {

// What a check comes to on an engine that is silent, which the heartbeat knows long before.
Verdict silentVerdict(const EngineFacts &engine)
{
    const Failed silence{.cause = Failed::Cause::TimedOut, .reason = u"the engine does not answer"_s};
    Evidence evidence{.engine = engine};
    if (engine.isLocal()) {
        evidence.socket = {.state = SocketFacts::State::Listening, .path = engine.socketPath()};
        evidence.pingAnswered = false;
    }
    return Unknown{.reason = silence.reason, .diagnosis = diagnose(Attempt::AskVersion, silence, evidence)};
}

} // namespace

Monitor::Monitor(MonitorSources sources, QObject *parent)
    : QObject(parent)
    , m_sources(std::move(sources))
    , m_shared(m_sources.measure)
    , m_servers(m_sources.servers)
    , m_heartbeat(m_sources.silence)
{
    m_recheck.setSingleShot(true);
    connect(&m_recheck, &QTimer::timeout, this, &Monitor::check);
    connect(&m_shared, &SharedMeasurement::reported, this, &Monitor::onReported);
    connect(&m_shared, &SharedMeasurement::finished, this, &Monitor::onFinished);
    connect(&m_servers, &ServerList::usageWantedChanged, &m_heartbeat, &Heartbeat::setActive);
    connect(&m_watch, &EngineWatch::line, &m_servers, &ServerList::onEvent);
    connect(&m_watch, &EngineWatch::connected, &m_servers, &ServerList::onConnected);
    connect(&m_watch, &EngineWatch::disconnected, this, [this] {
        m_servers.onDisconnected(Listing::State::Failed, u"the engine's events have ended"_s);
    });
    connect(&m_watch, &EngineWatch::lost, this, &Monitor::onLost);
    connect(&m_watch, &EngineWatch::absent, this, &Monitor::onAbsent);
    connect(&m_watch, &EngineWatch::returned, this, &Monitor::check);
    connect(&m_socket, &SocketWatch::listening, &m_watch, &EngineWatch::tryNow);
    connect(&m_heartbeat, &Heartbeat::silent, this, &Monitor::onSilent);
    connect(&m_heartbeat, &Heartbeat::answered, this, &Monitor::onThawed);
}

Monitor::~Monitor() = default;

void Monitor::check()
{
    approachEngine();
    m_heartbeat.beat(); // whoever asks may see something hang, and a check gives a silent engine more time
    if (!isChecking())
        beginCheck();
}

void Monitor::beginCheck()
{
    m_recheck.stop();
    m_nextCheckAt = {};
    showSoFar({.running = {Step::Version}, .startedAt = QDateTime::currentDateTimeUtc()});
    m_stay = m_shared.join(CheckRequest{.context = m_requestedContext});
    readContexts();
    Q_EMIT measurementChanged();
}

void Monitor::chooseContext(const QString &name)
{
    if (name == m_requestedContext)
        return;
    m_requestedContext = name;
    startOver();
}

void Monitor::startOver()
{
    m_unsettledInARow = 0;
    m_lostMeanwhile = false;
    m_stay.reset();
    leaveEngine();
    Q_EMIT contextsChanged();
    check();
}

void Monitor::onNetworkReturned()
{
    if (!isSettled(m_lastFinished.verdict))
        check();
}

void Monitor::onReported(const Measurement &soFar)
{
    const bool wasAwaited = awaitsFirstAnswer();
    showSoFar(soFar);
    // The list of dev servers does not wait for the whole check, only for the first answer.
    if (!awaitsFirstAnswer())
        watchEngine();
    if (wasAwaited && !soFar.engine.arch.isEmpty())
        m_heartbeat.hear();
    Q_EMIT measurementChanged();
}

void Monitor::showSoFar(const Measurement &soFar)
{
    m_measurement = soFar;
    if (m_heartbeat.isSilent() && awaitsFirstAnswer())
        m_measurement.verdict = silentVerdict(m_access.facts);
}

void Monitor::onFinished(const Measurement &measurement)
{
    m_stay.reset();
    watchEngine();
    if (daemonAnswered(measurement.verdict))
        m_watch.tryNow();
    if (measurement.engine.flavour != Flavour::Unknown)
        m_servers.know(measurement.engine);
    m_measurement = measurement;
    m_lastFinished = measurement;
    if (m_sources.keepVerdict)
        m_sources.keepVerdict(measurement);
    m_unsettledInARow = isSettled(measurement.verdict) ? 0 : m_unsettledInARow + 1;
    if (const auto delay = recheckDelay(measurement.verdict, m_unsettledInARow)) {
        m_recheck.start(*delay);
        m_nextCheckAt = QDateTime::currentDateTimeUtc().addMSecs(delay->count());
        qCInfo(lcMonitor) << "looking again in" << delay->count() / 1000 << "s";
    }
    Q_EMIT measurementChanged();
    if (std::exchange(m_lostMeanwhile, false) && daemonAnswered(measurement.verdict))
        check();
}

void Monitor::onLost()
{
    if (isChecking())
        m_lostMeanwhile = true;
    else
        check();
}

// It may have gone after the check had its answer and before the watch began. Where it did not answer, its
// absence is no news.
void Monitor::onAbsent()
{
    if (isChecking() || daemonAnswered(m_lastFinished.verdict))
        onLost();
}

void Monitor::onSilent()
{
    m_servers.onDisconnected(Listing::State::Silent, {});
    if (awaitsFirstAnswer()) {
        showSoFar(m_measurement);
        Q_EMIT measurementChanged();
    } else {
        onLost();
    }
}

void Monitor::onThawed()
{
    m_servers.onAnswered();
    if (m_watch.isWatching())
        m_servers.onConnected();
    if (!isChecking()) {
        beginCheck();
    } else if (awaitsFirstAnswer()) {
        m_measurement.verdict = NotMeasured{};
        Q_EMIT measurementChanged();
    }
}

// Knows the engine as soon as it is asked for the first time: one that is frozen is silent long before the
// check gives it up. Off a unix socket the heartbeat would only ask what the check asks.
void Monitor::approachEngine()
{
    if (!m_sources.reach || m_access.docker)
        return;
    m_access = m_sources.reach(m_requestedContext);
    m_servers.watch(m_access);
    if (m_access.facts.isLocal())
        m_heartbeat.watch(m_access);
}

void Monitor::watchEngine()
{
    if (!m_access.docker || m_watch.isWatching())
        return;
    if (!m_access.facts.isLocal())
        m_heartbeat.watch(m_access);
    m_socket.watch(m_access.facts.socketPath());
    m_watch.watch(m_access.stream);
}

void Monitor::leaveEngine()
{
    m_access = {};
    m_watch.stop();
    m_heartbeat.stop();
    m_socket.watch({});
    m_servers.watch({});
}

void Monitor::readContexts()
{
    m_contextsTask.start(m_sources.listContexts, [this](const QList<Context> &contexts) {
        if (contexts == m_contexts)
            return;
        m_contexts = contexts;
        Q_EMIT contextsChanged();
    });
}

} // namespace core
