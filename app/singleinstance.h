// SPDX-License-Identifier: MIT
#pragma once

#include "app/handover.h"

#include <QLocalServer>
#include <QLockFile>
#include <QObject>

#include <chrono>

class QDeadlineTimer;
class QLocalSocket;

namespace app {

// Keeps one window per user and display: the first start holds a lock and listens on a socket beside it, a
// later one tells it what is wanted and ends.
class SingleInstance final : public QObject
{
    Q_OBJECT

public:
    enum class Role {
        First,      // this process opens the window
        HandedOver, // another one does what is wanted
        Refused,    // another one does not understand what is wanted
        NoAnswer    // another one has the lock, and does not answer
    };

    // `folder` is the user's alone, `display` tells one desktop from another.
    SingleInstance(const QString &folder, const QString &display, QObject *parent = nullptr);
    ~SingleInstance() override;

    // Waits for another Berth, for as long as `patience` at most: called before there is a window.
    Role start(const Handover &wanted, std::chrono::milliseconds patience = std::chrono::seconds(2));
    // Lets the next start be the first one.
    void release();
    // The process that has the lock; 0 where it is not known.
    qint64 holder() const;

Q_SIGNALS:
    void wanted(const app::Handover &handover);

private:
    bool takeLock();
    QByteArray handOver(const Handover &wanted, const QDeadlineTimer &deadline) const;
    void onConnection();
    void read(QLocalSocket &socket);

    const QString m_socketPath;
    QLockFile m_lock;
    QLocalServer m_server;
};

// The folder for the sockets of this user's session.
QString runtimeFolder();

// The display that this process was started on; call it before Qt has read the environment.
QString displayName();

// What the desktop gave to this start so that its window may come to the front; the same goes for it.
QString activationToken();

} // namespace app
