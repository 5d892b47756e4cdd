// SPDX-License-Identifier: MIT
#include "ui/widgets/logview.h"

#include "ui/logcolors.h"
#include "ui/widgets/logaccess.h"
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
#include <utility>

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
// That stay visible beside what is scrolled to.
constexpr int columnsAround = 4;

} // namespace

LogView::LogView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    makeLogsAccessible();
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
    m_lines.setLog(std::move(log));
    if (m_lines.log() != nullptr) {
        connect(m_lines.log(), &core::ServerLog::grew, this, &LogView::onGrew);
        connect(m_lines.log(), &core::ServerLog::over, this, &LogView::onGrew);
    }
    m_marking.current.reset();
    m_rows.clear();
    m_top = {};
    m_widest = 0;
    m_told = m_lines.end();
    select({});
    horizontalScrollBar()->setValue(0);
    setFollowing(true);
    refresh();
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
    m_marking.current.reset();
    m_widest = 0;
    select({});
    setFollowing(true);
    refresh();
}

void LogView::copy() const
{
    if (hasSelection())
        QApplication::clipboard()->setText(selectedText());
}

void LogView::select(const LogSelection &selection)
{
    m_column.reset();
    if (selection == m_marking.selection)
        return;
    m_marking.selection = selection;
    viewport()->update();
    tellCaret(*this);
    Q_EMIT selectionChanged();
}

void LogView::selectAll()
{
    select(allOf(m_lines));
}

void LogView::setPattern(const LogPattern &pattern)
{
    m_marking.pattern = pattern;
    m_marking.current.reset();
    viewport()->update();
}

void LogView::setCurrentMatch(qint64 line, const LogSpan &span)
{
    m_marking.current = {line, span};
    viewport()->update();
}

void LogView::clearCurrentMatch()
{
    m_marking.current.reset();
    viewport()->update();
}

void LogView::reveal(qint64 line, const LogSpan &span)
{
    if (line < m_lines.begin() || line >= m_lines.bottom())
        return;
    const auto entry = m_lines.entry(line);
    const int column = entry->grid.columnOf(span.begin);
    if (!m_isWrapping) {
        m_widest = std::max(m_widest, entry->grid.columns());
        adjust();
        scrollAcross(column, column + int(span.length));
    }
    layOut();
    const LogPlace place = arrangement().placeOf({.line = line, .index = span.begin});
    const LogRow *const row = rowOf(m_rows, {.line = line, .index = span.begin});
    if (row == nullptr || row->top < 0 || row->top + letters().rowHeight() > viewport()->height()) {
        scrollTo(place);
        scrollRows(-arrangement().wholeRows() / 3);
    }
    holdStill();
}

bool LogView::event(QEvent *event)
{
    // Elsewhere in the window these keys may be an action's.
    if (event->type() == QEvent::ShortcutOverride) {
        auto *const key = static_cast<QKeyEvent *>(event);
        const bool dropsSelection = key->key() == Qt::Key_Escape && hasSelection();
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll) || selectingMove(*key)
            || dropsSelection) {
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
        ink.paintRow(row, marksOf(m_marking, row, m_lines.end()), columnZero(), left, viewport()->width());
    const LogRow *const caretRow = rowOf(m_rows, m_marking.selection.caret);
    if (hasFocus() && caretRow != nullptr)
        ink.paintCaret(*caretRow, m_marking.selection.caret.index, columnZero());
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
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (const auto move = selectingMove(*event))
        selectByKey(*move);
    else if (event->key() == Qt::Key_Escape && hasSelection())
        dropSelection();
    else if (!scrollByKey(event->key()))
        QAbstractScrollArea::keyPressEvent(event);
}

