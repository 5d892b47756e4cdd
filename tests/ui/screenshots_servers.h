// SPDX-License-Identifier: MIT
#pragma once

#include <QDir>
#include <QString>

namespace screenshots {

// The dev servers in every state, as "servers-STATE-SUFFIX-WIDTH.png".
void shootServers(const QDir &folder, const QString &suffix);

} // namespace screenshots
