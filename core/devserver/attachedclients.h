// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/processidentity.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

#include <optional>

namespace core {

// A docker client on this machine that holds on to a container: its own process and what started it.
struct AttachedClient
{
    qint64 pid = 0;
    qint64 parentPid = 0;
    QString parentProgram; // as the kernel names it; empty where it is hidden

    bool operator==(const AttachedClient &) const = default;
};

// The container that a command line is attached to, by the name or id it was given; absent where it is no
// such client's: `docker run --name NAME …`, `docker attach NAME`, `docker start --attach NAME`. Options are
// not weighed exactly: to take a client for attached that is not costs nothing, the reverse a server.
std::optional<QString> attachedContainer(const QList<QByteArray> &commandLine);

// One look at the processes of this machine.
struct AttachedClients
{
    QHash<QString, AttachedClient> byContainer; // as the client calls it
    bool seesAll = false;                       // processes of other users are not hidden from this one

    std::optional<AttachedClient> of(const QString &id, const QString &name) const;
};

AttachedClients findAttachedClients(const MachineFiles &files = {});

} // namespace core
