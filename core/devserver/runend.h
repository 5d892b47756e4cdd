// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/launch.h"
#include "core/devserver/server.h"
#include "core/docker/command.h"
#include "core/sandbox/ending.h"

#include <QDateTime>

#include <optional>

namespace core {

// How an attached `docker run` of a server ended, read as a trouble; never absent, because a server does not
// end by itself. `run` holds the last output of the client.
ServerTrouble readRunEnd(const Ran &run, const std::optional<Traces> &traces, const ContainerSpec &spec,
                         const Evidence &evidence);

// What became of a run whose client has ended and nobody had asked it to.
struct RunEnd
{
    ServerTrouble trouble;
    std::optional<int> exitCode; // of the server, where it ran and ended
    bool stillRuns = false;      // the container does, without its client
    bool initMissing = false;    // the engine has no init binary: without --init it may start
};

// Asks the engine what it remembers, and removes what is left of a container that has ended. `since` is when
// the client was started. Blocking, bounded, total.
RunEnd examineRunEnd(const LaunchPlan &plan, const LaunchSources &sources, const Ran &run,
                     const QDateTime &since);

// Takes down every container that carries the label of this run, whatever its name is by now. Where there is
// none yet, it waits a moment for one to come. Returns what is wrong where one is left. Blocking, bounded.
std::optional<QString> removeRun(const CommandRunner &docker, const QString &run, Haste haste);

} // namespace core
