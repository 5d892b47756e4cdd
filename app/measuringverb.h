// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "core/probe/sharedmeasurement.h"

#include <functional>

namespace app {

// Remembers a check that ended, once its answer is printed.
using VerdictKeeper = std::function<void(const core::Measurement &)>;

// The verbs that measure once and print: check, status, report. Runs the event loop until the answer is there
// or the user interrupts; either way what the check made is gone afterwards. Returns the exit code.
int runMeasuringVerb(const CommandLine &line, const core::Measure &measure, const VerdictKeeper &keep);

} // namespace app
