// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"
#include "ui/presentation/servers.h"

#include <QList>
#include <QObject>

class QAction;
class QMenu;

namespace ui {

// What can be done with dev servers, each with its key, its place in a menu, and whether it makes sense for
// the rows that are selected. Asks before it ends several, or one that this Berth did not start.
class ServerActions final : public QObject
{
    Q_OBJECT

public:
    // `window` is what questions belong to.
    ServerActions(core::Servers &servers, QWidget *window);

    QAction *newServer() const { return m_new; }
    QAction *open() const { return m_open; }
    QAction *restart() const { return m_restart; }
    QAction *stop() const { return m_stop; }
    QAction *log() const { return m_log; }
    QAction *copyAddress() const { return m_copyAddress; }
    // Those about rows, as a menu shows them.
    void addRowActions(QMenu &menu) const;

    void setSelection(const QList<core::ServerKey> &keys);
    // Carries out what was offered for a server in trouble.
    void apply(Remedy::Kind remedy, core::ServerKey key);

Q_SIGNALS:
    void newWanted();
    void editWanted(const core::LaunchRequest &request);
    void openWanted(const QString &address); // of a server that answered there
    void logWanted(core::ServerKey key);

private:
    QAction *add(const QString &text, const QString &name, void (ServerActions::*slot)());
    void enable();
    QList<core::Server> selected() const;

    void openSelected();
    void restartSelected();
    void stopSelected();
    void logOfSelected();
    void copyAddresses();

    void openIfReady(const core::Server &server);
    void stopServers(const QList<core::Server> &servers);
    void startAgain(const core::Server &server, core::LaunchRequest request);

    core::Servers &m_servers;
    QWidget *m_window;
    QList<core::ServerKey> m_selection;
    QAction *m_new;
    QAction *m_open;
    QAction *m_restart;
    QAction *m_stop;
    QAction *m_log;
    QAction *m_copyAddress;
};

} // namespace ui
