// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"
#include "core/devserver/server.h"

#include <QString>

namespace app {

// What is wrong, as somebody at a command line can do something about it.
QString upSentence(const core::ServerTrouble &trouble);

// What `berth up` exits with. `takenDown` is what it exits with where the server was taken down as asked.
int upExitCode(const core::Server &server, int takenDown);

// The verb `up`: starts a dev server, prints its output as it comes and what becomes of it, and takes it down
// when the user interrupts or nobody reads any more. Runs the event loop until it is gone; returns the exit
// code.
int runUpVerb(const CommandLine &line, const Settings &settings);

} // namespace app
