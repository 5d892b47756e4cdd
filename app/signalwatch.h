// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace app {

// Turns SIGINT, SIGTERM and SIGHUP into a signal on the event loop. At most one exists at a time.
class SignalWatch final : public QObject
{
    Q_OBJECT

public:
    explicit SignalWatch(QObject *parent = nullptr);
    ~SignalWatch() override;

Q_SIGNALS:
    void interrupted(int number);

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace app
