// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/processidentity.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tests {

// A machine as its files tell of it: an id, a boot, processes that a test adds and removes.
class MachinePicture final
{
public:
    MachinePicture()
    {
        QDir root(m_folder.path());
        root.mkpath(QStringLiteral("proc/sys/kernel/random"));
        root.mkpath(QStringLiteral("proc/self/ns"));
        QFile::link(QStringLiteral("pid:[4026531836]"),
                    m_folder.filePath(QStringLiteral("proc/self/ns/pid")));
        setBoot("11111111-0000-0000-0000-000000000000");
        setMachine("0123456789abcdef");
        addProcess(1, "init", 0, 1);
    }

    core::MachineFiles files() const
    {
        return {.proc = m_folder.filePath(QStringLiteral("proc")),
                .machineId = m_folder.filePath(QStringLiteral("machine-id"))};
    }

    void setBoot(const QByteArray &id) { write(QStringLiteral("proc/sys/kernel/random/boot_id"), id + '\n'); }
    void setMachine(const QByteArray &id) { write(QStringLiteral("machine-id"), id + '\n'); }

    void addProcess(qint64 pid, const QByteArray &program, qint64 parent, quint64 startTime,
                    const QList<QByteArray> &commandLine = {})
    {
        const QString folder = QStringLiteral("proc/%1").arg(pid);
        QDir(m_folder.path()).mkpath(folder);
        write(folder + QStringLiteral("/cmdline"),
              commandLine.isEmpty() ? program + '\0' : commandLine.join('\0') + '\0');
        const QByteArray stat = QByteArray::number(pid) + " (" + program + ") S " + QByteArray::number(parent)
            + QByteArray(" 0").repeated(17) + ' ' + QByteArray::number(startTime) + " 0 0\n";
        write(folder + QStringLiteral("/stat"), stat);
    }
    void removeProcess(qint64 pid)
    {
        QDir(m_folder.filePath(QStringLiteral("proc/%1").arg(pid))).removeRecursively();
    }
    void removeFile(const QString &path) { QFile::remove(m_folder.filePath(path)); }

    // Of a process of this machine, as it is now.
    core::ProcessIdentity identityOf(qint64 pid, quint64 startTime) const
    {
        return {.place = core::ProcessIdentity::current(files()).place, .pid = pid, .startTime = startTime};
    }

private:
    void write(const QString &path, const QByteArray &content) const
    {
        QFile file(m_folder.filePath(path));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("a picture of a machine could not be written");
    }

    QTemporaryDir m_folder;
};

} // namespace tests
