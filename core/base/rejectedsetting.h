// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

namespace core {

// The error of a setting that cannot be used: "the setting probe/target must be …; it is "…"", the rejected
// value scrubbed and cut at 60 characters.
tl::unexpected<Error> rejectedSetting(const QString &setting, const QString &value, const QString &wanted);

} // namespace core
