// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

#include <optional>

namespace bench {

// What the window makes of dev servers, each in a process of its own with an engine in memory and the real
// parsers, list, model and window.

// 1 000 dev servers: the longest turn of the GUI thread while they are listed, filtered, and one changes, and
// how often the model tells of that one.
QList<Row> measureList(int times);
// From the line of a `start` event to its row on the screen.
QList<Row> measureRow();
// From the click on Start to `docker run`, less the docker commands in between.
QList<Row> measureLaunch();

// What such a process does: "list", "row" or "launch"; absent where it is none of these.
std::optional<int> runServerChild(const QString &which, int argc, char *argv[]);

} // namespace bench
