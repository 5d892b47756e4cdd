// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/serverend.h"
#include "core/history/entry.h"

#include <optional>

namespace core {

// What is remembered of a check that ended; nothing of one that measured nothing.
std::optional<VerdictEntry> verdictEntry(const Measurement &measurement, const QDateTime &at);

ServerEndEntry serverEndEntry(const ServerEnd &end);

} // namespace core
