// SPDX-License-Identifier: MIT
#pragma once

#include "ui/loglines.h"
#include "ui/logpattern.h"
#include "ui/widgets/logpainter.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

#include <compare>
#include <optional>
#include <utility>

namespace ui {

// A place in a log: before the character at `index` of a line.
struct LogPosition
{
    qint64 line = 0;
    qsizetype index = 0;

    auto operator<=>(const LogPosition &) const = default;
};

// Shows a log straight out of its ring. Only what is visible is read and painted, and only so often that a
// flood costs no more than a trickle. Its actions are its context menu.
class LogView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LogView(QWidget *parent = nullptr);

    void setLog(std::shared_ptr<core::ServerLog> log);

    const LogLines &lines() const { return m_lines; }
    bool isFollowing() const { return m_isFollowing; }
    bool isWrapping() const { return m_isWrapping; }
    // The first line on the screen.
    qint64 topLine() const { return m_top.line; }
    bool hasSelection() const { return m_anchor != m_cursor; }
    QString selectedText() const;

    void setFollowing(bool following);
    void setPaused(bool paused);
    void setWrapping(bool wrapping);
    void setTimesShown(bool shown);
    // Hides all lines that are there.
    void clear();
    void copy() const;
    void selectAll();
    // Marks what the pattern finds.
    void setPattern(const LogPattern &pattern);
    // Marks one match as the current one.
    void setCurrentMatch(qint64 line, const LogSpan &span);
    void clearCurrentMatch();
    // Scrolls to a place where it is not visible, and lets go of the end.
    void reveal(qint64 line, const LogSpan &span);

Q_SIGNALS:
    void followingChanged(bool following);
    void selectionChanged();
    void refreshed(); // lines came, were cleared or fell out

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    // A row of a line, as the upper edge of the view.
    struct Top
    {
        qint64 line = 0;
        qsizetype row = 0;

        auto operator<=>(const Top &) const = default;
    };

    void onGrew();
    void refresh();
    void adjust();
    void layOut();
    void appendRows(qint64 number, int &top);
    QList<qsizetype> rowsOf(const LogEntry &entry) const;
    Top lastTop() const;
    void scrollRows(qsizetype rows);
    void scrollTo(Top top);
    void holdStill();
    int wholeRows() const;
    int columnsShown() const;
    qreal textLeft() const;
    qreal columnZero() const;
    LogMarks marksOf(const LogRow &row) const;
    LogPosition positionAt(const QPoint &point) const;
    LogPosition clamped(const LogPosition &position) const;
    void select(const LogPosition &anchor, const LogPosition &cursor);
    void selectWord(const LogPosition &at);
    void selectLine(qint64 line);
    void dragSelection();
    const LogFont &letters() const;
    void takeFont();

    LogLines m_lines;
    mutable std::optional<LogFont> m_letters; // found when they are needed
    LogPattern m_pattern;
    std::optional<std::pair<qint64, LogSpan>> m_current;
    QTimer m_refresh;
    QTimer m_drag; // goes on scrolling while the mouse is outside with its button down
    QPoint m_dragPoint;
    QElapsedTimer m_sinceDoubleClick;
    QList<LogRow> m_rows; // as they were painted
    Top m_top;
    LogPosition m_anchor;
    LogPosition m_cursor;
    int m_widest = 0; // columns of the widest line that was shown
    int m_wheel = 0;  // eighths of a degree that are no row yet
    bool m_isFollowing = true;
    bool m_isWrapping = false;
    bool m_areTimesShown = false;
    bool m_isAdjusting = false;
};

} // namespace ui
