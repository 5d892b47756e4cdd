// SPDX-License-Identifier: MIT
#include "ui/widgets/headerarea.h"

#include <QEvent>

#include <algorithm>

namespace ui {

namespace {

// What stays of the header in the lowest window: the headline, what is under it, and the facts.
constexpr int leastHeight = 160;

} // namespace

HeaderArea::HeaderArea(QWidget *header, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setWidget(header);
    header->installEventFilter(this);
    takeHeight();
}

QSize HeaderArea::sizeHint() const
{
    return {widget()->sizeHint().width(), wantedHeight()};
}

QSize HeaderArea::minimumSizeHint() const
{
    return {widget()->minimumSizeHint().width(), std::min(wantedHeight(), leastHeight)};
}

void HeaderArea::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    takeHeight();
}

bool HeaderArea::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        takeHeight();
    return QScrollArea::eventFilter(watched, event);
}

int HeaderArea::wantedHeight() const
{
    return widget()->hasHeightForWidth() ? widget()->heightForWidth(width()) : widget()->sizeHint().height();
}

void HeaderArea::takeHeight()
{
    const int wanted = wantedHeight();
    setMaximumHeight(wanted);
    // A bar that was needed for a moment makes the text narrower and so higher, and would stay for that.
    setVerticalScrollBarPolicy(height() < wanted ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    updateGeometry();
}

} // namespace ui
