// SPDX-License-Identifier: MIT
#pragma once

#include "ui/tray/traystate.h"

#include <QMenu>

namespace ui {

// What the menu of the tray offers, as values.
struct TrayOffer
{
    struct Entry
    {
        core::ServerKey key{};
        QString text;    // "4300 · webshop: Ready", with names from outside
        QString address; // empty: there is nothing to open
        bool canStop = false;

        bool operator==(const Entry &) const = default;
    };

    QString verdict;
    QList<Entry> servers; // the first of them
    int more = 0;         // that have no room here
    int orphans = 0;
    bool canCheck = true;

    bool operator==(const TrayOffer &) const = default;
};

TrayOffer trayOffer(const EngineWord &engine, bool isChecking, const QList<core::Server> &servers);

// How the menu is shown: what marks a mnemonic differs.
enum class MenuWay {
    Widget, // Qt draws it: "&"
    Bus     // a panel draws it: Qt makes "_" of the first "&" and leaves every "_" that is there
};

// `text` as an entry in which every character is itself.
QString trayMenuText(const QString &text, MenuWay way);

// The menu of the tray. It is kept up to date as a whole, because a panel shows what it was told last.
class TrayMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit TrayMenu(MenuWay way);

    void setOffer(const TrayOffer &offer);

Q_SIGNALS:
    void showWanted();
    void newWanted();
    void reviewWanted();
    void checkWanted();
    void quitWanted();
    void openWanted(const QString &address);
    void stopWanted(core::ServerKey key);

private:
    void apply();
    void applyServers();
    QMenu *makeServer(core::ServerKey key);
    void describeServer(QMenu &menu, const TrayOffer::Entry &entry) const;
    void open(core::ServerKey key);

    const MenuWay m_way;
    TrayOffer m_offer;
    QList<core::ServerKey> m_shown;
    QList<QMenu *> m_servers; // of those, in that order
    QAction *m_verdict = nullptr;
    QAction *m_more = nullptr; // the servers stand before it
    QAction *m_review = nullptr;
    QAction *m_check = nullptr;
};

} // namespace ui
