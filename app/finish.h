// SPDX-License-Identifier: MIT
#pragma once

#include <QDeadlineTimer>

namespace app {

// Lets a cancelled check take away what it made, until the deadline at most. Then the process ends with
// `exitCode` without going through its static objects, which the work that still runs would lose under its
// feet; the kernel ends the docker clients, and the next check sweeps what is left.
void finishBlockingWork(int exitCode, const QDeadlineTimer &deadline = QDeadlineTimer(5000));

} // namespace app
