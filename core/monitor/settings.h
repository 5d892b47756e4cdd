// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/probe/workload.h"

#include <QList>
#include <QString>

#include <chrono>
#include <functional>

namespace core {

// What becomes of the running dev servers where Berth quits.
enum class OnQuit { Ask, Stop, Leave };

// What dev servers are started with.
struct ServerSettings
{
    QString firstPort = QStringLiteral("4300"); // servers/firstPort
    QString lastPort = QStringLiteral("4399");  // servers/lastPort
    QString patience = QStringLiteral("60");    // servers/patience, in seconds
    QString image;                              // servers/image, where no other is named
    OnQuit onQuit = OnQuit::Ask;                // servers/onQuit: ask, stop or leave

    bool operator==(const ServerSettings &) const = default;
};

// How a log is shown.
struct LogSettings
{
    bool wrap = false;       // log/wrap
    bool timestamps = false; // log/timestamps

    bool operator==(const LogSettings &) const = default;
};

// What the user may choose, as it is written. What is wrong with a value is found where it is used, so that
// it is reported instead of replaced.
struct Settings
{
    bool closeToTray = true;   // general/closeToTray
    bool notifications = true; // general/notifications
    QString dockerProgram;     // docker/program
    QString context;           // docker/context
    QString payload;           // probe/payload
    CheckSettings check;       // probe/target, probe/dnsName, sandbox/memory, sandbox/pids
    ServerSettings servers;
    LogSettings log;

    bool operator==(const Settings &) const = default;
};

// A settings file that cannot be read.
struct BrokenSettings
{
    QString file;
    QString setAside; // where it is now; empty where it could not be moved
    QString reason;   // the raw reason

    bool operator==(const BrokenSettings &) const = default;
};

// How long a server may take to answer, as servers/patience is written: 1 to 3600.
Result<std::chrono::seconds> parsePatience(const QString &seconds);

enum class FileKind { Missing, Folder, File, Program };
FileKind lookAtFile(const QString &path);
using FileLook = std::function<FileKind(const QString &)>;

// One setting that cannot be used, and why.
struct SettingProblem
{
    enum class Field {
        DockerProgram,
        Target,
        DnsName,
        Payload,
        FirstPort,
        LastPort,
        Patience,
        Image,
        Memory,
        Pids
    };

    Field field = Field::DockerProgram;
    Error error;

    bool operator==(const SettingProblem &) const = default;
};

// Each of those that cannot be used, found by the parsers that read them later on.
QList<SettingProblem> problemsOf(const Settings &settings, const FileLook &look = &lookAtFile);

} // namespace core
