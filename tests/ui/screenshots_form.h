// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>

namespace screenshots {

// The form for a new dev server in its states, in the palette of the application: `form-…-<theme>.png`.
void shootForm(const QDir &folder, const QString &theme);

} // namespace screenshots
