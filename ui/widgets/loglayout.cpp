// SPDX-License-Identifier: MIT
#include "ui/widgets/loglayout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

// Narrower than this, wrapped text is no text any more.
constexpr int fewestColumns = 8;

// The piece of a row with that character, behind the row's end the last one.
std::optional<LogPiece> pieceAt(const LogRow &row, qsizetype index)
{
    const QList<LogPiece> pieces = row.entry->grid.pieces(row.begin, row.end);
    if (pieces.isEmpty())
        return std::nullopt;
    const auto piece = std::find_if(pieces.cbegin(), pieces.cend(),
                                    [index](const LogPiece &one) { return index < one.end(); });
    return piece == pieces.cend() ? pieces.last() : *piece;
}

} // namespace

int LogLayout::wholeRows() const
{
    return std::max(1, m_frame.height / m_frame.rowHeight);
}

QList<qsizetype> LogLayout::rowsOf(const LogEntry &entry) const
{
    return m_frame.isWrapping ? entry.grid.rows(std::max(fewestColumns, m_frame.columns))
                              : QList<qsizetype>{0};
}

LogPlace LogLayout::lastPlace() const
{
    const qint64 line = m_lines.end() - 1;
    return {.line = line, .row = rowsOf(*m_lines.entry(line)).size() - 1};
}

LogPlace LogLayout::lastTop() const
{
    const qint64 begin = m_lines.begin();
    const qint64 bottom = m_lines.bottom();
    if (!m_frame.isWrapping)
        return {.line = std::max(begin, bottom - wholeRows())};
    qsizetype missing = wholeRows();
    qint64 number = bottom;
    while (number > begin && missing > 0) {
        --number;
        missing -= rowsOf(*m_lines.entry(number)).size();
    }
    return {.line = number, .row = std::max<qsizetype>(0, -missing)};
}

LogPlace LogLayout::moved(LogPlace place, qsizetype rows, const LogPlace &last) const
{
    const auto rowCount = [this](qint64 line) { return rowsOf(*m_lines.entry(line)).size(); };
    place = std::max(place, firstPlace());
    while (rows < 0 && place > firstPlace()) {
        if (place.row == 0) {
            --place.line;
            place.row = rowCount(place.line);
        }
        const qsizetype step = std::min(-rows, place.row);
        place.row -= step;
        rows += step;
    }
    while (rows > 0 && place < last) {
        const qsizetype step = std::min(rows, rowCount(place.line) - place.row);
        place.row += step;
        rows -= step;
        if (place.row == rowCount(place.line))
            place = {.line = place.line + 1};
    }
    return std::min(place, std::max(last, firstPlace()));
}

LogPlace LogLayout::placeOf(const LogPosition &position) const
{
    const QList<qsizetype> begins = rowsOf(*m_lines.entry(position.line));
    const auto next = std::upper_bound(begins.cbegin(), begins.cend(), position.index);
    return {.line = position.line, .row = std::max<qsizetype>(0, next - begins.cbegin() - 1)};
}

int LogLayout::columnOf(const LogPosition &position) const
{
    const auto entry = m_lines.entry(position.line);
    const qsizetype begin = rowsOf(*entry).at(placeOf(position).row);
    return entry->grid.columnOf(position.index) - entry->grid.columnOf(begin);
}

LogPosition LogLayout::positionIn(const LogPlace &place, int column) const
{
    const auto entry = m_lines.entry(place.line);
    const LogGrid &grid = entry->grid;
    const QList<qsizetype> begins = rowsOf(*entry);
    const qsizetype begin = begins.at(place.row);
    const qsizetype index = grid.indexAt(grid.columnOf(begin) + column);
    if (place.row + 1 == begins.size())
        return {.line = place.line, .index = std::min(index, entry->line.text.size())};
    // Where the next row begins is in that one.
    const qsizetype last = grid.indexAt(grid.columnOf(begins.at(place.row + 1)) - 1);
    return {.line = place.line, .index = std::clamp(index, begin, std::max(begin, last))};
}

LogPlace LogLayout::topShowing(const LogPosition &position, const LogPlace &top) const
{
    const LogPlace place = placeOf(position);
    const LogPlace highest = moved(place, 1 - wholeRows(), lastPlace());
    return std::clamp(top, highest, place);
}

