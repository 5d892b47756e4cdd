// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/docker/diagnosis.h"
#include "core/probe/verdict.h"

#include <optional>

namespace core {

// Why containers do not reach the network, from what was seen inside (`outcome`, the egress run), on the host
// and at the engine. Nothing where there is no trouble.
std::optional<Diagnosis> diagnoseEgress(const Egress &egress, const CommandOutcome &outcome,
                                        const Evidence &evidence);

// Why a limit is not in force. Nothing where all are, or where it is not known.
std::optional<Diagnosis> diagnoseLimits(const Hardening &hardening, const Evidence &evidence);

} // namespace core
