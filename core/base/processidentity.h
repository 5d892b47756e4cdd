// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <optional>

namespace core {

// Names one process for as long as the machine runs: pids are used again, a pid with its start time is not.
// Carried in a container's label, so that whoever finds a container can tell whether its maker still lives.
struct ProcessIdentity
{
    enum class State {
        Alive,
        Gone,
        Elsewhere // another machine, boot or pid namespace: nothing can be told from here
    };

    QString place; // boot id and pid namespace; empty where the system has neither
    qint64 pid = 0;
    quint64 startTime = 0; // clock ticks since boot (Linux: field 22 of /proc/<pid>/stat)

    bool operator==(const ProcessIdentity &) const = default;

    static ProcessIdentity current();
    static std::optional<ProcessIdentity> fromLabel(const QString &label);

    // "<place>/<pid>/<startTime>", of characters that are plain in labels and shells.
    QString toLabel() const;
    State state() const;
};

} // namespace core
