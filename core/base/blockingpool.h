// SPDX-License-Identifier: MIT
#pragma once

#include <QThreadPool>

namespace core {

// The threads that blocking work runs on. Not Qt's global pool: QtGui fills large shapes on that one and
// makes the GUI thread wait for it, so a single docker command that hangs there would freeze the window.
QThreadPool &blockingPool();

// The threads that look at servers again and again, and at folders. A few of their own: hundreds of servers
// that are silent, or a folder on a machine that is away, hold up neither the docker commands nor the window.
QThreadPool &lookingPool();

} // namespace core
