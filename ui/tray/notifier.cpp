// SPDX-License-Identifier: MIT
#include "ui/tray/notifier.h"

#include "core/monitor/monitor.h"
#include "ui/presentation/orphans.h"
#include "ui/tray/trayicon.h"

#include <QEvent>
#include <QWidget>

using namespace std::chrono_literals;

namespace ui {

Notifier::Notifier(core::Monitor &monitor, core::Servers &servers, TrayIcon &tray, QWidget &window,
                   QObject *parent)
    : QObject(parent)
    , m_monitor(monitor)
    , m_servers(servers)
    , m_tray(tray)
    , m_window(window)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(300ms);
    connect(&m_soon, &QTimer::timeout, this, &Notifier::look);
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&monitor, &core::Monitor::measurementChanged, this, soon);
    connect(&servers, &core::Servers::inserted, this, soon);
    connect(&servers, &core::Servers::changed, this, soon);
    connect(&servers, &core::Servers::removed, this, soon);
    connect(&m_bus, &NewsBus::acted, this, &Notifier::acted);
    connect(&m_bus, &NewsBus::refused, this, &Notifier::tellElsewhere);
    connect(&tray, &TrayIcon::messageClicked, this,
            [this] { Q_EMIT acted(m_besideIcon, m_besideIcon.actions.value(0, NewsAction::Show)); });
    window.installEventFilter(this);
    soon();
}

// Who comes to the window sees there what the notification was about.
bool Notifier::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_window && event->type() == QEvent::WindowActivate)
        m_bus.withdraw(News::Kind::Orphans);
    return QObject::eventFilter(watched, event);
}

void Notifier::look()
{
    const Situation now = situation();
    const QList<News> news = newsOf(now, m_known);
    if (orphansOf(now.servers).isEmpty())
        m_bus.withdraw(News::Kind::Orphans);
    for (const News &one : news) {
        if (m_isEnabled)
            m_bus.show(one);
    }
}

void Notifier::tellElsewhere(const News &news)
{
    if (m_tray.showMessage(news.title, news.text, news.mood))
        m_besideIcon = news;
    else
        Q_EMIT untold(news);
}

Situation Notifier::situation() const
{
    Situation now{.context = m_monitor.requestedContext(), .servers = m_servers.servers(), .view = view()};
    if (!m_monitor.isChecking() && m_monitor.lastFinished().startedAt.isValid())
        now.health = presentHealth(m_monitor.lastFinished(), QDateTime::currentDateTimeUtc());
    return now;
}

View Notifier::view() const
{
    if (!m_window.isVisible())
        return View::Hidden;
    return m_window.isActiveWindow() ? View::Active : View::Shown;
}

} // namespace ui
