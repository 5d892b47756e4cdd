// SPDX-License-Identifier: MIT
#include "core/devserver/ports.h"

#include "core/devserver/name.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// One that is only published on another address of this machine is no hindrance.
bool meetsLoopback(const QString &address)
{
    return address == "127.0.0.1"_L1 || address == "0.0.0.0"_L1 || address == "::"_L1;
}

bool publishes(const ContainerFacts &container, quint16 port)
{
    return std::ranges::any_of(container.published, [port](const Publication &publication) {
        return publication.hostPort == port && meetsLoopback(publication.address);
    });
}

// Whether it is in the way once the port itself is free.
bool stands(const ContainerFacts &container, quint16 port)
{
    const bool hasEnded = container.state == "exited"_L1 || container.state == "dead"_L1;
    return container.name == serverName(port) || (!hasEnded && publishes(container, port));
}

PortHolder holderOf(const ContainerFacts &container)
{
    return {.kind =
                portOfServerName(container.name) ? PortHolder::Kind::DevServer : PortHolder::Kind::Container,
            .name = container.name,
            .id = container.id,
            .state = container.state};
}

} // namespace

PortHolder portHolder(quint16 port, const QList<ContainerFacts> &containers,
                      const std::function<std::optional<HostListener>(quint16)> &listener)
{
    for (const ContainerFacts &container : containers) {
        if (container.isRunning() && (publishes(container, port) || container.name == serverName(port)))
            return holderOf(container);
    }
    // Nothing listens for a container that does not run, so that a listener is somebody else's.
    if (const auto process = listener(port))
        return {.kind = PortHolder::Kind::Process, .name = process->program, .pid = process->pid};
    for (const ContainerFacts &container : containers) {
        if (stands(container, port))
            return holderOf(container);
    }
    return {};
}

std::optional<quint16> freePort(const PortRange &range, std::optional<quint16> preferred,
                                const std::function<bool(quint16)> &isHeld)
{
    if (preferred && !isHeld(*preferred))
        return preferred;
    for (int port = range.first; port <= range.last; ++port) {
        if (quint16(port) != preferred && !isHeld(quint16(port)))
            return quint16(port);
    }
    return std::nullopt;
}

std::optional<ServerTrouble> troubleOf(const PortHolder &holder)
{
    using Kind = ServerTrouble::Kind;
    switch (holder.kind) {
    case PortHolder::Kind::Nobody:
        return std::nullopt;
    case PortHolder::Kind::DevServer:
        return ServerTrouble{.kind = Kind::PortHeldByServer, .holder = holder.name, .detail = holder.state};
    case PortHolder::Kind::Container:
        return ServerTrouble{
            .kind = Kind::PortHeldByContainer, .holder = holder.name, .detail = holder.state};
    case PortHolder::Kind::Process:
        return ServerTrouble{.kind = Kind::PortHeldByProcess, .holder = holder.name, .holderPid = holder.pid};
    }
    Q_UNREACHABLE();
}

} // namespace core
