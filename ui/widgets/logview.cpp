// SPDX-License-Identifier: MIT
#include "ui/widgets/logview.h"

#include "ui/logcolors.h"
#include "ui/widgets/rhythm.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr auto refreshInterval = 33ms;
constexpr auto dragInterval = 50ms;
constexpr int margin = rhythm / 2;
// "00:00:00.000" and what keeps it apart.
constexpr int timeColumns = 14;
constexpr int wheelNotch = 120;

bool isOfWord(QChar c)
{
    static const QString also = u":@-./_~?&=%+#"_s; // what paths and addresses are made of
    return c.isLetterOrNumber() || c.isMark() || c.isSurrogate() || also.contains(c);
}

} // namespace

LogView::LogView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(u"logView"_s);
    setAccessibleName(tr("Log"));
    setAccessibleDescription(tr("What the server printed, the newest lines at the end"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    // Output reads from left to right in every language.
    setLayoutDirection(Qt::LeftToRight);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setCursor(Qt::IBeamCursor);
    setMinimumHeight(3 * fontMetrics().lineSpacing());
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshInterval);
    connect(&m_refresh, &QTimer::timeout, this, &LogView::refresh);
    m_drag.setInterval(dragInterval);
    connect(&m_drag, &QTimer::timeout, this, &LogView::dragSelection);
}

void LogView::setLog(std::shared_ptr<core::ServerLog> log)
{
    if (m_lines.log() != nullptr)
        m_lines.log()->disconnect(this);
    m_lines.setLog(log);
    if (log != nullptr) {
        connect(log.get(), &core::ServerLog::grew, this, &LogView::onGrew);
        connect(log.get(), &core::ServerLog::over, this, &LogView::onGrew);
    }
    m_current.reset();
    m_rows.clear();
    m_top = {};
    m_widest = 0;
    select({}, {});
    horizontalScrollBar()->setValue(0);
    setFollowing(true);
    refresh();
}

QString LogView::selectedText() const
{
    const LogPosition first = clamped(std::min(m_anchor, m_cursor));
    const LogPosition last = clamped(std::max(m_anchor, m_cursor));
    QString text;
    for (qint64 number = first.line; number <= last.line && number < m_lines.bottom(); ++number) {
        if (number > first.line)
            text += u'\n';
        const QString &line = m_lines.entry(number)->line.text;
        const qsizetype begin = number == first.line ? std::min(first.index, line.size()) : 0;
        const qsizetype end = number == last.line ? std::min(last.index, line.size()) : line.size();
        text += QStringView(line).sliced(begin, std::max<qsizetype>(0, end - begin));
    }
    return text;
}

void LogView::setFollowing(bool following)
{
    if (following != m_isFollowing) {
        m_isFollowing = following;
        adjust();
        Q_EMIT followingChanged(following);
    }
}

void LogView::setPaused(bool paused)
{
    m_lines.setPaused(paused);
    refresh();
}

void LogView::setWrapping(bool wrapping)
{
    m_isWrapping = wrapping;
    m_top.row = 0;
    adjust();
}

void LogView::setTimesShown(bool shown)
{
    m_areTimesShown = shown;
    adjust();
}

void LogView::clear()
{
    m_lines.clear();
    m_current.reset();
    m_widest = 0;
    select({}, {});
    setFollowing(true);
    refresh();
}

void LogView::copy() const
{
    if (hasSelection())
        QApplication::clipboard()->setText(selectedText());
}

void LogView::selectAll()
{
    if (m_lines.begin() == m_lines.end())
        return;
    const qint64 last = m_lines.end() - 1;
    select({.line = m_lines.begin(), .index = 0},
           {.line = last, .index = m_lines.entry(last)->line.text.size()});
}

void LogView::setPattern(const LogPattern &pattern)
{
    m_pattern = pattern;
    m_current.reset();
    viewport()->update();
}

void LogView::setCurrentMatch(qint64 line, const LogSpan &span)
{
    m_current = {line, span};
    viewport()->update();
}

void LogView::clearCurrentMatch()
{
    m_current.reset();
    viewport()->update();
}

void LogView::reveal(qint64 line, const LogSpan &span)
{
    if (line < m_lines.begin() || line >= m_lines.bottom())
        return;
    const auto entry = m_lines.entry(line);
    const int column = entry->grid.columnOf(span.begin);
    QScrollBar *const across = horizontalScrollBar();
    if (!m_isWrapping) {
        m_widest = std::max(m_widest, entry->grid.columns());
        adjust();
        if (column < across->value())
            across->setValue(std::max(0, column - 4));
        else if (column + int(span.length) > across->value() + columnsShown())
            across->setValue(column - columnsShown() / 2);
    }
    const QList<qsizetype> rows = rowsOf(*entry);
    const qsizetype row = std::upper_bound(rows.begin(), rows.end(), span.begin) - rows.begin() - 1;
    layOut();
    const bool isVisible = std::any_of(m_rows.cbegin(), m_rows.cend(), [&](const LogRow &one) {
        return one.number == line && one.begin == rows.at(row) && one.top >= 0
            && one.top + letters().rowHeight() <= viewport()->height();
    });
    if (!isVisible) {
        scrollTo({.line = line, .row = row});
        scrollRows(-wholeRows() / 3);
    }
    holdStill();
}

