// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

#include <functional>

namespace screenshots {

// From now on nothing moves by itself: no turning glyph, no fading, no blinking caret.
void stopMotion();

// Returns once it is so. What never is, by the name of `what`, ends the program.
void waitUntil(const std::function<bool()> &isSo, const QString &what);

// Saves the widget once it has come to rest: it looks the same after all that was to be done is done.
void save(QWidget &widget, const QString &file);

} // namespace screenshots
