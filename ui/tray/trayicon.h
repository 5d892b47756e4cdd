// SPDX-License-Identifier: MIT
#pragma once

#include "ui/tray/trayhost.h"
#include "ui/tray/traystate.h"

#include <QObject>
#include <QTimer>

#include <memory>

class QSystemTrayIcon;

namespace core {
class Servers;
}

namespace ui {

class TrayMenu;

// Berth's icon in the tray, for as long as there is one: the worst that there is as shape and colour, the
// rest in its tooltip and menu. Everything in it is in the window as well.
class TrayIcon final : public QObject
{
    Q_OBJECT

public:
    TrayIcon(core::Monitor &monitor, core::Servers &servers, QObject *parent = nullptr);
    ~TrayIcon() override;

    // A panel shows it right now, and the user can get at Berth by it.
    bool isThere() const { return m_icon != nullptr; }
    const EngineWord &engine() const { return m_engine; }
    const TrayState &state() const { return m_state; }

    // Shows a message beside the icon. False where nobody would see it.
    bool showMessage(const QString &title, const QString &text, Mood mood);

Q_SIGNALS:
    void thereChanged(bool there); // a panel came or went
    void messageClicked();
    void showWanted();
    void newWanted();
    void reviewWanted();
    void checkWanted();
    void quitWanted();
    void openWanted(const QString &address);
    void stopWanted(core::ServerKey key);

private:
    void showOrHide();
    void show();
    void hide();
    void update();

    core::Monitor &m_monitor;
    core::Servers &m_servers;
    TrayHost m_host;
    QTimer m_soon; // rows that change together are looked at once
    EngineWord m_engine;
    TrayState m_state;
    std::unique_ptr<TrayMenu> m_menu; // before the icon, which shows it
    std::unique_ptr<QSystemTrayIcon> m_icon;
};

} // namespace ui
