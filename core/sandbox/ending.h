// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/docker/diagnosis.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace core {

// What the engine itself remembers of a container. A container's output can say anything and the client's
// exit code is a guess from words, so this decides where it is to be had.
struct Traces
{
    bool started = false;
    bool outOfMemory = false;      // a process in it was killed at the memory limit, the first one or a child
    std::optional<int> exitCode;   // of the first process, once it has ended
    std::optional<int> killSignal; // what was sent to it right before it ended
    bool stopped = false;          // by `stop`

    bool operator==(const Traces &) const = default;
};

// `events --format {{json .}}` of one container. Absent where there is not one event: the engine keeps the
// last few hundred only, so what happened long before the end can be missing.
std::optional<Traces> tracesOfEvents(const QByteArray &out);

// Asks for the events since then, by this machine's clock, of the containers that `filter` leaves. Blocking,
// bounded.
std::optional<Traces> askTraces(const CommandRunner &docker, const QString &filter, const QDateTime &since);

// `inspect --format {{json .State}}`.
std::optional<Traces> tracesOfState(const QByteArray &out);

// How a sandbox run ended.
struct SandboxOutcome
{
    enum class Ending {
        Exited,        // with the command's own exit code
        NotExecutable, // the command is there and cannot be executed
        NotFound,      // there is no such command in the image
        CouldNotStart,
        EngineLost, // the engine went away under it
        TimedOut,
        Cancelled
    };

    Ending ending = Ending::CouldNotStart;
    int exitCode = 0; // where it exited
    bool outOfMemory = false;
    qint64 memory = 0; // bytes, the limit that was in force
    QByteArray out;    // the last 64 KiB of each stream
    QByteArray err;
    std::chrono::milliseconds elapsed{0};
    QString reason; // one scrubbed line; empty where it exited
    std::optional<Diagnosis> diagnosis;

    // A child that was killed at the memory limit can end with exit code 0, and then something is missing.
    bool passed() const { return ending == Ending::Exited && exitCode == 0 && !outOfMemory; }
};

// Reads how `docker run` of `program` ended.
SandboxOutcome readEnding(const CommandOutcome &run, const std::optional<Traces> &traces,
                          const QString &program, const Evidence &evidence);

// The sandbox never came to be, for a reason of this machine's own.
SandboxOutcome notStarted(const QString &reason);

// The same where docker said why.
SandboxOutcome notStarted(Attempt attempt, const CommandOutcome &outcome, const Evidence &evidence);

} // namespace core
