// SPDX-License-Identifier: MIT
#include "ui/widgets/timeline.h"

#include "ui/colors.h"
#include "ui/plaintext.h"
#include "ui/presentation/history.h"
#include "ui/widgets/rhythm.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolTip>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int stripHeight = 8;
constexpr float lineStrength = 0.5F;
constexpr float tintStrength = 0.25F;
constexpr qreal narrowest = 2; // of a segment, so that a moment is seen

// Each state has a pattern as well, for who does not tell the colours apart.
Qt::BrushStyle patternOf(Mood mood)
{
    switch (mood) {
    case Mood::Fine:
        return Qt::SolidPattern;
    case Mood::Attention:
        return Qt::BDiagPattern;
    case Mood::Trouble:
        return Qt::DiagCrossPattern;
    case Mood::Measuring:
    case Mood::Unknown:
        return Qt::Dense5Pattern;
    }
    Q_UNREACHABLE();
}

} // namespace

Timeline::Timeline(QWidget *parent)
    : QAbstractButton(parent)
{
    setObjectName(u"timeline"_s);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("The last 24 hours"));
    setAccessibleDescription(timelineText({}));
}

void Timeline::setSegments(const QList<core::TimelineSegment> &segments, const core::TimelineView &view)
{
    if (segments == m_segments && view == m_view)
        return;
    m_segments = segments;
    m_view = view;
    setAccessibleDescription(timelineText(segments));
    update();
}

QString Timeline::textAt(int x) const
{
    const auto isHit = [this, x](const core::TimelineSegment &segment) {
        const QRectF place = placeOf(segment);
        return x >= place.left() - 1 && x <= place.right() + 1;
    };
    // The latest first: a moment lies on top of what it interrupts.
    const auto hit = std::find_if(m_segments.crbegin(), m_segments.crend(), isHit);
    if (hit != m_segments.crend())
        return segmentText(*hit, m_view.to);
    return tr("Nothing is known about this time: no Berth watched the engine. Click to see all that is "
              "remembered.");
}

QSize Timeline::sizeHint() const
{
    return {240, stripHeight + rhythm};
}

bool Timeline::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractButton::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), plainToolTip(textAt(help->pos().x())), this);
    return true;
}

void Timeline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect place = strip();
    QColor line = mutedColor(palette()); // a dark palette's Mid is hardly seen
    line.setAlphaF(lineStrength);
    painter.fillRect(QRect(place.left(), place.center().y(), place.width(), 1), line);
    for (const core::TimelineSegment &segment : m_segments) {
        const Mood mood = historyMood(segment.verdict);
        const QRectF part = placeOf(segment);
        const QColor color = moodColor(mood, palette());
        QColor tint = color;
        tint.setAlphaF(tintStrength);
        painter.fillRect(part, palette().color(QPalette::Window));
        painter.fillRect(part, tint); // a pattern alone is faint
        painter.fillRect(part, QBrush(color, patternOf(mood)));
    }
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = place.adjusted(-3, -3, 3, 3);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

QRect Timeline::strip() const
{
    return {2 * rhythm, (height() - stripHeight) / 2, width() - 4 * rhythm, stripHeight};
}

QRectF Timeline::placeOf(const core::TimelineSegment &segment) const
{
    const QRectF place = strip();
    const auto whole = double(std::max<qint64>(m_view.from.msecsTo(m_view.to), 1));
    const double begin = double(m_view.from.msecsTo(segment.from)) / whole * place.width();
    const double end = double(m_view.from.msecsTo(segment.to)) / whole * place.width();
    const double width = std::max(end - begin, narrowest);
    const double left = std::min(begin, place.width() - width);
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    return {place.left() + (isMirrored ? place.width() - left - width : left), place.top(), width,
            place.height()};
}

} // namespace ui
