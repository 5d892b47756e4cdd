// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/monitor.h"
#include "tests/commandreader.h"
#include "tests/ui/fakeservers.h"
#include "ui/mainwindow.h"
#include "ui/tray/presence.h"

#include <QJsonValue>
#include <QObject>
#include <QStringList>

#include <memory>
#include <mutex>

namespace tests {

// Berth's window, tray and notifications over an engine and servers that the test makes up, for a test that
// is another process.
class TrayDriver final : public QObject
{
    Q_OBJECT

public:
    TrayDriver();

private:
    core::MonitorSources sources();
    QJsonValue obey(const QString &verb, const QString &rest);
    QJsonValue judge(const QString &engine);
    QJsonValue list(const QString &what);
    void remember(const QString &what) { m_asked.append(what); }
    void rememberAll();

    std::mutex m_mutex;
    core::Measurement m_answer; // what the next check finds out
    core::Monitor m_monitor;
    FakeServers m_servers;
    ui::MainWindow m_window;
    std::unique_ptr<ui::Presence> m_presence;
    QStringList m_asked; // of the tray and the notifications, in order
    CommandReader m_commands;
};

} // namespace tests
