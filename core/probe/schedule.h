// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <chrono>
#include <optional>

namespace core {

// How long to wait before looking again by oneself: 30 s after the first unsettled answer in a row, doubling
// up to 10 minutes. Nothing after a settled one, which is kept until something happens.
std::optional<std::chrono::milliseconds> recheckDelay(const Verdict &verdict, int unsettledInARow);

} // namespace core
