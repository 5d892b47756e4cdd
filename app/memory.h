// SPDX-License-Identifier: MIT
#pragma once

namespace app {

// The threads of the pools share their memory from now on: each would keep some of its own for good, and
// hardly use it. To be called before there are any.
void shareMemoryBetweenThreads();

} // namespace app
