// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/entry.h"

#include <QByteArray>
#include <QList>

namespace core {

// The entries as a table for other programs (RFC 4180, UTF-8), a title in its first row. A text that a
// spreadsheet would take for a formula begins with an apostrophe.
QByteArray historyCsv(const QList<HistoryEntry> &entries);

} // namespace core
