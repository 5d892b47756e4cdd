// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"
#include "core/sandbox/ending.h"

#include <QString>

namespace app {

// What there is to say of the end beside the command's own output: one sentence on what went wrong and one on
// what to do; empty where the command ended by itself within its limits.
QString sandboxSentence(const core::SandboxOutcome &outcome, const core::SandboxRequest &request);

// What `berth run` exits with.
int sandboxExitCode(const core::SandboxOutcome &outcome);

// The verb `run`: prints the command's output as it comes and returns its exit code. Runs the event loop
// until the command ended or the user interrupts; either way the container is gone afterwards.
int runSandboxVerb(const CommandLine &line, const Settings &settings);

} // namespace app
