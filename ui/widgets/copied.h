// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

class QPushButton;

namespace ui {

// Puts `text` on the clipboard, exactly, and lets the button say "Copied" for a moment.
void copyAndSay(const QString &text, QPushButton &button);

} // namespace ui
