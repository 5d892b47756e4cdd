// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/probe/payload.h"
#include "core/probe/verdict.h"
#include "core/sandbox/hardening.h"

#include <QStringList>

namespace core {

// What follows the image in `docker run`, to print which limits are in force inside, as `key=value` lines.
QStringList limitsArguments(const Payload &payload);

// Compares what such a run printed with what it was started with: `asked`, and no network.
Hardening judgeHardening(const CommandOutcome &outcome, const Limits &asked);

} // namespace core
