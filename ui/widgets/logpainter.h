// SPDX-License-Identifier: MIT
#pragma once

#include "ui/logcolors.h"
#include "ui/widgets/logmarks.h"

#include <QFont>
#include <QPalette>

#include <array>
#include <optional>

class QPainter;

namespace ui {

// The shape of a log's letters: a font whose characters stand in columns.
class LogFont final
{
public:
    explicit LogFont(const QFont &font);

    qreal columnWidth() const { return m_columnWidth; }
    int rowHeight() const { return m_rowHeight; }
    // Writes a part of a piece, the left of its first column at `x`.
    void write(QPainter &painter, qreal x, qreal top, const QString &text, const LogPiece &piece,
               const LogGrid &grid, const LogStyle &style) const;

private:
    static constexpr std::size_t variants = 16;
    static std::size_t variantOf(const LogStyle &style);
    bool isEven(std::size_t variant) const;

    std::array<QFont, variants> m_fonts;
    // Whether Latin letters are as wide as a column, by bold and italic; found when it is needed.
    mutable std::array<std::optional<bool>, 4> m_isEven;
    qreal m_columnWidth = 1;
    qreal m_ascent = 0;
    int m_rowHeight = 1;
};

// Paints rows in the colours of a palette, of which it uses one group.
class LogPainter final
{
public:
    LogPainter(QPainter &painter, const LogFont &font, const QPalette &palette)
        : m_painter(painter)
        , m_font(font)
        , m_palette(palette)
    {}

    // `left` is where column 0 would be; nothing is painted outside of `from` and `to`.
    void paintRow(const LogRow &row, const LogMarks &marks, qreal left, qreal from, qreal to);
    void paintTime(const LogRow &row, qreal left);
    void paintErrorMark(const LogRow &row, qreal left);
    void paintCaret(const LogRow &row, qsizetype index, qreal left);

private:
    enum class Mark { None, Match, Current, Selected };
    struct Part
    {
        qsizetype begin = 0;
        qsizetype end = 0;
        LogStyle style;
        Mark mark = Mark::None;
    };

    QList<Part> parts(const LogLine &line, const LogMarks &marks, qsizetype begin, qsizetype end) const;
    LogPaint paintOf(const Part &part) const;
    void paintPiece(const LogRow &row, const LogMarks &marks, const LogPiece &piece, qreal left);

    QPainter &m_painter;
    const LogFont &m_font;
    const QPalette &m_palette;
};

} // namespace ui
