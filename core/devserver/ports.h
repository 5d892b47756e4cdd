// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/container.h"
#include "core/devserver/launchrequest.h"

#include <functional>
#include <optional>

namespace core {

// A process of this machine that listens on a port. On Linux from /proc; elsewhere, or where the process is
// another user's, without name and pid.
struct HostListener
{
    QString program; // /proc/<pid>/comm
    qint64 pid = 0;

    bool operator==(const HostListener &) const = default;
};

// Who listens on 127.0.0.1:port of this machine, or on every address of it; absent where nobody does.
std::optional<HostListener> hostListener(quint16 port);

// Who holds a port, found before a start. A container that is only created holds it as well: it would take it
// at its start, and it has the name.
struct PortHolder
{
    enum class Kind { Nobody, DevServer, Container, Process };

    Kind kind = Kind::Nobody;
    QString name;  // of the container or the program
    QString id;    // of the container
    QString state; // of the container, docker's word
    qint64 pid = 0;

    bool operator==(const PortHolder &) const = default;
};

// Containers before processes: docker's own proxy listens for a container.
PortHolder portHolder(quint16 port, const QList<ContainerFacts> &containers,
                      const std::function<std::optional<HostListener>(quint16)> &listener = &hostListener);

// `preferred` where nobody holds it, else the first of the range that nobody does.
std::optional<quint16> freePort(const PortRange &range, std::optional<quint16> preferred,
                                const std::function<bool(quint16)> &isHeld);

// The trouble that a held port is.
std::optional<ServerTrouble> troubleOf(const PortHolder &holder);

} // namespace core
