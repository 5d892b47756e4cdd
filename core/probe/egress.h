// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/docker/command.h"
#include "core/probe/payload.h"
#include "core/probe/verdict.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <stop_token>

namespace core {

// What a container is asked to reach.
struct EgressTarget
{
    QString address; // a literal IPv4: a name would make the route depend on DNS
    quint16 port = 0;
    QString name; // a DNS name

    bool operator==(const EgressTarget &) const = default;
};

// Reads the settings probe/target ("1.1.1.1:443") and probe/dnsName ("example.com"). Strict, for both travel
// into a container's arguments. The error names the setting and quotes the rejected value, scrubbed and cut.
Result<EgressTarget> parseEgressTarget(const QString &target, const QString &dnsName);

// What follows the image in `docker run`: the program and its arguments.
QStringList egressArguments(const Payload &payload, const EgressTarget &target);

// Reads what such a run left. Concludes nothing about the engine.
Egress classifyEgress(const CommandOutcome &outcome, const EgressTarget &target);

struct HostEgress
{
    bool tcp = false;
    bool dns = false;

    bool operator==(const HostEgress &) const = default;
};

// The same two attempts from this machine, side by side. Blocks its thread with an event loop of its own, so
// it belongs on a pool thread.
HostEgress attemptFromHost(const EgressTarget &target, std::chrono::milliseconds timeout,
                           const std::stop_token &stop);

} // namespace core
