// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/settings.h"

#include <optional>

namespace app {

using core::Settings;

// $XDG_CONFIG_HOME/berth/berth.ini
QString settingsPath();

struct SettingsReading
{
    Settings settings;
    std::optional<core::BrokenSettings> broken; // the settings are the standard ones then
};

// Reads the settings file. One that is no settings file is set aside as <path>.broken-<n>, so that nothing is
// lost where the settings are written again.
SettingsReading readSettings(const QString &path = settingsPath());

// Writes what the user changed from `was` to `now`, and nothing else: what is unknown stays as it is. A value
// that is the standard one leaves the file. Returns what went wrong.
std::optional<core::Error> writeSettings(const Settings &was, const Settings &now,
                                         const QString &path = settingsPath());

} // namespace app
