// SPDX-License-Identifier: MIT
#pragma once

#include <thread>

namespace app {

// Reads the font configuration on a thread of its own while the connection to the display is made; both take
// some ten milliseconds, and the first text needs both. Where fonts are not fontconfig's it does nothing.
std::jthread readFontsMeanwhile();

} // namespace app
