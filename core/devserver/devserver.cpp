// SPDX-License-Identifier: MIT
#include "core/devserver/devserver.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"
#include "core/devserver/lastrun.h"
#include "core/devserver/linewatch.h"
#include "core/devserver/name.h"
#include "core/devserver/reachability.h"
#include "core/docker/tail.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

// A client whose container is gone ends by itself, but for one that has lost its engine.
constexpr auto clientGrace = 2s;
constexpr int killedExitCode = 137;

// The end of what is kept of the output, with all that fits into a last run.
QByteArray lastOutput(const OutputRing &ring)
{
    qint64 begin = ring.end();
    for (qsizetype bytes = 0; begin > ring.begin() && bytes < LastRun::mostBytes; --begin)
        bytes += ring.at(begin - 1).bytes.size() + 1;
    QByteArray output;
    for (qint64 number = begin; number < ring.end(); ++number) {
        const OutputLine &line = ring.at(number);
        output.append(line.bytes);
        if (line.isWhole)
            output.append('\n');
    }
    return output;
}

} // namespace

struct DevServer::Run
{
    Task<tl::expected<LaunchPlan, ServerTrouble>> preparing;
    LaunchPlan plan;

    std::unique_ptr<Stream> client;
    QTimer clientOverdue;
    QElapsedTimer sinceStart;
    Tail out;
    Tail err;
    LineWatch outLines;
    LineWatch errLines;

    std::unique_ptr<Reachability> reach;
    std::optional<ServerTrouble> reachTrouble;
    bool isAnnounced = false;

    Task<RunEnd> examining;
    Task<std::optional<QString>> removing;
    Task<std::optional<QString>> killing; // beside it, where somebody has lost patience
    Task<std::optional<Error>> keeping;
    bool isConcluded = false; // the state is the last one; what remains is to tell
};

DevServer::DevServer(LaunchRequest request, LaunchSources sources, StreamStarter startStream, QObject *parent)
    : QObject(parent)
    , m_request(std::move(request))
    , m_sources(std::move(sources))
    , m_startStream(std::move(startStream))
    , m_log(std::make_shared<ServerLog>(ServerLog::Source::Attached))
    , m_state(std::make_unique<Run>())
{
    m_server.state = ServerState::Stopped;
    m_server.ownership = Ownership::Owned;
    m_server.why.kind = OwnershipWhy::Kind::ThisProcess;
    m_server.isOurs = true;
    // Its canonical name is found with the launch: asking a file system can take for ever.
    m_server.project = QDir::cleanPath(QDir::current().absoluteFilePath(m_request.container.folder));
    m_server.image = m_request.container.image;
    if (m_request.port) {
        m_server.port = *m_request.port;
        m_server.name = serverName(*m_request.port);
    }
    m_state->clientOverdue.setSingleShot(true);
    m_state->clientOverdue.setInterval(clientGrace);
    connect(&m_state->clientOverdue, &QTimer::timeout, this, &DevServer::onClientOverdue);
}

DevServer::~DevServer()
{
    if (m_state->client != nullptr)
        m_state->client->leave();
}

void DevServer::launch()
{
    Q_ASSERT(m_server.state == ServerState::Stopped && !m_state->isConcluded);
    advance(LifecycleEvent::Launch);
    m_state->preparing.start(
        [request = m_request, sources = m_sources](const std::stop_token &stop) {
            return prepareLaunch(request, sources, stop);
        },
        [this](const auto &prepared) { onPrepared(prepared); });
    Q_EMIT changed();
}

void DevServer::onPrepared(const tl::expected<LaunchPlan, ServerTrouble> &prepared)
{
    if (!prepared) {
        m_server.trouble = prepared.error();
        advance(LifecycleEvent::PrepareFailed);
        conclude(Keep::Nothing);
        return;
    }
    m_state->plan = *prepared;
    const ContainerSpec &spec = prepared->spec;
    m_run = spec.labels.value(runLabel);
    m_server.run = m_run;
    m_server.name = spec.name;
    m_server.port = prepared->port;
    m_server.project = spec.project.source;
    m_server.published = {u"127.0.0.1:%1"_s.arg(prepared->port)};
    advance(LifecycleEvent::Prepared);
    startClient();
    Q_EMIT changed();
}

