// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"

#include <QFileSystemWatcher>
#include <QObject>

namespace core {

// Notices without a process and without a timer that an engine begins to listen: its unix socket appears.
class SocketWatch final : public QObject
{
    Q_OBJECT

public:
    explicit SocketWatch(QObject *parent = nullptr);

    // Watches this socket from now on, and no other; none where the path is empty.
    void watch(const QString &path);

Q_SIGNALS:
    // Something happened in its folder, and somebody listens: it may have done so all the time.
    void listening();

private:
    void look();

    QString m_path;
    QFileSystemWatcher m_folder;
    Task<bool> m_looking;
};

} // namespace core