bool LogView::event(QEvent *event)
{
    // Elsewhere in the window these keys may be an action's.
    if (event->type() == QEvent::ShortcutOverride) {
        auto *const key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            key->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void LogView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        takeFont();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ActivationChange)
        viewport()->update();
}

void LogView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    refresh();
}

void LogView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    adjust();
}

void LogView::paintEvent(QPaintEvent *)
{
    if (m_lines.log() == nullptr)
        return;
    QPainter painter(viewport());
    layOut();
    if (m_rows.isEmpty()) {
        painter.setPen(logPaint({.isNote = true}, palette()).text);
        painter.drawText(viewport()->rect().adjusted(rhythm, rhythm, -rhythm, -rhythm),
                         Qt::AlignCenter | Qt::TextWordWrap, logAbsence(m_lines.absence()));
    }
    LogPainter ink(painter, letters(), palette());
    const qreal left = textLeft();
    for (const LogRow &row : std::as_const(m_rows))
        ink.paintErrorMark(row, 0);
    if (m_areTimesShown) {
        for (const LogRow &row : std::as_const(m_rows))
            ink.paintTime(row, margin);
    }
    painter.setClipRect(QRectF(left - 1, 0, viewport()->width() - left + 1, viewport()->height()));
    for (const LogRow &row : std::as_const(m_rows))
        ink.paintRow(row, marksOf(row), columnZero(), left, viewport()->width());
    painter.setClipping(false);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
    if (!m_rows.isEmpty())
        m_lines.addShown(m_rows.first().number, std::min(m_rows.last().number + 1, m_lines.end()));
}

void LogView::scrollContentsBy(int, int dy)
{
    if (m_isAdjusting)
        return;
    if (dy != 0) {
        const QScrollBar *const bar = verticalScrollBar();
        const bool atEnd = bar->value() == bar->maximum();
        m_top = {.line = m_lines.begin() + bar->value(), .row = 0};
        setFollowing(atEnd);
    }
    viewport()->update();
}

void LogView::keyPressEvent(QKeyEvent *event)
{
    if (m_lines.log() == nullptr) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    QScrollBar *const across = horizontalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        selectAll();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        scrollRows(-1);
        return;
    case Qt::Key_Down:
        scrollRows(1);
        return;
    case Qt::Key_PageUp:
        scrollRows(-std::max(1, wholeRows() - 1));
        return;
    case Qt::Key_PageDown:
        scrollRows(std::max(1, wholeRows() - 1));
        return;
    case Qt::Key_Home:
        scrollTo({.line = m_lines.begin()});
        return;
    case Qt::Key_End:
        setFollowing(true);
        return;
    case Qt::Key_Left:
        across->setValue(across->value() - across->singleStep());
        return;
    case Qt::Key_Right:
        across->setValue(across->value() + across->singleStep());
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void LogView::wheelEvent(QWheelEvent *event)
{
    // The scroll bar knows lines only, and a wrapped one may be higher than the view.
    if (event->angleDelta().y() == 0 || m_lines.log() == nullptr) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    m_wheel += event->angleDelta().y() * QApplication::wheelScrollLines();
    scrollRows(-m_wheel / wheelNotch);
    m_wheel %= wheelNotch;
    event->accept();
}

void LogView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const LogPosition at = positionAt(event->position().toPoint());
    if (m_sinceDoubleClick.isValid() && !m_sinceDoubleClick.hasExpired(QApplication::doubleClickInterval()))
        selectLine(at.line);
    else
        select((event->modifiers() & Qt::ShiftModifier) != 0 ? m_anchor : at, at);
    m_sinceDoubleClick.invalidate();
}

void LogView::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) == 0)
        return;
    m_dragPoint = event->position().toPoint();
    const bool isOutside = m_dragPoint.y() < 0 || m_dragPoint.y() >= viewport()->height();
    if (!isOutside)
        m_drag.stop();
    else if (!m_drag.isActive())
        m_drag.start();
    select(m_anchor, positionAt(m_dragPoint));
    if (hasSelection())
        holdStill();
}

void LogView::mouseReleaseEvent(QMouseEvent *)
{
    m_drag.stop();
    QClipboard *const clipboard = QApplication::clipboard();
    if (clipboard->supportsSelection() && hasSelection())
        clipboard->setText(selectedText(), QClipboard::Selection);
}