void DevServer::startClient()
{
    m_state->out = Tail();
    m_state->err = Tail();
    m_state->client = m_startStream(m_state->plan.arguments);
    connect(m_state->client.get(), &Stream::bytes, this, &DevServer::onBytes);
    connect(m_state->client.get(), &Stream::finished, this, &DevServer::onClientEnded);
    m_server.since = QDateTime::currentDateTimeUtc();
    m_state->sinceStart.start();
    m_state->client->start();
    watchReach();
}

void DevServer::onBytes(OutputChannel channel, const QByteArray &bytes)
{
    const bool isOut = channel == OutputChannel::Out;
    (isOut ? m_state->out : m_state->err).append(bytes);
    LineWatch &lines = isOut ? m_state->outLines : m_state->errLines;
    if (m_server.state == ServerState::Starting && lines.announces(bytes))
        onAnnounced();
    m_log->append(channel, bytes, QDateTime::currentMSecsSinceEpoch());
}

void DevServer::watchReach()
{
    m_state->reach = std::make_unique<Reachability>(ReachSources{.docker = m_sources.docker,
                                                                 .payloads = m_sources.payloads,
                                                                 .architecture = m_state->plan.engine.arch,
                                                                 .container = m_server.name,
                                                                 .port = m_server.port,
                                                                 .patience = m_request.patience,
                                                                 .grace = m_sources.reachGrace});
    connect(m_state->reach.get(), &Reachability::answered, this, &DevServer::onAnswered);
    connect(m_state->reach.get(), &Reachability::unreachable, this, &DevServer::onUnreachable);
    // From the loop: it is what tells it that is replaced.
    connect(m_state->reach.get(), &Reachability::lost, this, &DevServer::onLost, Qt::QueuedConnection);
    m_state->reach->start();
    if (m_state->isAnnounced)
        m_state->reach->announce();
}

void DevServer::onAnnounced()
{
    m_state->isAnnounced = true;
    advance(LifecycleEvent::Announced);
    m_state->reach->announce();
    Q_EMIT changed();
}

void DevServer::onAnswered(const HttpAnswer &answer)
{
    if (!m_server.readyAfter)
        m_server.readyAfter = std::chrono::milliseconds(m_state->sinceStart.elapsed());
    m_server.isHttps = answer.isTls;
    m_state->reachTrouble.reset();
    updateTrouble();
    advance(LifecycleEvent::Answered);
    qCInfo(lcDevServer).noquote() << m_server.name << "is ready";
    Q_EMIT changed();
}

void DevServer::onUnreachable(const ServerTrouble &trouble)
{
    m_state->reachTrouble = trouble;
    updateTrouble();
    Q_EMIT changed();
}

void DevServer::recheck()
{
    if (m_server.state == ServerState::Ready && m_state->reach != nullptr)
        m_state->reach->recheck();
}

void DevServer::onLost()
{
    if (m_server.state != ServerState::Ready)
        return;
    qCInfo(lcDevServer).noquote() << m_server.name << "does not answer any more";
    advance(LifecycleEvent::Lost);
    watchReach();
    Q_EMIT changed();
}

// A client that was stopped on purpose says nothing of interest: what counts then is that its container is
// gone.
void DevServer::onClientEnded(const ChildEnding &ending)
{
    m_state->client.release()->deleteLater();
    m_state->clientOverdue.stop();
    if (m_server.state == ServerState::Stopping) {
        if (!m_state->removing.isRunning())
            onRemoved(std::nullopt);
        return;
    }
    m_state->reach.reset();
    if (ending.exitCode) {
        examine({.exitCode = *ending.exitCode, .out = m_state->out.bytes(), .err = m_state->err.bytes()});
        return;
    }
    onExamined(
        {.trouble = {.kind = ServerTrouble::Kind::CouldNotStart, .detail = excerpt(ending.startError)}});
}

