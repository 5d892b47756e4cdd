// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"
#include "core/devserver/server.h"

#include <QDateTime>
#include <QJsonObject>
#include <QList>
#include <QString>

namespace app {

// The list as an aligned table; a sentence under each row that something is wrong with.
QString serversText(const QList<core::Server> &servers, const QDateTime &now);

// What `berth ls --json` prints; its form is described in the manual and versioned by "schema".
QJsonObject serversJson(const QList<core::Server> &servers);

// The verb `ls`. Runs the event loop until the answer is there; returns the exit code.
int runLsVerb(const CommandLine &line, const Settings &settings);

} // namespace app
