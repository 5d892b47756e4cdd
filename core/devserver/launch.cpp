// SPDX-License-Identifier: MIT
#include "core/devserver/launch.h"

#include "core/base/checkidentity.h"
#include "core/base/logging.h"
#include "core/base/processidentity.h"
#include "core/base/redaction.h"
#include "core/devserver/lastrun.h"
#include "core/devserver/look.h"
#include "core/devserver/name.h"
#include "core/devserver/removal.h"
#include "core/docker/facts.h"
#include "core/docker/wording.h"
#include "core/sandbox/ending.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

using Milliseconds = std::chrono::milliseconds;
using Kind = ServerTrouble::Kind;

constexpr Milliseconds questionBudget = 10s;
constexpr Milliseconds pullBudget = 10min;

QList<ContainerFacts>::const_iterator namesake(const QList<ContainerFacts> &containers, quint16 port)
{
    return std::ranges::find(containers, serverName(port), &ContainerFacts::name);
}

QList<ContainerFacts> withoutNamesake(QList<ContainerFacts> containers, quint16 port)
{
    containers.removeIf([name = serverName(port)](const ContainerFacts &each) { return each.name == name; });
    return containers;
}

// The port that a request comes to and what is in its way.
struct PortChoice
{
    std::optional<quint16> port;
    std::optional<ServerTrouble> trouble;
    std::optional<ContainerFacts> predecessor; // of the same name: it has to go first
};

std::optional<ServerTrouble> troubleOfPort(quint16 port, LaunchRequest::Running running,
                                           const LaunchSources &sources,
                                           const QList<ContainerFacts> &containers)
{
    const auto same = namesake(containers, port);
    if (same == containers.end())
        return troubleOf(portHolder(port, containers, sources.hostListener));
    if (same->isRunning() && running == LaunchRequest::Running::Refuse)
        return ServerTrouble{.kind = Kind::PortHeldByServer, .holder = same->name, .detail = same->state};
    // Where it runs, the process that listens is docker's, for it.
    const auto noListener = [](quint16) { return std::optional<HostListener>(); };
    const auto others = withoutNamesake(containers, port);
    return troubleOf(same->isRunning() ? portHolder(port, others, noListener)
                                       : portHolder(port, others, sources.hostListener));
}

std::optional<quint16> nextFree(const LaunchRequest &request, const LaunchSources &sources,
                                const QList<ContainerFacts> &containers, std::optional<quint16> preferred)
{
    return freePort(request.range, preferred, [&](quint16 port) {
        return troubleOfPort(port, LaunchRequest::Running::Refuse, sources, containers).has_value();
    });
}

PortChoice choosePort(const LaunchRequest &request, const LaunchSources &sources, const QString &project,
                      const QList<ContainerFacts> &containers)
{
    PortChoice choice{.port = request.port};
    if (request.port) {
        choice.trouble = troubleOfPort(*request.port, request.running, sources, containers);
    } else {
        auto last = lastPortOf(sources.stateFolder, project);
        if (last && !request.range.contains(*last))
            last.reset();
        choice.port = nextFree(request, sources, containers, last);
        if (!choice.port)
            choice.trouble = ServerTrouble{.kind = Kind::NoFreePort};
    }
    if (choice.port && !choice.trouble) {
        if (const auto same = namesake(containers, *choice.port); same != containers.end())
            choice.predecessor = *same;
    }
    return choice;
}

// The container as it will run, all but for its run label.
ContainerSpec completed(ContainerSpec spec, quint16 port)
{
    spec.name = serverName(port);
    for (QString &word : spec.command)
        word.replace("{port}"_L1, QString::number(port));
    spec.labels = {{ownerLabel, ProcessIdentity::current().toLabel()},
                   {projectLabel, spec.project.source},
                   {modeLabel, u"open"_s}};
    return spec;
}

ServerTrouble badRequest(const QString &reason)
{
    return {.kind = Kind::BadRequest, .detail = excerpt(reason)};
}

// One preparation from beginning to end.
class Preparation final
{
public:
    Preparation(const LaunchRequest &request, const LaunchSources &sources, const std::stop_token &stop)
        : m_request(request)
        , m_sources(sources)
        , m_stop(stop)
        , m_engine(sources.engine)
    {}

