// SPDX-License-Identifier: MIT
#pragma once

#include "app/settings.h"
#include "core/devserver/launch.h"
#include "core/docker/access.h"
#include "core/monitor/monitor.h"
#include "core/sandbox/run.h"

namespace app {

// Puts the parts together: where docker is, which engine is asked, what the check works with.
core::MonitorSources composeSources(const Settings &settings);

// The way to the engine of that context; an empty one leaves the choice to the settings.
core::EngineAccess composeAccess(const Settings &settings, const QString &context);

// Where it is found out who has a server.
core::OwnerSources composeOwners();

// What dev servers on that engine are started with.
core::LaunchSources composeLaunch(const Settings &settings, const core::EngineAccess &access);

// What a sandbox run on the engine of that context works with.
core::SandboxSources composeSandbox(const Settings &settings, const QString &context);

} // namespace app
