// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

namespace bench {

// A server that prints 200 000 lines a second for three seconds, in a log pane that follows it, in a process
// of its own: the longest time in which the window answered nothing, and how much memory it took.
QList<Row> measureFlood();

// That process, and the one that prints.
int runFloodChild(int argc, char *argv[]);
int printFlood();

} // namespace bench
