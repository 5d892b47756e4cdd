// SPDX-License-Identifier: MIT
#pragma once

#include "ui/tray/notifier.h"
#include "ui/tray/trayicon.h"

namespace ui {

class MainWindow;

// Berth outside of its window: the icon in the tray and the notifications, and what they have the window do.
// Whether quitting, or a tray that came or went, means anything more is for whoever made it.
class Presence final : public QObject
{
    Q_OBJECT

public:
    Presence(core::Monitor &monitor, core::Servers &servers, MainWindow &window, QObject *parent = nullptr);

    TrayIcon &tray() { return m_tray; }
    Notifier &notifier() { return m_notifier; }

private:
    TrayIcon m_tray;
    Notifier m_notifier;
};

} // namespace ui
