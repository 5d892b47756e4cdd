// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "core/history/entry.h"

#include <QList>

namespace app {

// Writes into the user's history what a command has seen, and says so where that fails. Waits for another
// writer, for two seconds at most.
void remember(const QList<core::HistoryEntry> &entries);

// As it is remembered: of what was taken down because it was left behind, why it was so.
core::ServerEndEntry endEntry(core::ServerEnd end);

// The end of a server that a command took down; nothing of one that had ended before.
QList<core::HistoryEntry> takenDown(const core::Server &server);

} // namespace app
