// SPDX-License-Identifier: MIT
#pragma once

#include "ui/widgets/logmarks.h"
#include "ui/widgets/logselection.h"

#include <compare>

namespace ui {

// A row of a line; in a wrapped log a line has several.
struct LogPlace
{
    qint64 line = 0;
    qsizetype row = 0;

    auto operator<=>(const LogPlace &) const = default;
};

// The room that a log is shown in.
struct LogFrame
{
    int height = 0;
    int rowHeight = 1;
    int columns = 1;
    bool isWrapping = false;
};

// Which rows of a log stand where. It holds no more than what it was made from.
class LogLayout final
{
public:
    // Which edge of the frame has a whole row: the lower one while the newest lines are followed.
    enum class Edge { Upper, Lower };

    LogLayout(const LogLines &lines, const LogFrame &frame)
        : m_lines(lines)
        , m_frame(frame)
    {}

    const LogLines &lines() const { return m_lines; }
    int wholeRows() const;
    // Where the rows of a line begin.
    QList<qsizetype> rowsOf(const LogEntry &entry) const;
    LogPlace firstPlace() const { return {.line = m_lines.begin()}; }
    // The last row of the log's own lines; there has to be one.
    LogPlace lastPlace() const;
    // The uppermost row when the last one stands at the lower edge.
    LogPlace lastTop() const;
    // So many rows further down, or up where it is negative, between the first place and `last`.
    LogPlace moved(LogPlace place, qsizetype rows, const LogPlace &last) const;
    LogPlace placeOf(const LogPosition &position) const;
    // The columns from the beginning of its row to a position, and back.
    int columnOf(const LogPosition &position) const;
    LogPosition positionIn(const LogPlace &place, int column) const;
    // The uppermost row, as near to `top` as it can be with a position of the log's lines wholly in view.
    LogPlace topShowing(const LogPosition &position, const LogPlace &top) const;
    // The rows that are visible, wholly or in part, when `top` is the uppermost.
    QList<LogRow> rows(const LogPlace &top, Edge edge) const;

private:
    void appendRows(QList<LogRow> &rows, qint64 number, int &top) const;
    void alignToLowerEdge(QList<LogRow> &rows) const;

    const LogLines &m_lines;
    LogFrame m_frame;
};

// The row that a position is in; null where that is not visible.
const LogRow *rowOf(const QList<LogRow> &rows, const LogPosition &position);

// The columns that the character at `index` covers, from the left of its row, and where the caret before it
// stands: at its right where it reads from the right.
LogColumns columnsOf(const LogRow &row, qsizetype index);
int caretColumn(const LogRow &row, qsizetype index);

// The position beside a point: `y` from the upper edge of the frame, `column` from the left of a row.
LogPosition positionAt(const QList<LogRow> &rows, int rowHeight, int y, qreal column);

} // namespace ui
