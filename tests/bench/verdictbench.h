// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

namespace bench {

// The daemon verdict (version, load, run) and the removal of the image, against the same four docker commands
// in a shell script, in turn. Empty where no engine answers.
Row measureVerdict(int pairs);

} // namespace bench
