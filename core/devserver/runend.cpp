// SPDX-License-Identifier: MIT
#include "core/devserver/runend.h"

#include "core/devserver/container.h"
#include "core/devserver/look.h"
#include "core/devserver/ports.h"
#include "core/devserver/readiness.h"
#include "core/devserver/removal.h"
#include "core/docker/wording.h"

#include <QFileInfo>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

using Kind = ServerTrouble::Kind;
using Ending = SandboxOutcome::Ending;
using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds questionBudget = 5s;
constexpr int lookAttempts = 3;
constexpr Milliseconds betweenLooks = 400ms; // the client may have asked for it just now
constexpr int sigkill = 9;

bool hasPidsLimitWords(const Ran &run)
{
    for (const QByteArray &channel : {run.err, run.out}) {
        const QStringList lines = QString::fromUtf8(channel).split(u'\n', Qt::SkipEmptyParts);
        if (std::ranges::any_of(lines, [](const QString &line) { return saysPidsLimit(line); }))
            return true;
    }
    return false;
}

// Why docker did not start it. Its words name the folder or the port; who holds that is another question.
ServerTrouble readNoStart(const SandboxOutcome &outcome, const ContainerSpec &spec)
{
    ServerTrouble trouble{
        .kind = Kind::CouldNotStart, .detail = outcome.reason, .diagnosis = outcome.diagnosis};
    const QString said = QString::fromUtf8(outcome.err);
    if (saysPortTaken(said)) {
        trouble.kind = Kind::PortHeldByProcess;
    } else if (saysNameTaken(said)) {
        trouble.kind = Kind::PortHeldByServer;
        trouble.holder = spec.name;
    } else if (saysSourceMissing(said) && !QFileInfo::exists(spec.project.source)) {
        trouble.kind = Kind::FolderGone;
    }
    return trouble;
}

ServerTrouble readExit(const SandboxOutcome &outcome, const std::optional<Traces> &traces, const Ran &run,
                       const ContainerSpec &spec)
{
    ServerTrouble trouble{.kind = Kind::Exited, .exitCode = outcome.exitCode};
    if (outcome.outOfMemory) {
        trouble.kind = Kind::OutOfMemory;
        trouble.memory = spec.limits.memory;
    } else if (traces && (traces->stopped || traces->killSignal)) {
        const bool wasKilled = !traces->stopped && traces->killSignal == sigkill;
        trouble.kind = wasKilled ? Kind::RemovedOutside : Kind::StoppedOutside;
    } else if (outcome.exitCode != 0 && hasPidsLimitWords(run)) {
        trouble.kind = Kind::PidsLimit;
        trouble.pids = spec.limits.pids;
    }
    return trouble;
}

// By its label: its name can be another one by now, and another container can have that.
std::optional<ContainerFacts> firstOf(const CommandRunner &docker, const Looked<QStringList> &ids)
{
    const auto found = inspectContainers(docker, ids.value_or(QStringList()), {});
    return found && !found->isEmpty() ? std::optional(found->first()) : std::nullopt;
}

Traces tracesOfFacts(const ContainerFacts &facts)
{
    Traces traces{.started = facts.started.isValid(), .outOfMemory = facts.outOfMemory};
    if (traces.started)
        traces.exitCode = facts.exitCode;
    return traces;
}

} // namespace

ServerTrouble readRunEnd(const Ran &run, const std::optional<Traces> &traces, const ContainerSpec &spec,
                         const Evidence &evidence)
{
    const SandboxOutcome outcome = readEnding(run, traces, spec.command.first(), evidence);
    switch (outcome.ending) {
    case Ending::Exited:
        return readExit(outcome, traces, run, spec);
    case Ending::NotExecutable:
        return {.kind = Kind::CommandNotExecutable, .exitCode = outcome.exitCode, .detail = outcome.reason};
    case Ending::NotFound:
        return {.kind = Kind::CommandNotFound, .exitCode = outcome.exitCode, .detail = outcome.reason};
    case Ending::EngineLost:
        return {.kind = Kind::EngineLost, .detail = outcome.reason, .diagnosis = outcome.diagnosis};
    case Ending::CouldNotStart:
    case Ending::TimedOut: // a run that ended did neither of these
    case Ending::Cancelled:
        return readNoStart(outcome, spec);
    }
    Q_UNREACHABLE();
}

RunEnd examineRunEnd(const LaunchPlan &plan, const LaunchSources &sources, const Ran &run,
                     const QDateTime &since)
{
    const QString label = plan.spec.labels.value(runLabel);
    const auto ids = idsOfRun(sources.docker, label);
    const auto left = firstOf(sources.docker, ids);
    if (left && left->isRunning())
        return {.trouble = {.kind = Kind::ClientEnded}, .stillRuns = true};

    const bool isPodman = plan.spec.removal == ContainerSpec::Removal::ByOwner;
    const auto traces = isPodman ? (left ? std::optional(tracesOfFacts(*left)) : std::nullopt)
                                 : askTraces(sources.docker, u"label=%1=%2"_s.arg(runLabel, label), since);
    const Evidence evidence{.engine = plan.engine, .socket = sources.lookAtSocket(plan.engine.socketPath())};
    RunEnd end{.trouble = readRunEnd(run, traces, plan.spec, evidence)};
    // An engine that is shut down in order ends the clients without a word.
    if (!ids && !traces && end.trouble.kind == Kind::Exited) {
        const SandboxOutcome lost = notStarted(Attempt::AskVersion, ids.error(), evidence);
        end.trouble = {.kind = Kind::EngineLost, .detail = lost.reason, .diagnosis = lost.diagnosis};
    }
    if (traces)
        end.exitCode = traces->exitCode;
    const bool hasStarted = traces && traces->started;
    end.initMissing = !hasStarted && end.trouble.kind == Kind::CouldNotStart && plan.spec.limits.init
        && saysInitMissing(QString::fromUtf8(run.err));
    if (left)
        removeServer(sources.docker, left->id, Haste::Kill);
    if (end.trouble.kind == Kind::PortHeldByProcess) {
        const auto containers = listContainers(sources.docker, {});
        const auto holder = troubleOf(
            portHolder(plan.port, containers.value_or(QList<ContainerFacts>()), sources.hostListener));
        if (holder)
            end.trouble = *holder;
    }
    return end;
}

std::optional<QString> removeRun(const CommandRunner &docker, const QString &run, Haste haste)
{
    auto ids = idsOfRun(docker, run);
    for (int attempt = 1; ids && ids->isEmpty() && attempt < lookAttempts; ++attempt) {
        std::this_thread::sleep_for(betweenLooks);
        ids = idsOfRun(docker, run);
    }
    if (!ids)
        return notStarted(Attempt::AskVersion, ids.error(), {}).reason;
    std::optional<QString> trouble;
    for (const QString &id : std::as_const(*ids)) {
        if (auto left = removeServer(docker, id, haste))
            trouble = left;
    }
    return trouble;
}

} // namespace core
