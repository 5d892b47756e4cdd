// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/timeline.h"

#include <QAbstractButton>

namespace ui {

// What was known about the engine over a stretch of time, as one thin strip: the colour and the pattern of
// each state, and a bare line where nobody watched. A click opens more.
class Timeline final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit Timeline(QWidget *parent = nullptr);

    const QList<core::TimelineSegment> &segments() const { return m_segments; }
    void setSegments(const QList<core::TimelineSegment> &segments, const core::TimelineView &view);

    // What is told of the moment at that place.
    QString textAt(int x) const;
    QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRect strip() const;
    QRectF placeOf(const core::TimelineSegment &segment) const;

    QList<core::TimelineSegment> m_segments;
    core::TimelineView m_view;
};

} // namespace ui
