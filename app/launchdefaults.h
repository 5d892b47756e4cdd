// SPDX-License-Identifier: MIT
#pragma once

#include "app/settings.h"
#include "core/devserver/launchrequest.h"

namespace app {

// The request with what the settings say of it; an image that it names itself stays. A setting that cannot be
// used is named in it, so that nothing is started as if it were another.
core::LaunchRequest withSettings(core::LaunchRequest request, const Settings &settings);

// What the form for a new dev server begins with.
core::LaunchRequest launchDefaults(const Settings &settings);

} // namespace app
