// SPDX-License-Identifier: MIT
#pragma once

#include "core/sandbox/run.h"

#include <QString>
#include <QStringList>

namespace app {

// Exit codes of the command line; 64 is what sysexits calls wrong usage. Those of `berth run` beside the
// command's own are what `docker run` and `timeout` say.
enum ExitCode {
    ExitUsable = 0,
    ExitUnusable = 1,
    ExitUnknown = 2,
    ExitWrongUsage = 64,
    ExitTimedOut = 124,
    ExitNotStarted = 125,
    ExitNotExecutable = 126,
    ExitNotFound = 127,
    ExitInterrupted = 130,
    ExitNoReader = 141
};

enum class Verb { Window, Check, Status, Report, Run, Help, Version };

// What the user asked for, or what was wrong with it.
struct CommandLine
{
    Verb verb = Verb::Window;
    QString context; // empty: docker's own precedence decides
    bool json = false;
    bool egress = true;
    core::SandboxRequest sandbox; // what to run
    QString error;                // one sentence; then nothing else counts

    bool operator==(const CommandLine &) const = default;
};

// `arguments` without the program's name.
CommandLine parseCommandLine(const QStringList &arguments);

QString usageText();

} // namespace app
