// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace app {

// What `berth --help` prints.
QString usageText();

} // namespace app
