// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace app {

// A line of the answer, on standard output.
void print(const QString &line);

// A sentence about what goes on or went wrong, on standard error: "berth: …".
void say(const QString &sentence);

} // namespace app
