// SPDX-License-Identifier: MIT
#pragma once

namespace bench {

// Starts a dev server on the engine that docker reaches, waits until it is ready, and stops it, so many times
// in one process and through the monitor that the window has. Prints what was there before the first, after a
// tenth, after the last, and when the monitor is gone. The exit code: 0 where nothing was left behind. Nobody
// else should use the engine meanwhile.
int runCycles(int count);

} // namespace bench