void DevServer::onClientOverdue()
{
    m_state->client->leave();
    m_state->client.reset();
    m_state->reach.reset();
    if (m_server.state == ServerState::Stopping)
        remove(Haste::Kill); // the client may have got its container made after all
    else
        examine({.exitCode = killedExitCode, .out = m_state->out.bytes(), .err = m_state->err.bytes()});
}

void DevServer::examine(const Ran &run)
{
    m_state->examining.start(
        [plan = m_state->plan, sources = m_sources, run, since = m_server.since](const std::stop_token &) {
            return examineRunEnd(plan, sources, run, since);
        },
        [this](const RunEnd &end) { onExamined(end); });
}

void DevServer::onExamined(const RunEnd &end)
{
    LaunchPlan &plan = m_state->plan;
    if (end.initMissing) {
        plan.spec.limits.init = false;
        plan.arguments = devServerArgs(plan.spec, plan.port, plan.engine.clientVersion);
        startClient();
        return;
    }
    m_server.trouble = end.trouble;
    m_server.exitCode = end.exitCode;
    if (end.stillRuns)
        m_server.state = ServerState::Running;
    else
        advance(LifecycleEvent::RunEnded);
    conclude(end.stillRuns ? Keep::Nothing : Keep::LastRun);
}

void DevServer::stop(Haste haste)
{
    if (m_state->isConcluded || m_server.state == ServerState::Stopped)
        return;
    if (m_server.state == ServerState::Stopping) {
        if (haste == Haste::Kill && !m_state->killing.isRunning())
            m_state->killing.start(
                [docker = m_sources.docker, run = m_run](const std::stop_token &) {
                    return removeRun(docker, run, Haste::Kill);
                },
                [](const std::optional<QString> &) {});
        return;
    }
    const bool hasRun = m_server.state != ServerState::Preparing;
    advance(LifecycleEvent::StopWanted);
    m_server.trouble.reset();
    if (hasRun) {
        m_state->examining.cancel();
        m_state->reach.reset();
        remove(haste);
        Q_EMIT changed();
    } else {
        m_state->preparing.cancel();
        advance(LifecycleEvent::Gone);
        conclude(Keep::Nothing);
    }
}

void DevServer::remove(Haste haste)
{
    m_state->removing.start([docker = m_sources.docker, run = m_run,
                             haste](const std::stop_token &) { return removeRun(docker, run, haste); },
                            [this](const std::optional<QString> &left) { onRemoved(left); });
}

void DevServer::onRemoved(const std::optional<QString> &left)
{
    if (left) {
        m_server.trouble = ServerTrouble{.kind = ServerTrouble::Kind::NotRemoved, .detail = *left};
        advance(LifecycleEvent::NotGone);
        conclude(Keep::Nothing);
    } else if (m_state->client != nullptr) {
        m_state->clientOverdue.start();
    } else {
        advance(LifecycleEvent::Gone);
        conclude(Keep::LastRun);
    }
}

void DevServer::leave()
{
    if (m_state->isConcluded || m_server.state == ServerState::Stopped)
        return;
    if (m_server.state == ServerState::Preparing) {
        stop();
        return;
    }
    conclude(Keep::Nothing);
}

