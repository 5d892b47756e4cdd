// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/keptservers.h"
#include "core/devserver/launchrequest.h"
#include "core/sandbox/run.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace app {

// Exit codes of the command line; 64 is what sysexits calls wrong usage. Those of `berth run` and `berth up`
// beside the command's own are what `docker run` and `timeout` say.
enum ExitCode {
    ExitUsable = 0,
    ExitUnusable = 1,
    ExitUnknown = 2,
    ExitDone = 0,
    ExitFailed = 1,
    ExitNoAnswer = 2, // of the engine
    ExitWrongUsage = 64,
    ExitTimedOut = 124,
    ExitNotStarted = 125,
    ExitNotExecutable = 126,
    ExitNotFound = 127,
    ExitSignal = 128, // and the number of the signal
    ExitInterrupted = 130,
    ExitKilled = 137,
    ExitNoReader = 141
};

enum class Verb {
    Window,
    Check,
    Status,
    Report,
    Run,
    Ls,
    Up,
    Logs,
    Open,
    Down,
    Reap,
    History,
    Help,
    Version
};

// Which part of the history: since a time, or for so long; without either all of it.
struct HistoryRequest
{
    QDateTime since;
    std::optional<std::chrono::seconds> age;
    std::optional<int> limit; // of the newest

    bool operator==(const HistoryRequest &) const = default;
};

// What the user asked for, or what was wrong with it.
struct CommandLine
{
    Verb verb = Verb::Window;
    QString context; // empty: docker's own precedence decides
    bool json = false;
    bool egress = true;
    core::SandboxRequest sandbox; // what to run
    core::LaunchRequest launch;   // what to bring up
    QList<quint16> ports;         // of the dev servers that are meant
    bool allServers = false;
    bool follow = false;
    HistoryRequest history;
    core::Keeping keeping = core::Keeping::LetGo; // when the verb ends
    bool isDryRun = false;
    bool isYes = false;  // nothing is asked
    bool hidden = false; // the window is to stay away as long as there is a tray
    QString error;       // one sentence; then nothing else counts

    bool operator==(const CommandLine &) const = default;
};

// `arguments` without the program's name.
CommandLine parseCommandLine(const QStringList &arguments);

} // namespace app