    tl::expected<LaunchPlan, ServerTrouble> run()
    {
        if (const auto trouble = askEngine())
            return tl::unexpected(*trouble);
        if (!m_request.rejected.isEmpty())
            return tl::unexpected(badRequest(m_request.rejected.first().detail));
        const Draft draft = draftContainer(m_request.container, m_engine, m_sources.homes);
        if (!draft.problems.isEmpty())
            return tl::unexpected(badRequest(reasonText(draft.problems.first())));
        const auto containers = listContainers(m_sources.docker, m_stop);
        if (!containers)
            return tl::unexpected(unreachable(containers.error()));
        const PortChoice choice = choosePort(m_request, m_sources, draft.spec.project.source, *containers);
        if (choice.trouble)
            return tl::unexpected(*choice.trouble);
        if (const auto trouble = fetchImage(draft.spec.image))
            return tl::unexpected(*trouble);
        if (const auto trouble = removePredecessor(choice))
            return tl::unexpected(*trouble);

        LaunchPlan plan{
            .spec = completed(draft.spec, *choice.port), .port = *choice.port, .engine = m_engine};
        if (const auto trouble = troubleOfMounts(plan.spec))
            return tl::unexpected(*trouble);
        plan.spec.labels.insert(runLabel, randomId());
        plan.arguments = devServerArgs(plan.spec, plan.port, m_engine.clientVersion);
        return plan;
    }

private:
    std::optional<ServerTrouble> askEngine();
    std::optional<ServerTrouble> fetchImage(const QString &image) const;
    std::optional<ServerTrouble> removePredecessor(const PortChoice &choice) const;
    static std::optional<ServerTrouble> troubleOfMounts(const ContainerSpec &spec);
    ServerTrouble unreachable(const CommandOutcome &outcome) const;

    const LaunchRequest &m_request;
    const LaunchSources &m_sources;
    const std::stop_token &m_stop;
    EngineFacts m_engine;
};

std::optional<ServerTrouble> Preparation::askEngine()
{
    if (m_engine.flavour != Flavour::Unknown)
        return std::nullopt;
    const auto version = askFacts(m_engine, m_sources.docker, {.timeout = questionBudget, .stop = m_stop});
    return succeeded(version) ? std::nullopt : std::optional(unreachable(version));
}

ServerTrouble Preparation::unreachable(const CommandOutcome &outcome) const
{
    const SandboxOutcome read =
        notStarted(Attempt::AskVersion, outcome,
                   {.engine = m_engine, .socket = m_sources.lookAtSocket(m_engine.socketPath())});
    return {.kind = Kind::EngineUnreachable, .detail = read.reason, .diagnosis = read.diagnosis};
}

std::optional<ServerTrouble> Preparation::fetchImage(const QString &image) const
{
    const auto inspected = m_sources.docker({u"image"_s, u"inspect"_s, u"--format"_s, u"{{.Id}}"_s, image},
                                            {.timeout = questionBudget, .stop = m_stop});
    if (succeeded(inspected))
        return std::nullopt;
    if (!std::holds_alternative<Ran>(inspected) || saysConnectionBroke(errText(inspected)))
        return unreachable(inspected);
    qCInfo(lcDevServer).noquote() << "pulling" << image;
    const auto pulled = m_sources.docker({u"pull"_s, image}, {.timeout = pullBudget, .stop = m_stop});
    if (succeeded(pulled))
        return std::nullopt;
    const auto *failed = std::get_if<Failed>(&pulled);
    const QStringList said = withoutWarnings(errText(pulled)).split(u'\n', Qt::SkipEmptyParts);
    const QString detail = failed != nullptr || said.isEmpty()
        ? notStarted(Attempt::RunContainer, pulled, {}).reason
        : excerpt(said.last());
    return ServerTrouble{.kind = Kind::ImageMissing, .detail = detail};
}

std::optional<ServerTrouble> Preparation::removePredecessor(const PortChoice &choice) const
{
    // What is removed does not come back: nobody may have changed his mind until here.
    if (!choice.predecessor || m_stop.stop_requested())
        return std::nullopt;
    const Haste haste = choice.predecessor->isRunning() ? Haste::Stop : Haste::Kill;
    const auto left = removeServer(m_sources.docker, choice.predecessor->id, haste);
    return left ? std::optional(ServerTrouble{.kind = Kind::NotRemoved, .detail = *left}) : std::nullopt;
}

// Asked last: the client is started some milliseconds later.
std::optional<ServerTrouble> Preparation::troubleOfMounts(const ContainerSpec &spec)
{
    if (!QFileInfo::exists(spec.project.source))
        return ServerTrouble{.kind = Kind::FolderGone, .detail = excerpt(spec.project.source)};
    for (const Mount &mount : QList<Mount>{spec.project} + spec.mounts) {
        if (const auto change = changeSince(mount))
            return badRequest(reasonText(*change));
    }
    return std::nullopt;
}

} // namespace

LaunchPreview previewLaunch(const LaunchRequest &request, const LaunchSources &sources,
                            const QList<ContainerFacts> &containers)
{
    const Draft draft = draftContainer(request.container, sources.engine, sources.homes);
    const PortChoice choice = choosePort(request, sources, draft.spec.project.source, containers);
    LaunchPreview preview{.problems = draft.problems, .port = choice.port, .portTrouble = choice.trouble};
    for (const Error &error : request.rejected)
        preview.problems.append({.field = DraftProblem::Field::Settings, .error = error});
    if (choice.trouble)
        preview.freePort = nextFree(request, sources, containers, std::nullopt);
    if (preview.problems.isEmpty() && choice.port)
        preview.arguments =
            devServerArgs(completed(draft.spec, *choice.port), *choice.port, sources.engine.clientVersion);
    return preview;
}

tl::expected<LaunchPlan, ServerTrouble>
prepareLaunch(const LaunchRequest &request, const LaunchSources &sources, const std::stop_token &stop)
{
    return Preparation(request, sources, stop).run();
}

} // namespace core
