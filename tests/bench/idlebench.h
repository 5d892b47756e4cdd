// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

#include <optional>

namespace bench {

// 20 dev servers on the engine that docker reaches, and a window with nothing to do, hidden, shown, and
// hidden with an icon in a tray: what it uses of a processor core, and how many docker processes it starts.
// BERTH_BENCH_IDLE_SECONDS is how long it is watched, 60 by default. Empty where no engine answers; where
// there is no host for a tray, that is said in the place of its rows.
QList<Row> measureIdle();

// Resident memory of the window with these 20 servers against a bare QMainWindow, in turn.
QList<Row> measureMemory(int pairs);

// What such a process does: "idle-hidden", "idle-shown" or "idle-tray"; absent where it is none of them.
std::optional<int> runIdleChild(const QString &which, int argc, char *argv[]);

} // namespace bench
