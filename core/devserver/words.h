// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <QStringList>

namespace core {

// A command line typed by a person as a list, as a POSIX shell would split it: blanks, single and double
// quotes, backslashes. Nothing is expanded. An open quote is an error.
Result<QStringList> splitCommand(const QString &text);

} // namespace core
