// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>

namespace screenshots {

// Each page of the settings, as they usually are and where they are wrong.
void shootSettings(const QDir &folder, const QString &theme);

} // namespace screenshots
