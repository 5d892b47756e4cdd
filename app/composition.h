// SPDX-License-Identifier: MIT
#pragma once

#include "app/settings.h"
#include "core/monitor/monitor.h"

namespace app {

// Puts the parts together: where docker is, which engine is asked, what the check works with.
core::MonitorSources composeSources(const Settings &settings);

} // namespace app
