// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

namespace bench {

// First paint and resident memory of the window against a bare QMainWindow, each in a process of its own, in
// turn. Memory is the process's own, after its first check, without the docker clients that it starts.
QList<Row> measureWindow(int pairs);

// The resident memory of such a process with the window named, in MB.
double residentOfWindow(const QString &which);

// What such a process does: opens the window named, prints a line when it was painted and one with its
// memory.
int runWindowChild(const QString &which, int argc, char *argv[]);

} // namespace bench
