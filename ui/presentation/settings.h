// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/settings.h"

#include <QString>

namespace ui {

// What is wrong with one setting and what to write instead; stands beside its field.
QString settingProblemSentence(const core::SettingProblem &problem);

// What became of a settings file that cannot be read.
QString brokenSettingsSentence(const core::BrokenSettings &broken);

// That the settings could not be written.
QString settingsNotWritten(const core::Error &error);

} // namespace ui
