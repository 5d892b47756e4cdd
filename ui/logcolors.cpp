// SPDX-License-Identifier: MIT
#include "ui/logcolors.h"

#include "ui/colors.h"

#include <array>
#include <utility>

namespace ui {

namespace {

constexpr double readableFrom = 4.5;

using Table = std::array<QRgb, 16>;

// On white and on a dark grey, each readable there; black on dark and white on light are shades of grey.
constexpr Table lightTable{0x1e1e1e, 0xb3261e, 0x1b7032, 0x7d5a00, 0x0b57c2, 0x8e2a93, 0x0a6c7c, 0x5c5c5c,
                           0x5f6368, 0xc62828, 0x1a7a36, 0x866000, 0x1a64d6, 0xa32fa8, 0x0b7285, 0x6b6b6b};
constexpr Table darkTable{0x9a9a9a, 0xff8a80, 0x7fd48b, 0xe5c15d, 0x8ab4f8, 0xe39be8, 0x6fd3e0, 0xd6d6d6,
                          0xa6a6a6, 0xffa69e, 0x9ce6a6, 0xf2d580, 0xaecbfa, 0xf0b8f3, 0x93e3ee, 0xffffff};
// As backgrounds the colours are what they are elsewhere.
constexpr Table plainTable{0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
                           0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};

// The colours from 16 on: a cube of six steps, then a ramp of greys.
QColor paletteColor(quint8 index)
{
    if (index >= 232) {
        const int grey = 8 + 10 * (index - 232);
        return {grey, grey, grey};
    }
    const auto step = [](int level) { return level == 0 ? 0 : 55 + 40 * level; };
    const int cube = index - 16;
    return {step(cube / 36), step(cube / 6 % 6), step(cube % 6)};
}

QColor colorOf(const LogColor &color, const Table &table, const QColor &otherwise)
{
    switch (color.kind) {
    case LogColor::Kind::Default:
        return otherwise;
    case LogColor::Kind::Table:
        return color.index < table.size() ? QColor(table.at(color.index)) : paletteColor(color.index);
    case LogColor::Kind::Exact:
        return QColor(color.rgb);
    }
    Q_UNREACHABLE();
}

QColor mixed(const QColor &one, const QColor &other, double share)
{
    return QColor::fromRgbF(float(one.redF() * (1 - share) + other.redF() * share),
                            float(one.greenF() * (1 - share) + other.greenF() * share),
                            float(one.blueF() * (1 - share) + other.blueF() * share));
}

// As near to the colour as can be read on that background.
QColor readable(const QColor &color, const QColor &background)
{
    if (contrast(color, background) >= readableFrom)
        return color;
    const QColor far =
        contrast(Qt::white, background) > contrast(Qt::black, background) ? Qt::white : Qt::black;
    for (const double share : {0.2, 0.4, 0.6, 0.8}) {
        const QColor nearer = mixed(color, far, share);
        if (contrast(nearer, background) >= readableFrom)
            return nearer;
    }
    return far;
}

} // namespace

LogPaint logPaint(const LogStyle &style, const QPalette &palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    if (style.isNote)
        return {.text = readable(mutedColor(palette), base), .background = {}};
    if (style == LogStyle())
        return {.text = text, .background = {}};
    // A colour asked for on the view's own ground may be another than on a ground that was asked for.
    const bool isPlainGround = style.background == LogColor() && !style.isInverse;
    const Table &table = !isPlainGround ? plainTable : isDark(palette) ? darkTable : lightTable;
    QColor front = colorOf(style.foreground, table, text);
    QColor back = colorOf(style.background, plainTable, base);
    const bool isHidden = style.foreground != LogColor() && style.foreground == style.background;
    if (style.isInverse)
        std::swap(front, back);
    if (style.isFaint)
        front = mixed(front, back, 0.32);
    if (!isHidden)
        front = readable(front, back);
    return {.text = front, .background = isPlainGround ? QColor() : back};
}

LogPaint matchPaint(const QPalette &palette)
{
    return isDark(palette) ? LogPaint{.text = QColor(0xffffff), .background = QColor(0x5e4b00)}
                           : LogPaint{.text = QColor(0x1e1e1e), .background = QColor(0xffeea8)};
}

LogPaint currentMatchPaint()
{
    return {.text = QColor(0x1e1e1e), .background = QColor(0xffb347)};
}

QColor errorMarkColor(const QPalette &palette)
{
    return mixed(moodColor(Mood::Attention, palette), palette.color(QPalette::Base), 0.45);
}

} // namespace ui
