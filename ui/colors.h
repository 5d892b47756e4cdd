// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QColor>
#include <QPalette>

namespace ui {

bool isDark(const QPalette &palette);

// The colour of a state on this palette's window: four colours that the colour-blind tell apart, each with a
// light and a dark value of at least 4.5 : 1. Never the only sign: a shape and a word go with it.
QColor moodColor(Mood mood, const QPalette &palette);

// For text of second rank: quieter than the window's text, and still at least 4.5 : 1.
QColor mutedColor(const QPalette &palette);

// The contrast of two colours as WCAG 2 defines it, 1 to 21.
double contrast(const QColor &one, const QColor &other);

} // namespace ui
