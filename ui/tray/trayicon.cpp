// SPDX-License-Identifier: MIT
#include "ui/tray/trayicon.h"

#include "core/monitor/monitor.h"
#include "ui/tray/traymenu.h"
#include "ui/tray/traypicture.h"

#include <QSystemTrayIcon>

using namespace std::chrono_literals;

namespace ui {

TrayIcon::TrayIcon(core::Monitor &monitor, core::Servers &servers, QObject *parent)
    : QObject(parent)
    , m_monitor(monitor)
    , m_servers(servers)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(50ms);
    connect(&m_soon, &QTimer::timeout, this, &TrayIcon::update);
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&monitor, &core::Monitor::measurementChanged, this, soon);
    connect(&monitor, &core::Monitor::contextsChanged, this, soon);
    connect(&servers, &core::Servers::inserted, this, soon);
    connect(&servers, &core::Servers::changed, this, soon);
    connect(&servers, &core::Servers::moved, this, soon);
    connect(&servers, &core::Servers::removed, this, soon);
    connect(&m_host, &TrayHost::changed, this, &TrayIcon::showOrHide);
    update();
    showOrHide();
}

TrayIcon::~TrayIcon() = default;

// Over the bus Qt would hand it to the service whose silence is the reason for asking us.
bool TrayIcon::showMessage(const QString &title, const QString &text, Mood mood)
{
    if (m_icon == nullptr || m_host.kind() == TrayHost::Kind::StatusNotifier)
        return false;
    const bool worries = mood != Mood::Fine && mood != Mood::Measuring;
    m_icon->showMessage(title, text, worries ? QSystemTrayIcon::Warning : QSystemTrayIcon::Information);
    return true;
}

void TrayIcon::showOrHide()
{
    hide();
    if (m_host.kind() != TrayHost::Kind::None)
        show();
}

// Made anew for each panel: one that came back knows nothing of the icons that the last one had.
void TrayIcon::show()
{
    m_menu = std::make_unique<TrayMenu>(m_host.kind() == TrayHost::Kind::StatusNotifier ? MenuWay::Bus
                                                                                        : MenuWay::Widget);
    connect(m_menu.get(), &TrayMenu::showWanted, this, &TrayIcon::showWanted);
    connect(m_menu.get(), &TrayMenu::newWanted, this, &TrayIcon::newWanted);
    connect(m_menu.get(), &TrayMenu::reviewWanted, this, &TrayIcon::reviewWanted);
    connect(m_menu.get(), &TrayMenu::checkWanted, this, &TrayIcon::checkWanted);
    connect(m_menu.get(), &TrayMenu::quitWanted, this, &TrayIcon::quitWanted);
    connect(m_menu.get(), &TrayMenu::openWanted, this, &TrayIcon::openWanted);
    connect(m_menu.get(), &TrayMenu::stopWanted, this, &TrayIcon::stopWanted);
    m_icon = std::make_unique<QSystemTrayIcon>();
    m_icon->setIcon(trayPicture(m_state));
    update();
    m_icon->setContextMenu(m_menu.get());
    connect(m_icon.get(), &QSystemTrayIcon::messageClicked, this, &TrayIcon::messageClicked);
    connect(m_icon.get(), &QSystemTrayIcon::activated, this,
            [this](QSystemTrayIcon::ActivationReason reason) {
                if (reason == QSystemTrayIcon::Trigger)
                    Q_EMIT showWanted();
            });
    m_icon->show();
    Q_EMIT thereChanged(true);
}

void TrayIcon::hide()
{
    if (m_icon == nullptr)
        return;
    m_icon.reset();
    m_menu.reset();
    Q_EMIT thereChanged(false);
}

void TrayIcon::update()
{
    const QList<core::Server> &servers = m_servers.servers();
    m_engine = engineWord(m_monitor, m_engine);
    const TrayState state = trayState(m_engine, m_monitor.isChecking(), servers);
    const bool isNew = state != m_state;
    m_state = state;
    if (m_icon == nullptr)
        return;
    if (isNew)
        m_icon->setIcon(trayPicture(state));
    // Each is sent to the panel, so that what has not changed is not set again.
    const QString toolTip = trayToolTip(m_engine, servers);
    if (toolTip != m_icon->toolTip())
        m_icon->setToolTip(toolTip);
    m_menu->setOffer(trayOffer(m_engine, m_monitor.isChecking(), servers));
}

} // namespace ui
