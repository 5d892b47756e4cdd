// SPDX-License-Identifier: MIT
#include "ui/widgets/logmove.h"

#include <QKeyEvent>

#include <algorithm>

namespace ui {

namespace {

// One row of the page before stays in view.
int pageOf(int wholeRows)
{
    return std::max(1, wholeRows - 1);
}

LogPosition characterBack(const LogLines &lines, const LogPosition &from)
{
    if (from.index == 0)
        return from.line > lines.begin() ? lineAt(lines, from.line - 1).caret : from;
    const LogGrid &grid = lines.entry(from.line)->grid;
    return {.line = from.line,
            .index = std::min(from.index - 1, grid.indexAt(grid.columnOf(from.index) - 1))};
}

LogPosition characterOn(const LogLines &lines, const LogPosition &from)
{
    const auto entry = lines.entry(from.line);
    if (from.index < entry->line.text.size())
        return {.line = from.line, .index = entry->grid.next(from.index)};
    return from.line + 1 < lines.end() ? LogPosition{.line = from.line + 1, .index = 0} : from;
}

LogPosition wordBack(const LogLines &lines, const LogPosition &from)
{
    return from.index == 0
        ? characterBack(lines, from)
        : LogPosition{.line = from.line, .index = wordBefore(lines.entry(from.line)->line.text, from.index)};
}

LogPosition wordOn(const LogLines &lines, const LogPosition &from)
{
    const QString text = lines.entry(from.line)->line.text;
    return from.index >= text.size() ? characterOn(lines, from)
                                     : LogPosition{.line = from.line, .index = wordBehind(text, from.index)};
}

// At the first and the last row there is still the rest of the line to take.
LogPosition byRows(const LogLayout &layout, const LogPosition &from, qsizetype rows, int column)
{
    const LogPlace place = layout.placeOf(from);
    const LogPlace target = layout.moved(place, rows, layout.lastPlace());
    if (target != place)
        return layout.positionIn(target, column);
    const LogSelection line = lineAt(layout.lines(), from.line);
    return rows < 0 ? line.anchor : line.caret;
}

} // namespace

std::optional<LogMove> selectingMove(const QKeyEvent &key)
{
    static const struct
    {
        QKeySequence::StandardKey key;
        LogMove move;
    } known[] = {
        {QKeySequence::SelectPreviousChar, LogMove::CharacterBack},
        {QKeySequence::SelectNextChar, LogMove::CharacterOn},
        {QKeySequence::SelectPreviousWord, LogMove::WordBack},
        {QKeySequence::SelectNextWord, LogMove::WordOn},
        {QKeySequence::SelectStartOfLine, LogMove::LineBegin},
        {QKeySequence::SelectEndOfLine, LogMove::LineEnd},
        {QKeySequence::SelectPreviousLine, LogMove::RowUp},
        {QKeySequence::SelectNextLine, LogMove::RowDown},
        {QKeySequence::SelectPreviousPage, LogMove::PageUp},
        {QKeySequence::SelectNextPage, LogMove::PageDown},
        {QKeySequence::SelectStartOfDocument, LogMove::LogBegin},
        {QKeySequence::SelectEndOfDocument, LogMove::LogEnd},
    };
    for (const auto &row : known) {
        if (key.matches(row.key))
            return row.move;
    }
    return std::nullopt;
}

bool isVertical(LogMove move)
{
    return move == LogMove::RowUp || move == LogMove::RowDown || move == LogMove::PageUp
        || move == LogMove::PageDown;
}

bool isUpward(LogMove move)
{
    return move == LogMove::RowUp || move == LogMove::PageUp || move == LogMove::LogBegin
        || move == LogMove::CharacterBack || move == LogMove::WordBack;
}

std::optional<qsizetype> scrolledRows(int key, int wholeRows)
{
    switch (key) {
    case Qt::Key_Up:
        return -1;
    case Qt::Key_Down:
        return 1;
    case Qt::Key_PageUp:
        return -pageOf(wholeRows);
    case Qt::Key_PageDown:
        return pageOf(wholeRows);
    default:
        return std::nullopt;
    }
}

LogPosition moved(const LogLayout &layout, const LogPosition &from, LogMove move, int column)
{
    const LogLines &lines = layout.lines();
    const int page = pageOf(layout.wholeRows());
    switch (move) {
    case LogMove::CharacterBack:
        return characterBack(lines, from);
    case LogMove::CharacterOn:
        return characterOn(lines, from);
    case LogMove::WordBack:
        return wordBack(lines, from);
    case LogMove::WordOn:
        return wordOn(lines, from);
    case LogMove::LineBegin:
        return lineAt(lines, from.line).anchor;
    case LogMove::LineEnd:
        return lineAt(lines, from.line).caret;
    case LogMove::RowUp:
        return byRows(layout, from, -1, column);
    case LogMove::RowDown:
        return byRows(layout, from, 1, column);
    case LogMove::PageUp:
        return byRows(layout, from, -page, column);
    case LogMove::PageDown:
        return byRows(layout, from, page, column);
    case LogMove::LogBegin:
        return allOf(lines).anchor;
    case LogMove::LogEnd:
        return allOf(lines).caret;
    }
    Q_UNREACHABLE();
}

} // namespace ui
