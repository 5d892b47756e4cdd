// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>

namespace ui {

// A part of a line that is painted at once.
struct LogPiece
{
    qsizetype begin = 0;
    qsizetype length = 0;
    int column = 0;
    int columns = 0;
    bool isShaped = false; // letters that join or reorder: painted as a whole or not at all
    bool isRightToLeft = false;

    qsizetype end() const { return begin + length; }
    bool operator==(const LogPiece &) const = default;
};

// Where each character of a line stands, in columns of one width as in a terminal. Right-to-left text is a
// piece of its own, so that it reorders nothing but itself.
class LogGrid final
{
public:
    explicit LogGrid(const QString &text);

    int columns() const { return columnOf(m_size); }
    // Where the character at `index` begins.
    int columnOf(qsizetype index) const;
    // The index of the character that covers a column of the line in logical order, or the line's length.
    qsizetype indexAt(int column) const;
    // The beginnings of the rows when it is wrapped at that many columns.
    QList<qsizetype> rows(int columns) const;
    // The pieces between two indexes, cut there.
    QList<LogPiece> pieces(qsizetype begin, qsizetype end) const;
    // The end of the character that begins at `index`, marks and joined ones with it.
    qsizetype next(qsizetype index) const;

private:
    void measure(const QString &text);

    qsizetype m_size;
    QList<int> m_columns;     // by index, and one more; empty where each character has one column
    QList<LogPiece> m_pieces; // empty likewise
};

// The columns that the characters from `begin` and before `end` cover within a piece, from the left.
struct LogColumns
{
    int begin = 0;
    int end = 0;

    bool operator==(const LogColumns &) const = default;
};
LogColumns columnsWithin(const LogGrid &grid, const LogPiece &piece, qsizetype begin, qsizetype end);

} // namespace ui