void LogView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    selectWord(positionAt(event->position().toPoint()));
    m_sinceDoubleClick.start();
}

void LogView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(actions());
    menu->popup(event->globalPos());
}

void LogView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LogView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void LogView::onGrew()
{
    if (isVisible() && !m_refresh.isActive())
        m_refresh.start();
}

void LogView::refresh()
{
    m_lines.countSkipped();
    if (m_current && m_current->first < m_lines.begin())
        m_current.reset();
    adjust();
    Q_EMIT refreshed();
}

// Brings the scroll bars and the upper edge in line with the lines that are there.
void LogView::adjust()
{
    const QScopedValueRollback adjusting(m_isAdjusting, true);
    if (m_lines.log() == nullptr) {
        verticalScrollBar()->setRange(0, 0);
        horizontalScrollBar()->setRange(0, 0);
        viewport()->update();
        return;
    }
    const Top last = lastTop();
    m_top = m_isFollowing ? last : std::min(std::max(m_top, Top{.line = m_lines.begin()}), last);
    QScrollBar *const down = verticalScrollBar();
    down->setPageStep(wholeRows());
    down->setRange(0, int(last.line - m_lines.begin()));
    down->setValue(m_isFollowing ? down->maximum() : int(m_top.line - m_lines.begin()));
    QScrollBar *const across = horizontalScrollBar();
    layOut();
    for (const LogRow &row : std::as_const(m_rows))
        m_widest = std::max(m_widest, row.entry->grid.columns());
    across->setPageStep(columnsShown());
    across->setSingleStep(4);
    across->setRange(0, m_isWrapping ? 0 : std::max(0, m_widest + 1 - columnsShown()));
    viewport()->update();
}

// The rows that are visible now; while following they are laid out from the lower edge up.
void LogView::layOut()
{
    m_rows.clear();
    // Lines may have fallen out since the last refresh.
    if (m_top.line < m_lines.begin())
        m_top = m_isFollowing ? lastTop() : Top{.line = m_lines.begin()};
    const int height = viewport()->height();
    int top = 0;
    for (qint64 number = m_top.line; number < m_lines.bottom() && top < height + letters().rowHeight();
         ++number) {
        if (number == m_top.line && m_top.row > 0)
            top = -int(m_top.row) * letters().rowHeight();
        appendRows(number, top);
    }
    const bool isFull = m_top > Top{.line = m_lines.begin()};
    if (m_isFollowing && isFull && !m_rows.isEmpty()) {
        const int shift = height - (m_rows.last().top + letters().rowHeight());
        for (LogRow &row : m_rows)
            row.top += shift;
        // What is left above shows a part of the row before.
        if (m_rows.first().top > 0 && m_rows.first().number > m_lines.begin()) {
            QList<LogRow> below = std::exchange(m_rows, {});
            int above = 0;
            appendRows(below.first().number - 1, above);
            for (LogRow &row : m_rows)
                row.top += below.first().top - above;
            m_rows.append(below);
        }
    }
    m_rows.removeIf(
        [&](const LogRow &row) { return row.top + letters().rowHeight() <= 0 || row.top >= height; });
}

void LogView::appendRows(qint64 number, int &top)
{
    const auto entry = m_lines.entry(number);
    const QList<qsizetype> begins = rowsOf(*entry);
    for (qsizetype i = 0; i < begins.size(); ++i) {
        const bool isLast = i + 1 == begins.size();
        m_rows.append({.number = number,
                       .entry = entry,
                       .begin = begins.at(i),
                       .end = isLast ? entry->line.text.size() : begins.at(i + 1),
                       .top = top,
                       .isFirst = i == 0});
        top += letters().rowHeight();
    }
}

QList<qsizetype> LogView::rowsOf(const LogEntry &entry) const
{
    return m_isWrapping ? entry.grid.rows(std::max(8, columnsShown())) : QList<qsizetype>{0};
}

// The upper edge when the last row stands at the lower one.
LogView::Top LogView::lastTop() const
{
    const qint64 begin = m_lines.begin();
    const qint64 bottom = m_lines.bottom();
    if (!m_isWrapping)
        return {.line = std::max(begin, bottom - wholeRows())};
    qsizetype missing = wholeRows();
    qint64 number = bottom;
    while (number > begin && missing > 0) {
        --number;
        missing -= rowsOf(*m_lines.entry(number)).size();
    }
    return {.line = number, .row = std::max<qsizetype>(0, -missing)};
}

