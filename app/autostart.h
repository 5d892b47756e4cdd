// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "ui/dialogs/settings/autostart.h"

#include <QString>

#include <optional>

namespace app {

// The file by which the desktop starts Berth at login:
// $XDG_CONFIG_HOME/autostart/io.github.berth.Berth.desktop
QString autostartPath();

// The program that the desktop is to start: this one, or the image that it was started from.
QString autostartProgram();

// The whole file that starts `program` hidden.
QString autostartText(const QString &program);

// What a desktop would do with a file of that text, as far as it is about `program`.
ui::Autostart readAutostartText(const QString &text, const QString &program);

ui::Autostart readAutostart(const QString &path, const QString &program);

// Makes the desktop start `program` at login, or not any more. Returns what went wrong.
std::optional<core::Error> writeAutostart(const QString &path, const QString &program, bool on);

} // namespace app
