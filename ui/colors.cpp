// SPDX-License-Identifier: MIT
#include "ui/colors.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

int mixed(int foreground, int background, int percent)
{
    return (foreground * percent + background * (100 - percent)) / 100;
}

} // namespace

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QColor moodColor(Mood mood, const QPalette &palette)
{
    const bool dark = isDark(palette);
    switch (mood) {
    case Mood::Fine: // bluish green
        return dark ? QColor(0x35, 0xc9, 0x9b) : QColor(0x00, 0x7a, 0x55);
    case Mood::Attention: // orange
        return dark ? QColor(0xf2, 0xb1, 0x3c) : QColor(0x9a, 0x5b, 0x00);
    case Mood::Trouble: // vermilion
        return dark ? QColor(0xff, 0x92, 0x66) : QColor(0xc0, 0x40, 0x00);
    case Mood::Measuring:
    case Mood::Unknown: // sky blue
        return dark ? QColor(0x74, 0xc3, 0xf2) : QColor(0x0a, 0x66, 0x99);
    }
    Q_UNREACHABLE();
}

QColor mutedColor(const QPalette &palette)
{
    const QColor text = palette.color(QPalette::WindowText);
    const QColor window = palette.color(QPalette::Window);
    constexpr int percent = 68;
    return {mixed(text.red(), window.red(), percent), mixed(text.green(), window.green(), percent),
            mixed(text.blue(), window.blue(), percent)};
}

double contrast(const QColor &one, const QColor &other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace ui
