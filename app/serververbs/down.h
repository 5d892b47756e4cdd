// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"

namespace app {

// The verb `down`: takes down every dev server on the ports, or every one there is, and tells each. Runs the
// event loop until all are gone or could not be removed; returns the exit code.
int runDownVerb(const CommandLine &line, const Settings &settings);

} // namespace app
