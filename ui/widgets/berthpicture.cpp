// SPDX-License-Identifier: MIT
#include "ui/widgets/berthpicture.h"

#include "ui/colors.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {

BerthPicture::BerthPicture(QWidget *parent)
    : QWidget(parent)
{
    setFixedSize(BerthPicture::sizeHint());
}

// Drawn in a rectangle of 120 by 72.
void BerthPicture::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor quay = mutedColor(palette());
    QPen pen(quay, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(pen);
    painter.drawPolyline(QPolygonF({{3, 44}, {18, 44}, {18, 68}}));
    painter.drawPolyline(QPolygonF({{117, 44}, {102, 44}, {102, 68}}));

    QPainterPath water(QPointF(22, 60));
    for (int wave = 0; wave < 4; ++wave)
        water.quadTo(27 + wave * 19, wave % 2 == 0 ? 55 : 65, 22 + (wave + 1) * 19, 60);
    pen.setColor(moodColor(Mood::Unknown, palette()));
    painter.setPen(pen);
    painter.drawPath(water);

    pen.setColor(quay);
    pen.setDashPattern({3, 3});
    painter.setPen(pen);
    painter.drawPolyline(QPolygonF({{30, 40}, {90, 40}, {83, 54}, {37, 54}, {30, 40}}));
    for (const QRectF &container : {QRectF(38, 26, 20, 12), QRectF(62, 26, 20, 12), QRectF(50, 12, 20, 12)})
        painter.drawRoundedRect(container, 2, 2);
}

} // namespace ui
