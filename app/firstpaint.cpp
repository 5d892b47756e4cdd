// SPDX-License-Identifier: MIT
#include "app/firstpaint.h"

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>

namespace app {

FirstPaint::FirstPaint(QWidget *window)
    : m_window(window)
{
    // On the application, because a window whose children cover it gets no paint event of its own.
    QCoreApplication::instance()->installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Paint && watched->isWidgetType()
        && static_cast<QWidget *>(watched)->window() == m_window) {
        QCoreApplication::instance()->removeEventFilter(this);
        // The event is only now on its way to the widget, hence queued.
        QMetaObject::invokeMethod(this, &FirstPaint::painted, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace app
