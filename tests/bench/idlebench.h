// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

#include <optional>

namespace bench {

// 20 dev servers on the engine that docker reaches, and a window with nothing to do, hidden and shown: what
// it uses of a processor core, and how many docker processes it starts. BERTH_BENCH_IDLE_SECONDS is how long
// it is watched, 60 by default. Empty where no engine answers.
QList<Row> measureIdle();

// Resident memory of the window with these 20 servers against a bare QMainWindow, in turn.
QList<Row> measureMemory(int pairs);

// What such a process does: "idle-hidden" or "idle-shown"; absent where it is neither.
std::optional<int> runIdleChild(const QString &which, int argc, char *argv[]);

} // namespace bench
