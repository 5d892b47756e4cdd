// SPDX-License-Identifier: MIT
#pragma once

#include "ui/loglines.h"
#include "ui/logpattern.h"
#include "ui/widgets/loglayout.h"
#include "ui/widgets/logmove.h"
#include "ui/widgets/logpainter.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QTimer>

#include <optional>

namespace ui {

// Shows a log straight out of its ring. Only what is visible is read and painted, and only so often that a
// flood costs no more than a trickle. Arrow keys scroll; with Shift they select. Its actions are its context
// menu.
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
    // What is on the screen.
    const QList<LogRow> &rows() const { return m_rows; }
    const LogSelection &selection() const { return m_marking.selection; }
    bool hasSelection() const { return !m_marking.selection.isEmpty(); }
    QString selectedText() const { return ui::selectedText(m_lines, m_marking.selection); }
    // In the viewport: the position beside a point, and where the character behind a position is painted;
    // null where that is not on the screen.
    LogPosition positionAt(const QPoint &point) const;
    QRect rectOf(const LogPosition &position) const;

    void setFollowing(bool following);
    void setPaused(bool paused);
    void setWrapping(bool wrapping);
    void setTimesShown(bool shown);
    // Hides all lines that are there.
    void clear();
    void copy() const;
    void select(const LogSelection &selection);
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
    void onGrew();
    void refresh();
    void adjust();
    void layOut();
    LogLayout arrangement() const;
    void scrollRows(qsizetype rows);
    void scrollTo(const LogPlace &top);
    void scrollAcross(int begin, int end);
    bool scrollByKey(int key);
    void holdStill();
    int columnsShown() const;
    qreal textLeft() const;
    qreal columnZero() const;
    void selectByKey(LogMove move);
    void dropSelection();
    void putCaretInView(LogLayout::Edge edge);
    void showCaret();
    void dragSelection();
    const LogFont &letters() const;
    void takeFont();

    LogLines m_lines;
    mutable std::optional<LogFont> m_letters; // found when they are needed
    LogMarking m_marking;
    QTimer m_refresh;
    QTimer m_drag; // goes on scrolling while the mouse is outside with its button down
    QPoint m_dragPoint;
    QElapsedTimer m_sinceDoubleClick;
    QList<LogRow> m_rows; // as they were painted
    LogPlace m_top;
    std::optional<int> m_column; // that the caret goes for from row to row
    qint64 m_told = 0;           // the lines before it were new before
    int m_widest = 0;            // columns of the widest line that was shown
    int m_wheel = 0;             // eighths of a degree that are no row yet
    bool m_isFollowing = true;
    bool m_isWrapping = false;
    bool m_areTimesShown = false;
    bool m_isAdjusting = false;
};

} // namespace ui
