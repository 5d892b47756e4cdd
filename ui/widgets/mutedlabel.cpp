// SPDX-License-Identifier: MIT
#include "ui/widgets/mutedlabel.h"

#include "ui/colors.h"

#include <QEvent>

namespace ui {

MutedLabel::MutedLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    takeColor();
}

void MutedLabel::setMuted(bool muted)
{
    m_isMuted = muted;
    takeColor();
}

void MutedLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ParentChange)
        takeColor();
}

void MutedLabel::takeColor()
{
    // Its own text colour is what this sets; the one to start from is that of the surroundings.
    const QPalette around = parentWidget() != nullptr ? parentWidget()->palette() : QPalette();
    const QColor color = m_isMuted ? mutedColor(around) : around.color(QPalette::WindowText);
    if (palette().color(QPalette::WindowText) == color)
        return;
    QPalette own;
    own.setColor(QPalette::WindowText, color);
    setPalette(own);
}

} // namespace ui
