// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"

#include <QMessageBox>
#include <QPointer>

#include <optional>

namespace core {
class Monitor;
}

namespace ui {

// Stands between the choice of another engine and the switch to it while servers of this process run: they
// are stopped first, or left running, or the engine stays the one that it is.
class SwitchGuard final : public QObject
{
    Q_OBJECT

public:
    SwitchGuard(core::Monitor &monitor, core::Servers &servers, QWidget *window);

    // Empty leaves the choice to docker. While it waits for servers to end, the last choice counts, and the
    // present engine calls it off.
    void choose(const QString &context);

private:
    void ask();
    void stopAll();
    void leaveAll();
    void callOff();
    void switchWhereAllEnded();
    void switchNow();

    core::Monitor &m_monitor;
    core::Servers &m_servers;
    QWidget *m_window;
    QPointer<QMessageBox> m_question;
    std::optional<QString> m_wanted;
    bool m_isWaiting = false; // for the end of servers
};

} // namespace ui
