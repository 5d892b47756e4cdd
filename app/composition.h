// SPDX-License-Identifier: MIT
#pragma once

#include "app/settings.h"
#include "core/monitor/monitor.h"
#include "core/sandbox/run.h"

namespace app {

// Puts the parts together: where docker is, which engine is asked, what the check works with.
core::MonitorSources composeSources(const Settings &settings);

// The same for a sandbox run on the engine of that context; an empty one leaves the choice to the settings.
core::SandboxSources composeSandbox(const Settings &settings, const QString &context);

} // namespace app
