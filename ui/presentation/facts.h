// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

namespace ui {

// Containers, Internet, DNS, Limits: always these four, in this order.
QList<Fact> presentFacts(const core::Measurement &measurement);

// The step that a fact rests on, by its place in the list.
core::Step stepBehindFact(int index);

} // namespace ui