void LogView::scrollRows(qsizetype rows)
{
    Top top = std::max(m_top, Top{.line = m_lines.begin()});
    const auto rowCount = [this](qint64 line) { return rowsOf(*m_lines.entry(line)).size(); };
    while (rows < 0 && (top.row > 0 || top.line > m_lines.begin())) {
        if (top.row == 0) {
            --top.line;
            top.row = rowCount(top.line);
        }
        const qsizetype step = std::min(-rows, top.row);
        top.row -= step;
        rows += step;
    }
    const Top last = lastTop();
    while (rows > 0 && top < last) {
        const qsizetype step = std::min(rows, rowCount(top.line) - top.row);
        top.row += step;
        rows -= step;
        if (top.row == rowCount(top.line))
            top = {.line = top.line + 1};
    }
    scrollTo(top);
}

void LogView::scrollTo(Top top)
{
    const bool atEnd = top >= lastTop();
    m_top = top;
    if (atEnd == m_isFollowing)
        adjust();
    else
        setFollowing(atEnd);
}

// What is looked at shall not run away.
void LogView::holdStill()
{
    if (lastTop() > Top{.line = m_lines.begin()})
        setFollowing(false);
}

int LogView::wholeRows() const
{
    return std::max(1, viewport()->height() / letters().rowHeight());
}

int LogView::columnsShown() const
{
    return std::max(1, int((viewport()->width() - textLeft() - margin) / letters().columnWidth()));
}

qreal LogView::textLeft() const
{
    return margin + (m_areTimesShown ? timeColumns * letters().columnWidth() : 0);
}

qreal LogView::columnZero() const
{
    return textLeft() - horizontalScrollBar()->value() * letters().columnWidth();
}

LogMarks LogView::marksOf(const LogRow &row) const
{
    LogMarks marks;
    const QString &text = row.entry->line.text;
    if (!m_pattern.isEmpty() && row.number < m_lines.end())
        marks.matches = m_pattern.spans(text);
    if (m_current && m_current->first == row.number)
        marks.current = m_current->second;
    const LogPosition first = std::min(m_anchor, m_cursor);
    const LogPosition last = std::max(m_anchor, m_cursor);
    if (hasSelection() && row.number >= first.line && row.number <= last.line) {
        const qsizetype begin = row.number == first.line ? first.index : 0;
        const qsizetype end = row.number == last.line ? last.index : text.size();
        marks.selected = LogSpan{.begin = begin, .length = end - begin};
        marks.isSelectedBeyond = row.number < last.line;
    }
    return marks;
}

LogPosition LogView::positionAt(const QPoint &point) const
{
    if (m_rows.isEmpty())
        return {.line = m_lines.begin(), .index = 0};
    const auto below =
        std::find_if(m_rows.cbegin(), m_rows.cend(), [&](const LogRow &row) { return row.top > point.y(); });
    const LogRow &row = below == m_rows.cbegin() ? *below : *(below - 1);
    if (below == m_rows.cend() && point.y() >= row.top + letters().rowHeight())
        return {.line = row.number, .index = row.end};
    const LogGrid &grid = row.entry->grid;
    const qreal width = letters().columnWidth();
    const qreal across = (point.x() - columnZero()) / width + grid.columnOf(row.begin);
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

LogPosition LogView::clamped(const LogPosition &position) const
{
    return position.line < m_lines.begin() ? LogPosition{.line = m_lines.begin(), .index = 0} : position;
}

void LogView::select(const LogPosition &anchor, const LogPosition &cursor)
{
    if (anchor == m_anchor && cursor == m_cursor)
        return;
    m_anchor = anchor;
    m_cursor = cursor;
    viewport()->update();
    Q_EMIT selectionChanged();
}

void LogView::selectWord(const LogPosition &at)
{
    if (at.line < m_lines.begin() || at.line >= m_lines.bottom())
        return;
    const QString text = m_lines.entry(at.line)->line.text;
    qsizetype begin = std::min(at.index, text.size());
    qsizetype end = begin;
    while (begin > 0 && isOfWord(text.at(begin - 1)))
        --begin;
    while (end < text.size() && isOfWord(text.at(end)))
        ++end;
    select({.line = at.line, .index = begin}, {.line = at.line, .index = end});
}

void LogView::selectLine(qint64 line)
{
    if (line >= m_lines.begin() && line < m_lines.bottom())
        select({.line = line, .index = 0}, {.line = line, .index = m_lines.entry(line)->line.text.size()});
}

void LogView::dragSelection()
{
    scrollRows(m_dragPoint.y() < 0 ? -2 : 2);
    layOut();
    select(m_anchor, positionAt(m_dragPoint));
}

// Fonts take their time to be found, which a window that is about to open does not have.
const LogFont &LogView::letters() const
{
    if (!m_letters)
        m_letters.emplace(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    return *m_letters;
}

void LogView::takeFont()
{
    m_letters.reset();
    adjust();
}

} // namespace ui
