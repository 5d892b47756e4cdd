// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

#include <functional>

namespace screenshots {

// From now on nothing moves for ever: no turning glyph, no blinking caret.
void stopMotion();

// Returns once it is so. What never is, by the name of `what`, ends the program.
void waitUntil(const std::function<bool()> &isSo, const QString &what);

// Saves the widget once it has come to rest: it looks alike for some frames, and nothing in it is laid out
// anew.
void save(QWidget &widget, const QString &file);

} // namespace screenshots
