// SPDX-License-Identifier: MIT
#pragma once

#include "ui/widgets/loglayout.h"

#include <optional>

class QKeyEvent;

namespace ui {

// How the keys that select move the caret.
enum class LogMove {
    CharacterBack,
    CharacterOn,
    WordBack,
    WordOn,
    LineBegin,
    LineEnd,
    RowUp,
    RowDown,
    PageUp,
    PageDown,
    LogBegin,
    LogEnd
};

// The move of a key that selects: Shift with the arrows, Home, End and the page keys, and with Ctrl by words
// and to the ends of the log.
std::optional<LogMove> selectingMove(const QKeyEvent &key);

// Whether it goes from row to row and so keeps its column.
bool isVertical(LogMove move);
bool isUpward(LogMove move);

// The rows that a key scrolls by, in a view of that many whole ones.
std::optional<qsizetype> scrolledRows(int key, int wholeRows);

// Where the caret comes to. `column` is the one that a move from row to row goes for. There has to be a line.
LogPosition moved(const LogLayout &layout, const LogPosition &from, LogMove move, int column);

} // namespace ui
