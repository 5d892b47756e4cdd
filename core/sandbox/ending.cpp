// SPDX-License-Identifier: MIT
#include "core/sandbox/ending.h"

#include "core/base/redaction.h"
#include "core/docker/parsers.h"
#include "core/docker/wording.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

using Ending = SandboxOutcome::Ending;

constexpr std::chrono::milliseconds eventsBudget = 5s;
// The engine hears of a process that was killed for memory on another way than of the end, and on a busy
// machine after it.
constexpr std::chrono::milliseconds longestMemoryDelay = 2s;
constexpr int exitOfKilled = 128 + 9;
constexpr qint64 clockSkewSeconds = 60; // between this machine and a Desktop's

// docker's own codes of `run`: it failed, and two guesses at what a command could not do.
constexpr int runFailed = 125;
constexpr int notExecutable = 126;
constexpr int notFound = 127;

// Entries about the check's own image say nothing about the user's.
std::optional<Diagnosis> fitting(const Diagnosis &diagnosis)
{
    const bool isFitting = diagnosis.scope != Scope::Berth && diagnosis.id != "unrecognised"_L1
        && diagnosis.id != "engine-error"_L1;
    return isFitting ? std::optional(diagnosis) : std::nullopt;
}

Ending endingOfCode(int exitCode, const QString &said, const QString &program)
{
    if (!saysCannotExecute(said, program))
        return Ending::Exited;
    if (exitCode == notExecutable)
        return Ending::NotExecutable;
    return exitCode == notFound ? Ending::NotFound : Ending::Exited;
}

std::optional<int> number(const QJsonObject &event, QLatin1StringView attribute)
{
    bool isNumber = false;
    const int value = event.value("Actor"_L1)["Attributes"_L1][attribute].toString().toInt(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

SandboxOutcome readRan(const Ran &ran, const std::optional<Traces> &traces, const QString &program,
                       const Evidence &evidence)
{
    const QString said = QString::fromUtf8(ran.err);
    const bool isDockersCode = ran.exitCode >= runFailed && ran.exitCode <= notFound;
    const bool broke = ran.exitCode == runFailed && saysConnectionBroke(said);
    const bool started = traces ? traces->started : !broke && !(isDockersCode && isEngineSpeaking(said));
    if (broke && !(traces && traces->exitCode)) {
        SandboxOutcome lost = notStarted(Attempt::RunContainer, ran, evidence);
        lost.ending = Ending::EngineLost;
        return lost;
    }
    const int exitCode = traces && traces->exitCode ? *traces->exitCode : ran.exitCode;
    const Ending ending = endingOfCode(exitCode, said, program);
    if (!started && ending == Ending::Exited)
        return notStarted(Attempt::RunContainer, ran, evidence);
    return {.ending = ending,
            .exitCode = exitCode,
            .outOfMemory = traces && traces->outOfMemory,
            .reason = ending == Ending::Exited ? QString() : reasonOf(ran)};
}

} // namespace

std::optional<Traces> tracesOfEvents(const QByteArray &out)
{
    const QList<QJsonObject> rows = parseRows(out);
    if (rows.isEmpty())
        return std::nullopt;
    Traces traces;
    std::optional<int> lastSignal;
    for (const QJsonObject &row : rows) {
        const QString action = row.value("Action"_L1).toString();
        if (action == "start"_L1)
            traces.started = true;
        if (action == "oom"_L1)
            traces.outOfMemory = true;
        if (action == "die"_L1) {
            traces.started = true; // a failed start sends neither
            traces.exitCode = number(row, "exitCode"_L1);
            traces.killSignal = lastSignal;
        }
        if (action == "stop"_L1)
            traces.stopped = true;
        // Whoever is asked to read its settings anew by a signal does other things before it ends.
        if (action == "kill"_L1)
            lastSignal = number(row, "signal"_L1);
        else if (action != "oom"_L1)
            lastSignal.reset();
    }
    return traces;
}

std::optional<Traces> askTraces(const CommandRunner &docker, const QString &filter, const QDateTime &since)
{
    const auto tracesUntil = [&](std::chrono::milliseconds fromNow) {
        const qint64 end = QDateTime::currentMSecsSinceEpoch() + fromNow.count();
        const auto events = docker({u"events"_s, u"--format"_s, u"{{json .}}"_s, u"--since"_s,
                                    QString::number(since.toSecsSinceEpoch() - clockSkewSeconds),
                                    u"--until"_s, QString::number(double(end) / 1000, 'f', 3), u"--filter"_s,
                                    u"type=container"_s, u"--filter"_s, filter},
                                   {.timeout = eventsBudget});
        return succeeded(events) ? tracesOfEvents(std::get<Ran>(events).out) : std::nullopt;
    };
    const auto traces = tracesUntil(0ms);
    const bool wasKilledByNobody = traces && traces->exitCode == exitOfKilled && !traces->outOfMemory
        && !traces->killSignal && !traces->stopped;
    return wasKilledByNobody ? tracesUntil(longestMemoryDelay) : traces;
}

std::optional<Traces> tracesOfState(const QByteArray &out)
{
    const QList<QJsonObject> rows = parseRows(out);
    if (rows.size() != 1 || !rows.first().contains("StartedAt"_L1))
        return std::nullopt;
    const QJsonObject &state = rows.first();
    Traces traces{.started = !state.value("StartedAt"_L1).toString().startsWith("0001-"_L1),
                  .outOfMemory = state.value("OOMKilled"_L1).toBool()};
    if (traces.started && !state.value("Running"_L1).toBool())
        traces.exitCode = state.value("ExitCode"_L1).toInt();
    return traces;
}

SandboxOutcome readEnding(const CommandOutcome &run, const std::optional<Traces> &traces,
                          const QString &program, const Evidence &evidence)
{
    SandboxOutcome outcome;
    if (const auto *ran = std::get_if<Ran>(&run)) {
        outcome = readRan(*ran, traces, program, evidence);
    } else {
        const auto &failed = std::get<Failed>(run);
        switch (failed.cause) {
        case Failed::Cause::NotFound:
        case Failed::Cause::CouldNotStart:
            outcome = notStarted(Attempt::RunContainer, run, evidence);
            break;
        case Failed::Cause::TimedOut:
            outcome = {.ending = Ending::TimedOut, .reason = reasonOf(run)};
            break;
        case Failed::Cause::Cancelled:
            outcome = {.ending = Ending::Cancelled, .reason = reasonOf(run)};
            break;
        }
    }
    std::visit(
        [&outcome](const auto &ending) {
            outcome.out = ending.out;
            outcome.err = ending.err;
            outcome.elapsed = ending.elapsed;
        },
        run);
    return outcome;
}

SandboxOutcome notStarted(const QString &reason)
{
    return {.ending = Ending::CouldNotStart, .reason = excerpt(reason)};
}

SandboxOutcome notStarted(Attempt attempt, const CommandOutcome &outcome, const Evidence &evidence)
{
    SandboxOutcome result = notStarted(reasonOf(outcome));
    result.diagnosis = fitting(diagnose(attempt, outcome, evidence));
    return result;
}

} // namespace core
