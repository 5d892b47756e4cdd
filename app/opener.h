// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace app {

// Hands an address of this machine's own loopback to the desktop's opener (xdg-open; `open` on macOS), and
// nothing else. False where there is no opener or it could not be started; what it does with it is not known.
bool openAddress(const QString &address);

} // namespace app
