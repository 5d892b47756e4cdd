// SPDX-License-Identifier: MIT
#include "ui/widgets/logpainter.h"

#include "ui/logcolors.h"
#include "ui/widgets/loglayout.h"

#include <QDateTime>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr std::size_t bold = 1;
constexpr std::size_t italic = 2;
constexpr std::size_t underlined = 4;
constexpr std::size_t struckOut = 8;
constexpr int errorMarkWidth = 2;
constexpr int caretWidth = 2;

bool isLatin(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x7f; });
}

bool covers(const LogSpan &span, qsizetype index)
{
    return index >= span.begin && index < span.begin + span.length;
}

} // namespace

LogFont::LogFont(const QFont &font)
{
    for (std::size_t i = 0; i < variants; ++i) {
        m_fonts[i] = font;
        m_fonts[i].setKerning(false);
        if ((i & bold) != 0)
            m_fonts[i].setBold(true);
        m_fonts[i].setItalic((i & italic) != 0);
        m_fonts[i].setUnderline((i & underlined) != 0);
        m_fonts[i].setStrikeOut((i & struckOut) != 0);
    }
    const QFontMetricsF metrics(m_fonts[0]);
    m_columnWidth = std::max(1.0, metrics.horizontalAdvance(u'0'));
    m_ascent = std::ceil(metrics.ascent());
    m_rowHeight = std::max(1, int(std::ceil(metrics.lineSpacing())));
}

bool LogFont::isEven(std::size_t variant) const
{
    std::optional<bool> &known = m_isEven[variant & (bold | italic)];
    if (!known) {
        const QString letters = u"iiiiWWWW0000...."_s;
        const qreal advance = QFontMetricsF(m_fonts[variant]).horizontalAdvance(letters);
        known = std::abs(advance - m_columnWidth * qreal(letters.size())) < 0.1;
    }
    return *known;
}

std::size_t LogFont::variantOf(const LogStyle &style)
{
    return (style.isBold ? bold : 0) | (style.isItalic ? italic : 0) | (style.isUnderlined ? underlined : 0)
        | (style.isStruckOut ? struckOut : 0);
}

