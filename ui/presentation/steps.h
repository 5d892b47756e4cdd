// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"
#include "ui/presentation/health.h"

#include <QString>

#include <chrono>

namespace ui {

// What a step does, as an infinitive: "Load the probe image".
QString stepName(core::Step step);

// How it ended, in a few words: "Done", "Exit code 127", "No answer within 20 s".
QString stepResult(const core::StepRecord &record);

// How it went, which is more than how it ended: a command may end well and bring bad news.
Mood stepMood(const core::StepRecord &record, const core::Verdict &verdict);

// "412 ms", "3.1 s", "2 min 5 s".
QString durationText(std::chrono::milliseconds duration);

} // namespace ui
