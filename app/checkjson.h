// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QJsonObject>

namespace app {

// The answer of `berth check --json`, schema 1; the manual describes it.
QJsonObject checkJson(const core::Measurement &measurement);

} // namespace app
