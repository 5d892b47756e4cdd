// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

class QSocketNotifier;

namespace app {

// Hears that the network came back: that there is a default route again, or another one. On Linux the kernel
// says so, whoever manages the network (Qt's own backends need NetworkManager there); elsewhere Qt does.
class NetworkWatch final : public QObject
{
    Q_OBJECT

public:
    explicit NetworkWatch(QObject *parent = nullptr);
    ~NetworkWatch() override;

Q_SIGNALS:
    void returned(); // a second after the last such news, when names can be resolved as well

private:
    void listen();
    void onReadable();

    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_settling;
};

} // namespace app
