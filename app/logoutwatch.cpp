// SPDX-License-Identifier: MIT
#include "app/logoutwatch.h"

#include <QEvent>
#include <QGuiApplication>
#include <QSessionManager>

namespace app {

LogoutWatch::LogoutWatch(QObject *parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
    connect(qGuiApp, &QGuiApplication::commitDataRequest, this, [this](QSessionManager &manager) {
        // The autostart file brings it back where the user wants that.
        manager.setRestartHint(QSessionManager::RestartNever);
        m_isAnnounced = true;
        Q_EMIT saveWanted();
    });
}

// Qt would close every window, with their questions.
bool LogoutWatch::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != qApp || event->type() != QEvent::Quit)
        return QObject::eventFilter(watched, event);
    if (m_isAnnounced)
        Q_EMIT logoutCame();
    else
        Q_EMIT quitWanted();
    return true;
}

} // namespace app
