// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/workload.h"

#include <QString>

#include <chrono>

namespace app {

// What dev servers are started with.
struct ServerSettings
{
    QString firstPort = QStringLiteral("4300"); // servers/firstPort
    QString lastPort = QStringLiteral("4399");  // servers/lastPort
    QString patience = QStringLiteral("60");    // servers/patience, in seconds
    QString image;                              // servers/image, where no other is named
};

// The settings file ($XDG_CONFIG_HOME/berth/berth.ini) as values. What is wrong with one is found where it is
// used, so that it is reported instead of replaced.
struct Settings
{
    QString dockerProgram; // docker/program
    QString context;       // docker/context
    QString payload;       // probe/payload
    core::CheckSettings check;
    ServerSettings servers;
};

Settings readSettings();

// How long a server may take to answer, as servers/patience is written: 1 to 3600.
core::Result<std::chrono::seconds> parsePatience(const QString &seconds);

} // namespace app
