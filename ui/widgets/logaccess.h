// SPDX-License-Identifier: MIT
#pragma once

#include "ui/widgets/logmarks.h"

#include <QList>
#include <QString>

namespace ui {

class LogView;

// What a screen reader is told of a log: as a terminal's, its text is that of the lines on the screen, and
// selection and caret are those parts of them that are there. New lines are told as they come into view.
void makeLogsAccessible();
void tellCaret(LogView &view);

// The lines from that number on, as far as they are among the rows on the screen, and where their text begins
// in the text of all of these.
struct LogNews
{
    int offset = 0;
    QString text;

    bool operator==(const LogNews &) const = default;
};
LogNews newsOf(const QList<LogRow> &rows, qint64 from);
// The lines from that number on are new.
void tellNewLines(LogView &view, qint64 from);

} // namespace ui
