// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock.h"
#include "core/docker/command.h"
#include "core/docker/engine.h"
#include "core/docker/socket.h"
#include "core/probe/egress.h"
#include "core/probe/payload.h"
#include "core/probe/sharedmeasurement.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace core {

// The settings of the check as the user wrote them; what is wrong with one is part of the answer.
struct CheckSettings
{
    QString target = QStringLiteral("1.1.1.1:443");
    QString dnsName = QStringLiteral("example.com");
    QString memory = QStringLiteral("2g");
    QString pids = QStringLiteral("512");

    bool operator==(const CheckSettings &) const = default;
};

// What a check works with. The looks at the host are here because a test's host is not the user's.
struct WorkloadSources
{
    CommandRunner docker; // without the arguments that choose the engine
    EngineChoice choice;
    EngineFacts known; // context, endpoint and client path
    std::shared_ptr<Payloads> payloads;
    CheckSettings settings;
    bool egress = true;
    Clock clock = {};
    std::function<HostEgress(const EgressTarget &, const std::stop_token &)> attemptFromHost;
    std::function<SocketFacts(const QString &path)> lookAtSocket = &core::lookAtSocket;
};

// The whole check: asks the engine's architecture, loads the probe image, runs the marker, measures egress
// and limits side by side, and cleans up. Blocking and total: it never throws and ends within about 60 s
// whatever the engine does. Reports the measurement so far each time that something became known, from any
// thread but never from two at once.
Measurement measureWorkload(const WorkloadSources &sources, const std::stop_token &stop,
                            const MeasurementReporter &report);

} // namespace core
