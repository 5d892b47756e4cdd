// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/probe/payload.h"
#include "core/probe/verdict.h"

#include <QString>

namespace core {

// Reads what the run of the marker left: the only step that may conclude Unusable. Usable carries no egress
// and no limits yet, and nothing carries a diagnosis.
Verdict classifyRun(const CommandOutcome &outcome, const QString &marker, const Payload &payload);

// Why a step before the run failed, in the words of docker where it said any: redacted, at most 300
// characters.
QString failureReason(const CommandOutcome &outcome);

// Whether what came back may be the fault of a damaged leftover of the check's own image, so that removing
// and loading it again can help.
bool isRepairable(const CommandOutcome &outcome, const Payload &payload);

} // namespace core
