// SPDX-License-Identifier: MIT
#pragma once

#include <QThreadPool>

namespace core {

// The threads that blocking work runs on. Not Qt's global pool: QtGui fills large shapes on that one and
// makes the GUI thread wait for it, so a single docker command that hangs there would freeze the window.
QThreadPool &blockingPool();

} // namespace core
