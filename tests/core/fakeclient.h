// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QString>
#include <QThread>

#include <csignal>

namespace tests {

inline QString fakeDocker()
{
    return QStringLiteral(BERTH_FAKE_DOCKER);
}

// A zombie has ended; it only was not reaped yet.
inline bool isRunning(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (pid <= 0 || !stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = stat.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

// The fake clients that run with this behaviour.
inline QList<int> running(const QString &behaviour)
{
    QList<int> pids;
    const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &entry : entries) {
        QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(entry));
        if (!commandLine.open(QIODevice::ReadOnly))
            continue;
        const auto parts = commandLine.readAll().split('\0');
        if (parts.size() > 1 && parts.at(0) == fakeDocker().toUtf8() && parts.at(1) == behaviour.toUtf8()
            && isRunning(entry.toInt()))
            pids.append(entry.toInt());
    }
    return pids;
}

inline int countRunning(const QString &behaviour)
{
    return int(running(behaviour).size());
}

// Waits until one runs; 0 where none came within 5 s.
inline int pidOfRunning(const QString &behaviour)
{
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 5000; QThread::yieldCurrentThread()) {
        const auto pids = running(behaviour);
        if (!pids.isEmpty())
            return pids.first();
    }
    return 0;
}

} // namespace tests
