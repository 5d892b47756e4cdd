// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QStringList>

namespace app {

// The rows as lines whose columns stand below each other; the last one has no width.
QStringList tableLines(const QList<QStringList> &rows);

} // namespace app
