// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace app {

// Exit codes of the command line; 64 is what sysexits calls wrong usage.
enum ExitCode {
    ExitUsable = 0,
    ExitUnusable = 1,
    ExitUnknown = 2,
    ExitWrongUsage = 64,
    ExitInterrupted = 130
};

enum class Verb { Window, Check, Status, Report, Help, Version };

// What the user asked for, or what was wrong with it.
struct CommandLine
{
    Verb verb = Verb::Window;
    QString context; // empty: docker's own precedence decides
    bool json = false;
    bool egress = true;
    QString error; // one sentence; then nothing else counts

    bool operator==(const CommandLine &) const = default;
};

// `arguments` without the program's name.
CommandLine parseCommandLine(const QStringList &arguments);

QString usageText();

} // namespace app
