// SPDX-License-Identifier: MIT
#include "ui/tray/presence.h"

#include "core/monitor/monitor.h"
#include "ui/mainwindow.h"

namespace ui {

Presence::Presence(core::Monitor &monitor, core::Servers &servers, MainWindow &window, QObject *parent)
    : QObject(parent)
    , m_tray(monitor, servers)
    , m_notifier(monitor, servers, m_tray, window)
{
    connect(&m_tray, &TrayIcon::showWanted, &window, &MainWindow::comeForward);
    connect(&m_tray, &TrayIcon::newWanted, &window, &MainWindow::newServer);
    connect(&m_tray, &TrayIcon::reviewWanted, &window, &MainWindow::review);
    connect(&m_tray, &TrayIcon::checkWanted, &monitor, &core::Monitor::check);
    connect(&m_tray, &TrayIcon::openWanted, &window, &MainWindow::openWanted);
    connect(&m_tray, &TrayIcon::stopWanted, &window, &MainWindow::stopServer);
    connect(&m_notifier, &Notifier::acted, &window, &MainWindow::act);
    connect(&m_notifier, &Notifier::untold, &window, &MainWindow::tell);
}

} // namespace ui
