// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace core {

// Where this machine tells about itself and its processes; a test has folders of its own.
struct MachineFiles
{
    QString proc = QStringLiteral("/proc");
    QString machineId = QStringLiteral("/etc/machine-id");
};

// What /proc/<pid>/stat says of a process.
struct ProcessStat
{
    QByteArray program; // as the kernel names it: at most 15 bytes
    char state = '?';
    qint64 parent = 0;
    quint64 startTime = 0; // clock ticks since boot
};
std::optional<ProcessStat> readProcessStat(const QString &process, const MachineFiles &files = {});

// Names one process for as long as the machine runs: pids are used again, a pid with its start time is not.
// Carried in a container's label, so that whoever finds a container can tell whether its maker still lives.
struct ProcessIdentity
{
    enum class State {
        Alive,
        Gone,
        BeforeBoot, // it ran on this machine before its last start
        Elsewhere   // another machine or pid namespace: nothing can be told from here
    };

    QString place; // machine, boot and pid namespace; empty where the system does not tell
    qint64 pid = 0;
    quint64 startTime = 0; // clock ticks since boot (Linux: field 22 of /proc/<pid>/stat)

    bool operator==(const ProcessIdentity &) const = default;

    static ProcessIdentity current(const MachineFiles &files = {});
    static std::optional<ProcessIdentity> fromLabel(const QString &label);

    // "<place>/<pid>/<startTime>", of characters that are plain in labels and shells.
    QString toLabel() const;
    State state(const MachineFiles &files = {}) const;
};

} // namespace core