void DevServer::onSeen(const std::optional<ContainerFacts> &facts)
{
    if (m_state->isConcluded || m_run.isEmpty())
        return;
    if (!facts) {
        // Before it was seen the first time it may still be on its way.
        const bool wasThere = !m_server.id.isEmpty();
        if (wasThere && m_state->client != nullptr)
            m_state->clientOverdue.start();
        return;
    }
    if (facts->labels.value(runLabel) != m_run)
        return;
    const Server before = m_server;
    m_server.id = facts->id;
    m_server.name = facts->name;
    const bool isPaused = facts->state == "paused"_L1;
    static const QList<ServerState> pausable{ServerState::Starting, ServerState::Announced,
                                             ServerState::Ready, ServerState::Running};
    if (isPaused && pausable.contains(m_server.state)) {
        m_state->reach.reset();
        m_state->reachTrouble.reset();
        m_server.state = ServerState::Paused;
    } else if (!isPaused && m_server.state == ServerState::Paused) {
        m_server.state = m_state->isAnnounced ? ServerState::Announced : ServerState::Starting;
        watchReach();
    }
    if (m_server.state != ServerState::Stopping)
        updateTrouble();
    if (m_server != before)
        Q_EMIT changed();
}

void DevServer::advance(LifecycleEvent event)
{
    m_server.state = step(m_server.state, event);
}

void DevServer::updateTrouble()
{
    m_server.trouble = m_state->reachTrouble;
    if (!m_server.trouble && m_server.name != m_state->plan.spec.name)
        m_server.trouble =
            ServerTrouble{.kind = ServerTrouble::Kind::RenamedOutside, .detail = m_server.name};
}

// The one way to the end: nothing is asked, watched or removed any more.
void DevServer::conclude(Keep keep)
{
    m_state->isConcluded = true;
    m_state->reach.reset();
    m_state->clientOverdue.stop();
    m_state->examining.cancel();
    m_state->removing.cancel();
    m_state->killing.cancel();
    if (m_state->client != nullptr)
        m_state->client->leave();
    const bool isSaid = m_server.trouble && m_sources.sentence;
    m_log->end(isSaid ? m_sources.sentence(*m_server.trouble) : QString());
    tellEnd();
    if (keep == Keep::LastRun && !m_sources.stateFolder.isEmpty())
        keepLastRun();
    else
        endLater();
    Q_EMIT changed();
}

// Nothing has ended where it is left alone, runs on, or is still there.
void DevServer::tellEnd()
{
    const bool hasStopped = m_server.state == ServerState::Stopped && m_server.since.isValid();
    const bool hasFailed = m_server.state == ServerState::Failed
        && !(m_server.trouble && m_server.trouble->kind == ServerTrouble::Kind::NotRemoved);
    if (!m_sources.keepEnd || (!hasStopped && !hasFailed))
        return;
    // Of what was done from outside, whoever did it knows more.
    const bool isFromOutside = m_server.trouble
        && (m_server.trouble->kind == ServerTrouble::Kind::StoppedOutside
            || m_server.trouble->kind == ServerTrouble::Kind::RemovedOutside);
    m_sources.keepEnd({.server = m_server,
                       .witness = isFromOutside ? ServerEnd::Witness::Watcher : ServerEnd::Witness::Owner,
                       .ending = hasStopped ? ServerEnd::Ending::TakenDown : ServerEnd::Ending::Failed,
                       .at = QDateTime::currentDateTimeUtc(),
                       .sentence = m_log->reason()});
}

void DevServer::keepLastRun()
{
    const LastRun run{.port = m_server.port,
                      .name = m_state->plan.spec.name,
                      .project = m_server.project,
                      .image = m_server.image,
                      .started = m_server.since,
                      .ended = QDateTime::currentDateTimeUtc(),
                      .exitCode = m_server.exitCode,
                      .reason = m_log->reason(),
                      .output = lastOutput(m_log->ring())};
    m_state->keeping.start(
        [folder = m_sources.stateFolder, run](const std::stop_token &) { return saveLastRun(folder, run); },
        [this](const std::optional<Error> &error) {
            if (error)
                qCWarning(lcDevServer).noquote() << excerpt(reasonText(*error));
            endLater();
        });
}

// Never before the call that leads to it has returned: whoever hears it may drop this.
void DevServer::endLater()
{
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isOver = true;
            Q_EMIT ended();
        },
        Qt::QueuedConnection);
}

} // namespace core
