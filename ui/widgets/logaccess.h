// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

namespace ui {

class LogView;

// What a screen reader is told of a log: as a terminal's, its text is that of the lines on the screen, and
// selection and caret are those parts of them that are there. New lines are told as they come into view.
void makeLogsAccessible();
void tellCaret(LogView &view);
// The lines from that number on are new.
void tellNewLines(LogView &view, qint64 from);

} // namespace ui
