// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"
#include "core/devserver/server.h"

#include <QList>
#include <QString>

namespace app {

// Why none of the dev servers on a port, asked before whether they answer, can be opened, and what to do.
QString notOpenedSentence(quint16 port, const QList<core::Server> &servers, const core::EngineFacts &engine);

// The verb `open`: opens the dev server on the port in the browser where it answers. Runs the event loop
// until that is known; returns the exit code.
int runOpenVerb(const CommandLine &line, const Settings &settings);

} // namespace app
