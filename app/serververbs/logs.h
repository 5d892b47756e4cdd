// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"
#include "core/devserver/lastrun.h"
#include "core/devserver/server.h"

#include <QList>
#include <QString>

#include <optional>

namespace app {

// The one whose output is meant where several have the same port: one that runs before one that has ended,
// and of these ours before another tool's. Absent where none has ever printed anything.
std::optional<core::Server> loggedServer(const QList<core::Server> &servers);

// What is said before the output of a run that is over; its end in the time of this machine.
QString lastRunSentence(const core::LastRun &run);

// The verb `logs`: prints what the dev server on the port has printed, and with --follow goes on until it
// ends or the user interrupts; without one there, what the last run on the port printed. Runs the event loop;
// returns the exit code.
int runLogsVerb(const CommandLine &line, const Settings &settings);

} // namespace app