QList<LogRow> LogLayout::rows(const LogPlace &top, Edge edge) const
{
    QList<LogRow> rows;
    int y = -int(top.row) * m_frame.rowHeight;
    for (qint64 number = top.line; number < m_lines.bottom() && y < m_frame.height + m_frame.rowHeight;
         ++number)
        appendRows(rows, number, y);
    if (edge == Edge::Lower && top > firstPlace() && !rows.isEmpty())
        alignToLowerEdge(rows);
    rows.removeIf(
        [this](const LogRow &row) { return row.top + m_frame.rowHeight <= 0 || row.top >= m_frame.height; });
    return rows;
}

void LogLayout::appendRows(QList<LogRow> &rows, qint64 number, int &top) const
{
    const auto entry = m_lines.entry(number);
    const QList<qsizetype> begins = rowsOf(*entry);
    for (qsizetype i = 0; i < begins.size(); ++i) {
        const bool isLast = i + 1 == begins.size();
        rows.append({.number = number,
                     .entry = entry,
                     .begin = begins.at(i),
                     .end = isLast ? entry->line.text.size() : begins.at(i + 1),
                     .top = top,
                     .isFirst = i == 0});
        top += m_frame.rowHeight;
    }
}

void LogLayout::alignToLowerEdge(QList<LogRow> &rows) const
{
    const int shift = m_frame.height - (rows.last().top + m_frame.rowHeight);
    for (LogRow &row : rows)
        row.top += shift;
    // What is left above shows a part of the row before.
    if (rows.first().top <= 0 || rows.first().number == m_lines.begin())
        return;
    const QList<LogRow> below = std::exchange(rows, {});
    int above = 0;
    appendRows(rows, below.first().number - 1, above);
    for (LogRow &row : rows)
        row.top += below.first().top - above;
    rows.append(below);
}

const LogRow *rowOf(const QList<LogRow> &rows, const LogPosition &position)
{
    const auto row = std::find_if(rows.cbegin(), rows.cend(), [&](const LogRow &one) {
        const bool isLast = one.end == one.entry->line.text.size();
        return one.number == position.line && one.begin <= position.index
            && (position.index < one.end || isLast);
    });
    return row == rows.cend() ? nullptr : &*row;
}

LogColumns columnsOf(const LogRow &row, qsizetype index)
{
    const auto piece = pieceAt(row, index);
    if (!piece)
        return {};
    const LogGrid &grid = row.entry->grid;
    const LogColumns columns = columnsWithin(grid, *piece, index, grid.next(index));
    const int left = grid.columnOf(row.begin);
    return {.begin = columns.begin - left, .end = columns.end - left};
}

int caretColumn(const LogRow &row, qsizetype index)
{
    const auto piece = pieceAt(row, index);
    if (!piece)
        return 0;
    const LogGrid &grid = row.entry->grid;
    return columnsWithin(grid, *piece, index, index).begin - grid.columnOf(row.begin);
}

LogPosition positionAt(const QList<LogRow> &rows, int rowHeight, int y, qreal column)
{
    const auto below =
        std::find_if(rows.cbegin(), rows.cend(), [y](const LogRow &row) { return row.top > y; });
    const LogRow &row = below == rows.cbegin() ? *below : *(below - 1);
    if (below == rows.cend() && y >= row.top + rowHeight)
        return {.line = row.number, .index = row.end};
    const LogGrid &grid = row.entry->grid;
    const qreal across = column + grid.columnOf(row.begin);
    for (const LogPiece &piece : grid.pieces(row.begin, row.end)) {
        if (!piece.isRightToLeft || across < piece.column || across >= piece.column + piece.columns)
            continue;
        const int mirrored = int(std::lround(2 * piece.column + piece.columns - across));
        return {.line = row.number, .index = std::clamp(grid.indexAt(mirrored), piece.begin, piece.end())};
    }
    // Before a character from its middle to the left, behind it from there to the right.
    const qsizetype index = grid.indexAt(std::max(0, int(std::floor(across))));
    const qreal middle = (grid.columnOf(index) + grid.columnOf(grid.next(index))) / 2.0;
    const qsizetype nearest = across > middle ? grid.next(index) : index;
    return {.line = row.number, .index = std::clamp(nearest, row.begin, row.end)};
}

} // namespace ui
