// SPDX-License-Identifier: MIT
#include "ui/widgets/badge.h"

#include "ui/colors.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>

namespace ui {

namespace {

// The text as a shape, so that it fills its square at any size: a font's smallest sizes do not.
QPainterPath fitted(const QString &text, const QRectF &room)
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(100);
    font.setWeight(QFont::Bold);
    QPainterPath path;
    path.addText(0, 0, font, text);
    const QRectF box = path.boundingRect();
    if (box.isEmpty())
        return {};
    const double scale = qMin(room.width() / box.width(), room.height() / box.height());
    QTransform transform;
    transform.translate(room.center().x(), room.center().y());
    transform.scale(scale, scale);
    transform.translate(-box.center().x(), -box.center().y());
    return transform.map(path);
}

} // namespace

void paintBadge(QPainter &painter, const QRectF &place, const QString &text, const QColor &color,
                const QColor &sign)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double radius = place.width() * 0.22;
    painter.drawRoundedRect(place, radius, radius);
    painter.setBrush(sign);
    const double side = place.width() * 0.12;
    const double edge = place.height() * 0.17;
    painter.drawPath(fitted(text, place.adjusted(side, edge, -side, -edge)));
    painter.restore();
}

Badge::Badge(int side, QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(side, side);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void Badge::setNumber(int number)
{
    if (number == m_number)
        return;
    m_number = number;
    update();
}

void Badge::paintEvent(QPaintEvent *)
{
    constexpr int most = 99;
    const QString text = m_number > most ? QStringLiteral("99+") : QString::number(m_number);
    QPainter painter(this);
    paintBadge(painter, rect(), text, moodColor(Mood::Attention, palette()),
               palette().color(QPalette::Window));
}

} // namespace ui