void LogFont::write(QPainter &painter, qreal x, qreal top, const QString &text, const LogPiece &piece,
                    const LogGrid &grid, const LogStyle &style) const
{
    const std::size_t variant = variantOf(style);
    const QString part = text.sliced(piece.begin, piece.length);
    const qreal baseline = top + m_ascent;
    painter.setFont(m_fonts[variant]);
    if (!piece.isShaped && isEven(variant) && isLatin(part)) {
        painter.drawText(QPointF(x, baseline), part);
        return;
    }
    const qreal room = piece.columns * m_columnWidth;
    const qreal advance = QFontMetricsF(m_fonts[variant]).horizontalAdvance(part);
    if (piece.isShaped) {
        painter.save();
        painter.setLayoutDirection(piece.isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        const bool isTooWide = advance > room;
        painter.translate(piece.isRightToLeft && !isTooWide ? x + room - advance : x, baseline);
        if (isTooWide)
            painter.scale(room / advance, 1);
        painter.drawText(QPointF(0, 0), part);
        painter.restore();
        return;
    }
    if (std::abs(advance - room) < 0.1) {
        painter.drawText(QPointF(x, baseline), part);
        return;
    }
    for (qsizetype begin = piece.begin; begin < piece.end();) {
        const qsizetype end = std::min(grid.next(begin), piece.end());
        const int column = grid.columnOf(begin) - piece.column;
        painter.drawText(QPointF(x + column * m_columnWidth, baseline), text.sliced(begin, end - begin));
        begin = end;
    }
}

void LogPainter::paintRow(const LogRow &row, const LogMarks &marks, qreal left, qreal from, qreal to)
{
    const LogGrid &grid = row.entry->grid;
    const qreal width = m_font.columnWidth();
    const qreal first = left - grid.columnOf(row.begin) * width;
    const int fromColumn = int((from - first) / width) - 1;
    const int toColumn = int((to - first) / width) + 1;
    const qsizetype visibleBegin = grid.indexAt(std::max(fromColumn, 0));
    const qsizetype visibleEnd = grid.next(grid.indexAt(std::max(toColumn, 0)));
    for (const LogPiece &piece : grid.pieces(row.begin, row.end)) {
        if (piece.column > toColumn || piece.column + piece.columns < fromColumn)
            continue;
        if (piece.isShaped) {
            paintPiece(row, marks, piece, first);
            continue;
        }
        LogPiece visible = piece;
        visible.begin = std::max(piece.begin, visibleBegin);
        visible.length = std::min(piece.end(), visibleEnd) - visible.begin;
        visible.column = grid.columnOf(visible.begin);
        visible.columns = grid.columnOf(visible.end()) - visible.column;
        if (visible.length > 0)
            paintPiece(row, marks, visible, first);
    }
    if (marks.isSelectedBeyond && row.end == row.entry->line.text.size())
        m_painter.fillRect(QRectF(first + grid.columns() * width, row.top, width, m_font.rowHeight()),
                           m_palette.color(QPalette::Highlight));
}

void LogPainter::paintPiece(const LogRow &row, const LogMarks &marks, const LogPiece &piece, qreal left)
{
    const LogGrid &grid = row.entry->grid;
    const qreal width = m_font.columnWidth();
    const auto rectOf = [&](qsizetype begin, qsizetype end) {
        const LogColumns columns = columnsWithin(grid, piece, begin, end);
        return QRectF(left + columns.begin * width, row.top, (columns.end - columns.begin) * width,
                      m_font.rowHeight());
    };
    const QList<Part> all = parts(row.entry->line, marks, piece.begin, piece.end());
    for (const Part &part : all) {
        const LogPaint paint = paintOf(part);
        const QRectF rect = rectOf(part.begin, part.end);
        if (paint.background.isValid())
            m_painter.fillRect(rect, paint.background);
        if (part.mark == Mark::Current) { // it differs by its frame as well
            m_painter.setPen(paint.text);
            m_painter.drawRect(rect.adjusted(0, 0, -1, -1));
        }
    }
    for (const Part &part : all) {
        LogPiece written = piece;
        if (!piece.isShaped) {
            written.begin = part.begin;
            written.length = part.end - part.begin;
            written.column = grid.columnOf(part.begin);
            written.columns = grid.columnOf(part.end) - written.column;
        }
        m_painter.setPen(paintOf(part).text);
        m_font.write(m_painter, left + written.column * width, row.top, row.entry->line.text, written, grid,
                     part.style);
        if (piece.isShaped)
            return;
    }
}

LogPaint LogPainter::paintOf(const Part &part) const
{
    switch (part.mark) {
    case Mark::None:
        return logPaint(part.style, m_palette);
    case Mark::Match:
        return matchPaint(m_palette);
    case Mark::Current:
        return currentMatchPaint();
    case Mark::Selected:
        return {.text = m_palette.color(QPalette::HighlightedText),
                .background = m_palette.color(QPalette::Highlight)};
    }
    Q_UNREACHABLE();
}

QList<LogPainter::Part> LogPainter::parts(const LogLine &line, const LogMarks &marks, qsizetype begin,
                                          qsizetype end) const
{
    QList<qsizetype> cuts{begin, end};
    const auto cut = [&](qsizetype from, qsizetype length) {
        for (const qsizetype at : {from, from + length}) {
            if (at > begin && at < end)
                cuts.append(at);
        }
    };
    for (const LogRun &run : line.runs)
        cut(run.begin, run.length);
    for (const LogSpan &span : marks.matches)
        cut(span.begin, span.length);
    for (const auto &span : {marks.current, marks.selected}) {
        if (span)
            cut(span->begin, span->length);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

    QList<Part> all;
    auto run = line.runs.cbegin();
    auto match = marks.matches.cbegin();
    for (qsizetype i = 0; i + 1 < cuts.size(); ++i) {
        const qsizetype at = cuts.at(i);
        Part part{.begin = at, .end = cuts.at(i + 1)};
        while (run != line.runs.cend() && run->begin + run->length <= at)
            ++run;
        if (run != line.runs.cend() && run->begin <= at)
            part.style = run->style;
        while (match != marks.matches.cend() && match->begin + match->length <= at)
            ++match;
        if (marks.selected && covers(*marks.selected, at))
            part.mark = Mark::Selected;
        else if (marks.current && covers(*marks.current, at))
            part.mark = Mark::Current;
        else if (match != marks.matches.cend() && match->begin <= at)
            part.mark = Mark::Match;
        all.append(part);
    }
    return all;
}

void LogPainter::paintTime(const LogRow &row, qreal left)
{
    if (!row.isFirst || row.entry->at == 0)
        return;
    const QString time = QDateTime::fromMSecsSinceEpoch(row.entry->at).toString(u"HH:mm:ss.zzz"_s);
    const LogPiece piece{.begin = 0, .length = time.size(), .column = 0, .columns = int(time.size())};
    m_painter.setPen(logPaint({.isNote = true}, m_palette).text);
    m_font.write(m_painter, left, row.top, time, piece, LogGrid(time), {});
}

void LogPainter::paintErrorMark(const LogRow &row, qreal left)
{
    if (row.entry->channel == core::OutputChannel::Err)
        m_painter.fillRect(QRectF(left, row.top, errorMarkWidth, m_font.rowHeight()),
                           errorMarkColor(m_palette));
}

void LogPainter::paintCaret(const LogRow &row, qsizetype index, qreal left)
{
    const qreal at = left + caretColumn(row, index) * m_font.columnWidth();
    m_painter.fillRect(QRectF(at - 1, row.top, caretWidth, m_font.rowHeight()),
                       m_palette.color(QPalette::Text));
}

} // namespace ui
