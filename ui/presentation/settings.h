// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/settings.h"
#include "ui/dialogs/settings/autostart.h"

#include <QString>

namespace ui {

// What is wrong with one setting and what to write instead; stands beside its field.
QString settingProblemSentence(const core::SettingProblem &problem);

// What is odd about how the desktop starts Berth at login; empty where nothing is.
QString autostartSentence(const Autostart &autostart);

// That the start at login could not be changed.
QString autostartNotWritten(const core::Error &error);

// What became of a settings file that cannot be read.
QString brokenSettingsSentence(const core::BrokenSettings &broken);

// That the settings could not be written.
QString settingsNotWritten(const core::Error &error);

// Why a second start shows no window: the Berth that is there does not answer, or does not understand.
QString instanceSilent(qint64 pid);
QString handoverRefused();

} // namespace ui
