// SPDX-License-Identifier: MIT
#include "ui/widgets/logaccess.h"

#include "ui/widgets/logview.h"

#include <QAccessibleWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// The lines on the screen as one text. Offsets into it are what a screen reader speaks of.
class ShownText final
{
public:
    explicit ShownText(const QList<LogRow> &rows)
    {
        for (const LogRow &row : rows) {
            if (m_lines.isEmpty() || m_lines.last().number != row.number)
                m_lines.append({.number = row.number, .text = row.entry->line.text, .offset = m_size});
            m_size = m_lines.last().offset + m_lines.last().text.size() + 1;
        }
    }

    int size() const { return m_lines.isEmpty() ? 0 : int(m_size - 1); }

    QString text() const
    {
        QStringList texts;
        for (const Line &line : m_lines)
            texts.append(line.text);
        return texts.join(u'\n');
    }

    // What lies outside counts as the nearer end.
    int offsetOf(const LogPosition &position) const
    {
        const auto line = std::find_if(m_lines.cbegin(), m_lines.cend(),
                                       [&](const Line &one) { return one.number >= position.line; });
        if (line == m_lines.cend())
            return size();
        return int(line->offset
                   + (line->number == position.line ? qMin(position.index, line->text.size()) : 0));
    }

    LogPosition positionOf(int offset) const
    {
        if (m_lines.isEmpty())
            return {};
        auto line = m_lines.cend() - 1;
        while (line != m_lines.cbegin() && line->offset > offset)
            --line;
        return {.line = line->number,
                .index = std::clamp<qsizetype>(offset - line->offset, 0, line->text.size())};
    }

private:
    struct Line
    {
        qint64 number = 0;
        QString text;
        qsizetype offset = 0;
    };

    QList<Line> m_lines;
    qsizetype m_size = 0; // with a line feed behind each line
};

class LogAccess final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit LogAccess(LogView *view)
        : QAccessibleWidget(view, QAccessible::EditableText)
        , m_view(*view)
    {}

    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        state.multiLine = true;
        state.selectableText = true;
        return state;
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TextInterface ? static_cast<QAccessibleTextInterface *>(this)
                                                  : QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? shown().text() : QAccessibleWidget::text(kind);
    }

    int selectionCount() const override { return m_view.hasSelection() ? 1 : 0; }

    void selection(int, int *startOffset, int *endOffset) const override
    {
        const ShownText text = shown();
        *startOffset = text.offsetOf(m_view.selection().begin());
        *endOffset = text.offsetOf(m_view.selection().end());
    }

    void addSelection(int startOffset, int endOffset) override { setSelection(0, startOffset, endOffset); }

    void removeSelection(int) override { setCursorPosition(cursorPosition()); }

    void setSelection(int, int startOffset, int endOffset) override
    {
        const ShownText text = shown();
        m_view.select({.anchor = text.positionOf(startOffset), .caret = text.positionOf(endOffset)});
    }

    int cursorPosition() const override { return shown().offsetOf(m_view.selection().caret); }

    void setCursorPosition(int position) override { setSelection(0, position, position); }

    QString text(int startOffset, int endOffset) const override
    {
        const QString all = shown().text();
        const qsizetype end = endOffset < 0 ? all.size() : qMin<qsizetype>(endOffset, all.size());
        const qsizetype start = std::clamp<qsizetype>(startOffset, 0, end);
        return all.sliced(start, end - start);
    }

    int characterCount() const override { return shown().size(); }

    QRect characterRect(int offset) const override
    {
        const QRect place = m_view.rectOf(shown().positionOf(offset));
        return place.isNull() ? QRect() : place.translated(m_view.viewport()->mapToGlobal(QPoint()));
    }

    int offsetAtPoint(const QPoint &point) const override
    {
        const QPoint at = m_view.viewport()->mapFromGlobal(point);
        return m_view.viewport()->rect().contains(at) ? shown().offsetOf(m_view.positionAt(at)) : -1;
    }

    void scrollToSubstring(int startIndex, int endIndex) override
    {
        const LogPosition at = shown().positionOf(startIndex);
        m_view.reveal(at.line, {.begin = at.index, .length = qMax(0, endIndex - startIndex)});
    }

    QString attributes(int, int *startOffset, int *endOffset) const override
    {
        *startOffset = 0;
        *endOffset = characterCount();
        return {};
    }

private:
    ShownText shown() const { return ShownText(m_view.rows()); }

    LogView &m_view;
};

QAccessibleInterface *makeAccess(const QString &, QObject *object)
{
    auto *const view = qobject_cast<LogView *>(object);
    return view != nullptr ? new LogAccess(view) : nullptr;
}

} // namespace

void makeLogsAccessible()
{
    QAccessible::installFactory(&makeAccess);
}

void tellCaret(LogView &view)
{
    if (!QAccessible::isActive())
        return;
    const ShownText text(view.rows());
    QAccessibleTextSelectionEvent selected(&view, text.offsetOf(view.selection().begin()),
                                           text.offsetOf(view.selection().end()));
    selected.setCursorPosition(text.offsetOf(view.selection().caret));
    QAccessible::updateAccessibility(&selected);
    QAccessibleTextCursorEvent caret(&view, text.offsetOf(view.selection().caret));
    QAccessible::updateAccessibility(&caret);
}

LogNews newsOf(const QList<LogRow> &rows, qint64 from)
{
    if (rows.isEmpty() || rows.last().number < from)
        return {};
    const ShownText text(rows);
    const int offset = text.offsetOf({.line = from, .index = 0});
    return {.offset = offset, .text = text.text().sliced(offset)};
}

void tellNewLines(LogView &view, qint64 from)
{
    if (!QAccessible::isActive())
        return;
    const LogNews news = newsOf(view.rows(), from);
    if (news.text.isEmpty())
        return;
    QAccessibleTextInsertEvent inserted(&view, news.offset, news.text);
    inserted.setCursorPosition(ShownText(view.rows()).offsetOf(view.selection().caret));
    QAccessible::updateAccessibility(&inserted);
}

} // namespace ui
