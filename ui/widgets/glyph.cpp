// SPDX-License-Identifier: MIT
#include "ui/widgets/glyph.h"

#include "ui/colors.h"

#include <QPainter>
#include <QStyle>
#include <QTimerEvent>

#include <cmath>
#include <numbers>

namespace ui {

namespace {

// All shapes are drawn in a square of 24 and scaled.
constexpr double side = 24;

QPolygonF octagon()
{
    QPolygonF polygon;
    for (int corner = 0; corner < 8; ++corner) {
        const double angle = (corner + 0.5) * std::numbers::pi / 4;
        polygon << QPointF(side / 2 + 10.6 * std::cos(angle), side / 2 + 10.6 * std::sin(angle));
    }
    return polygon;
}

QPen stroke(const QColor &color, double width)
{
    return {color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

// The filled shapes have a rounded outline of their own colour and a sign cut out in the colour of the
// window.
void paintFilled(QPainter &painter, const QPolygonF &shape, const QColor &color)
{
    painter.setPen(stroke(color, 2));
    painter.setBrush(color);
    painter.drawPolygon(shape);
}

void paintCheck(QPainter &painter, const QColor &color, const QColor &sign)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1.5, 1.5, 21, 21));
    painter.setPen(stroke(sign, 2.4));
    painter.drawPolyline(QPolygonF({{7.2, 12.4}, {10.6, 15.8}, {16.8, 8.8}}));
}

void paintTriangle(QPainter &painter, const QColor &color, const QColor &sign)
{
    paintFilled(painter, QPolygonF({{12, 3}, {21.8, 20.4}, {2.2, 20.4}}), color);
    painter.setPen(stroke(sign, 2.4));
    painter.drawLine(QPointF(12, 9), QPointF(12, 14));
    painter.drawPoint(QPointF(12, 17.6));
}

void paintOctagon(QPainter &painter, const QColor &color, const QColor &sign)
{
    paintFilled(painter, octagon(), color);
    painter.setPen(stroke(sign, 2.4));
    painter.drawLine(QPointF(8.6, 8.6), QPointF(15.4, 15.4));
    painter.drawLine(QPointF(15.4, 8.6), QPointF(8.6, 15.4));
}

void paintRing(QPainter &painter, const QColor &color)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(stroke(color, 2.4));
    painter.drawEllipse(QRectF(3, 3, 18, 18));
}

void paintArc(QPainter &painter, const QColor &color, int angle)
{
    QColor track = color;
    track.setAlphaF(0.25F);
    paintRing(painter, track);
    painter.setPen(stroke(color, 2.4));
    constexpr int unit = 16; // QPainter counts in sixteenths of a degree, against the clock
    painter.drawArc(QRectF(3, 3, 18, 18), (90 - angle) * unit, -100 * unit);
}

} // namespace

void paintGlyph(QPainter &painter, const QRectF &place, Mood mood, const QColor &color, const QColor &sign,
                int angle)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(place.topLeft());
    painter.scale(place.width() / side, place.height() / side);
    switch (mood) {
    case Mood::Measuring:
        paintArc(painter, color, angle);
        break;
    case Mood::Fine:
        paintCheck(painter, color, sign);
        break;
    case Mood::Attention:
        paintTriangle(painter, color, sign);
        break;
    case Mood::Trouble:
        paintOctagon(painter, color, sign);
        break;
    case Mood::Unknown:
        paintRing(painter, color);
        break;
    }
    painter.restore();
}

Glyph::Glyph(int size, QWidget *parent)
    : QWidget(parent)
    , m_size(size)
{
    setFixedSize(size, size);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void Glyph::setMood(Mood mood)
{
    if (mood == m_mood)
        return;
    m_mood = mood;
    startOrStop();
    update();
}

void Glyph::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintGlyph(painter, rect(), m_mood, moodColor(m_mood, palette()), palette().color(QPalette::Window),
               m_angle);
}

void Glyph::showEvent(QShowEvent *)
{
    startOrStop();
}

void Glyph::hideEvent(QHideEvent *)
{
    m_timer.stop();
}

void Glyph::timerEvent(QTimerEvent *event)
{
    if (event->timerId() != m_timer.timerId())
        return QWidget::timerEvent(event);
    m_angle = (m_angle + 12) % 360;
    update();
}

void Glyph::startOrStop()
{
    // Styles say "no animations" by a duration of nothing.
    const bool animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    if (m_mood != Mood::Measuring || !isVisible() || !animated)
        return m_timer.stop();
    constexpr int frame = 40; // ms
    if (!m_timer.isActive())
        m_timer.start(frame, this);
}

} // namespace ui
