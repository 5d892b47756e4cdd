// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"

namespace app {

// The verb `reap`: tells which dev servers are left behind and why, asks, and removes those that still are.
// Without a terminal to ask at and without --yes it removes nothing. Runs the event loop; returns the exit
// code.
int runReapVerb(const CommandLine &line, const Settings &settings);

} // namespace app
