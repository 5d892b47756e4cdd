// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/processidentity.h"

#include <QString>

namespace core {

// Tells others that this process runs: a file named after it, locked by the kernel, which lets go of it when
// the process ends, however it ends. Not QLockFile: that one is held because a file says so, and who judges
// it by the pid in there takes a pid that is used again for the owner, and a process of another pid namespace
// for a dead one.
class InstanceLock final
{
public:
    enum class Seen {
        Held,
        Free,  // its process has ended
        Absent // there is none, or it cannot be read: the process identity has to do
    };

    // In that folder, which is made for this user alone, and swept. Where it cannot be held, that is logged.
    explicit InstanceLock(const QString &folder, const ProcessIdentity &self = ProcessIdentity::current());
    ~InstanceLock(); // the file goes with it
    InstanceLock(const InstanceLock &) = delete;
    InstanceLock &operator=(const InstanceLock &) = delete;

    bool isHeld() const { return m_descriptor >= 0; }

    static Seen look(const QString &folder, const ProcessIdentity &process);
    // Removes the files that killed processes of this machine have left.
    static void sweep(const QString &folder, const MachineFiles &files = {});

private:
    QString m_path;
    int m_descriptor = -1;
};

} // namespace core
