// SPDX-License-Identifier: MIT
#include "ui/tray/traypicture.h"

#include "ui/colors.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/glyph.h"

#include <QPainter>

#include <cmath>
#include <numbers>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

Mood moodOf(TraySign sign)
{
    switch (sign) {
    case TraySign::Trouble:
        return Mood::Trouble;
    case TraySign::Unknown:
        return Mood::Unknown;
    case TraySign::Orphans:
    case TraySign::Attention:
        return Mood::Attention;
    case TraySign::Busy:
        return Mood::Measuring;
    case TraySign::Fine:
        return Mood::Fine;
    }
    Q_UNREACHABLE();
}

// As many digits as can be read at that size.
QString numberText(int count, int side)
{
    constexpr int roomy = 32;
    if (count <= 99)
        return QString::number(count);
    return side >= roomy ? u"99+"_s : u"9+"_s;
}

// Work under way: an open ring. It does not turn, for that would cost something all the time, and is stronger
// than the one in the window, which does.
void paintOpenRing(QPainter &painter, const QRectF &place, const QColor &color)
{
    const double width = place.width() / 6;
    const double inset = place.width() / 16 + width / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    constexpr int unit = 16; // QPainter counts in sixteenths of a degree, against the clock
    painter.drawArc(place.adjusted(inset, inset, -inset, -inset), 90 * unit, 250 * unit);
    painter.restore();
}

void paintShape(QPainter &painter, const QRectF &place, const TrayState &state, int side, const QColor &color,
                const QColor &sign)
{
    if (state.sign == TraySign::Orphans)
        paintBadge(painter, place, numberText(state.orphans, side), color, sign);
    else if (state.sign == TraySign::Busy)
        paintOpenRing(painter, place, color);
    else
        paintGlyph(painter, place, moodOf(state.sign), color, sign);
}

} // namespace

QPixmap trayPixmap(const TrayState &state, int side)
{
    QPixmap picture(side, side);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    const double rim = std::max(1.0, side / 20.0);
    const QRectF place = QRectF(picture.rect()).adjusted(rim, rim, -rim, -rim);
    constexpr int directions = 8;
    for (int i = 0; i < directions; ++i) {
        const double angle = 2 * std::numbers::pi * i / directions;
        paintShape(painter, place.translated(rim * std::cos(angle), rim * std::sin(angle)), state, side,
                   Qt::white, Qt::white);
    }
    paintShape(painter, place, state, side, moodColor(moodOf(state.sign), QPalette(Qt::white)), Qt::white);
    return picture;
}

QIcon trayPicture(const TrayState &state)
{
    QIcon icon;
    for (const int side : {16, 22, 24, 32, 48, 64})
        icon.addPixmap(trayPixmap(state, side));
    return icon;
}

} // namespace ui
