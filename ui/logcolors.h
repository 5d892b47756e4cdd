// SPDX-License-Identifier: MIT
#pragma once

#include "ui/logtext.h"

#include <QColor>
#include <QPalette>

namespace ui {

// What a piece of a log is painted with. A background that is invalid is that of the view.
struct LogPaint
{
    QColor text;
    QColor background;

    bool operator==(const LogPaint &) const = default;
};

// The colours of a style on this palette's base. Text keeps a contrast of at least 4.5 : 1 to what is behind
// it, whatever the program asked for, unless it asked for the same colour twice, which hides.
LogPaint logPaint(const LogStyle &style, const QPalette &palette);

// A match of the search, and the one that the user is at.
LogPaint matchPaint(const QPalette &palette);
LogPaint currentMatchPaint();

// The mark beside lines of standard error.
QColor errorMarkColor(const QPalette &palette);

} // namespace ui
