// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/probe/payload.h"

#include <QString>

#include <stop_token>

namespace core {

// Where a server listens inside its container.
enum class ListensOn {
    Everywhere,
    Loopback, // only there: docker's proxy does not reach it
    Nowhere,
    NotKnown
};

// `protocol address port` lines of the agent's `listeners`, or of busybox's `netstat -ltn`.
ListensOn parseListeners(const QByteArray &out, quint16 port);

// Reads the sockets that listen in the network namespace of a container, with a payload of our own, so that
// the image needs no tool. Blocking, bounded; leaves nothing behind.
ListensOn askListeners(const CommandRunner &docker, Payloads &payloads, const QString &architecture,
                       const QString &container, quint16 port, const std::stop_token &stop);

} // namespace core