bool LogView::scrollByKey(int key)
{
    QScrollBar *const across = horizontalScrollBar();
    if (const auto rows = scrolledRows(key, arrangement().wholeRows())) {
        scrollRows(*rows);
        return true;
    }
    switch (key) {
    case Qt::Key_Home:
        scrollTo(arrangement().firstPlace());
        return true;
    case Qt::Key_End:
        setFollowing(true);
        return true;
    case Qt::Key_Left:
        across->setValue(across->value() - across->singleStep());
        return true;
    case Qt::Key_Right:
        across->setValue(across->value() + across->singleStep());
        return true;
    default:
        return false;
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
        select(lineAt(m_lines, at.line));
    else
        select({.anchor = (event->modifiers() & Qt::ShiftModifier) != 0 ? m_marking.selection.anchor : at,
                .caret = at});
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
    select({.anchor = m_marking.selection.anchor, .caret = positionAt(m_dragPoint)});
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
    select(wordAt(m_lines, positionAt(event->position().toPoint())));
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
    // Whoever comes by the keyboard has to see where selecting would begin.
    if (event->reason() != Qt::MouseFocusReason && !hasSelection())
        putCaretInView(m_isFollowing ? LogLayout::Edge::Lower : LogLayout::Edge::Upper);
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
    if (m_marking.current && m_marking.current->first < m_lines.begin())
        m_marking.current.reset();
    adjust();
    tellNewLines(*this, std::exchange(m_told, m_lines.end()));
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
    const LogPlace last = arrangement().lastTop();
    m_top = m_isFollowing ? last : std::min(std::max(m_top, arrangement().firstPlace()), last);
    QScrollBar *const down = verticalScrollBar();
    down->setPageStep(arrangement().wholeRows());
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

void LogView::layOut()
{
    // Lines may have fallen out since the last refresh.
    if (m_top.line < m_lines.begin())
        m_top = m_isFollowing ? arrangement().lastTop() : arrangement().firstPlace();
    m_rows = arrangement().rows(m_top, m_isFollowing ? LogLayout::Edge::Lower : LogLayout::Edge::Upper);
}

LogLayout LogView::arrangement() const
{
    return {m_lines,
            {.height = viewport()->height(),
             .rowHeight = letters().rowHeight(),
             .columns = columnsShown(),
             .isWrapping = m_isWrapping}};
}

void LogView::scrollRows(qsizetype rows)
{
    scrollTo(arrangement().moved(m_top, rows, arrangement().lastTop()));
}

void LogView::scrollTo(const LogPlace &top)
{
    const bool atEnd = top >= arrangement().lastTop();
    m_top = top;
    if (atEnd == m_isFollowing)
        adjust();
    else
        setFollowing(atEnd);
}

// Brings the columns from `begin` to `end` into view.
void LogView::scrollAcross(int begin, int end)
{
    QScrollBar *const across = horizontalScrollBar();
    if (begin < across->value())
        across->setValue(std::max(0, begin - columnsAround));
    else if (end > across->value() + columnsShown())
        across->setValue(begin - columnsShown() / 2);
}

// What is looked at shall not run away.
void LogView::holdStill()
{
    if (arrangement().lastTop() > arrangement().firstPlace())
        setFollowing(false);
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

LogPosition LogView::positionAt(const QPoint &point) const
{
    if (m_rows.isEmpty())
        return {.line = m_lines.begin(), .index = 0};
    return ui::positionAt(m_rows, letters().rowHeight(), point.y(),
                          (point.x() - columnZero()) / letters().columnWidth());
}

QRect LogView::rectOf(const LogPosition &position) const
{
    const LogRow *const row = rowOf(m_rows, position);
    if (row == nullptr)
        return {};
    const LogColumns columns = columnsOf(*row, position.index);
    const qreal width = letters().columnWidth();
    return QRectF(columnZero() + columns.begin * width, row->top,
                  std::max(1, columns.end - columns.begin) * width, letters().rowHeight())
        .toRect();
}

void LogView::selectByKey(LogMove move)
{
    if (m_lines.begin() == m_lines.end())
        return;
    if (!hasSelection())
        putCaretInView(isUpward(move) ? LogLayout::Edge::Lower : LogLayout::Edge::Upper);
    const LogPosition from =
        std::clamp(m_marking.selection.caret, allOf(m_lines).anchor, allOf(m_lines).caret);
    const int column = m_column.value_or(arrangement().columnOf(from));
    select({.anchor = std::max(m_marking.selection.anchor, allOf(m_lines).anchor),
            .caret = moved(arrangement(), from, move, column)});
    if (isVertical(move))
        m_column = column;
    showCaret();
}

void LogView::dropSelection()
{
    select({.anchor = m_marking.selection.caret, .caret = m_marking.selection.caret});
}

// Selecting begins where one looks: a caret that is out of sight comes to the last row, or to the first.
void LogView::putCaretInView(LogLayout::Edge edge)
{
    layOut();
    if (m_rows.isEmpty() || rowOf(m_rows, m_marking.selection.caret) != nullptr)
        return;
    const LogRow &row = edge == LogLayout::Edge::Lower ? m_rows.last() : m_rows.first();
    const LogPosition at{.line = row.number, .index = row.begin};
    select({.anchor = at, .caret = at});
}

void LogView::showCaret()
{
    const LogPosition at = m_marking.selection.caret;
    scrollTo(arrangement().topShowing(at, m_top));
    holdStill();
    if (!m_isWrapping) {
        const int column = arrangement().columnOf(at);
        m_widest = std::max(m_widest, m_lines.entry(at.line)->grid.columns());
        adjust();
        scrollAcross(column, column + 1);
    }
}

void LogView::dragSelection()
{
    scrollRows(m_dragPoint.y() < 0 ? -2 : 2);
    layOut();
    select({.anchor = m_marking.selection.anchor, .caret = positionAt(m_dragPoint)});
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
