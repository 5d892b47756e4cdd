// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QString>

namespace screenshots {

// The log pane in its states, in the palette that is set; `suffix` tells it in the names of the files.
void shootLogs(const QDir &folder, const QString &suffix);

} // namespace screenshots
