// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/docker/engine.h"

namespace core {

// Asks `version` and `info`, and fills in what they tell; the rest of the facts stays. Returns how `version`
// ended: without an engine it fails, and `info` is not asked then.
CommandOutcome askFacts(EngineFacts &facts, const CommandRunner &docker, const CommandOptions &options);

} // namespace core
