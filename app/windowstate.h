// SPDX-License-Identifier: MIT
#pragma once

#include "ui/windowstate.h"

#include <QString>

namespace app {

// $XDG_STATE_HOME/berth/window.ini: apart from the settings, because nobody writes it by hand.
QString windowStatePath();

// Nonsense in it is passed over. Before there is one, logs are shown as `standard` says.
ui::WindowState readWindowState(const QString &path, const core::LogSettings &standard);
void writeWindowState(const QString &path, const ui::WindowState &state);

} // namespace app
