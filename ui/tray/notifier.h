// SPDX-License-Identifier: MIT
#pragma once

#include "ui/tray/newsbus.h"
#include "ui/tray/newsdesk.h"

#include <QObject>
#include <QTimer>

class QWidget;

namespace core {
class Monitor;
class Servers;
} // namespace core

namespace ui {

class TrayIcon;

// Tells what happens while nobody looks at the window: by the desktop's notifications, where there are none
// by the tray, and otherwise in the window.
class Notifier final : public QObject
{
    Q_OBJECT

public:
    // What `window` shows needs no notification while it has the focus.
    Notifier(core::Monitor &monitor, core::Servers &servers, TrayIcon &tray, QWidget &window,
             QObject *parent = nullptr);

    // Whether the user wants them. What happens meanwhile is not told later.
    void setEnabled(bool enabled) { m_isEnabled = enabled; }

Q_SIGNALS:
    void acted(const ui::News &news, ui::NewsAction action); // a button, or the notification itself
    void untold(const ui::News &news);                       // neither the desktop nor the tray showed it

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    void tellElsewhere(const News &news);
    Situation situation() const;
    View view() const;

    core::Monitor &m_monitor;
    core::Servers &m_servers;
    TrayIcon &m_tray;
    QWidget &m_window;
    NewsBus m_bus;
    QTimer m_soon; // rows that come together are one piece of news
    Known m_known;
    News m_besideIcon; // the last one that the tray showed
    bool m_isEnabled = true;
};

} // namespace ui
