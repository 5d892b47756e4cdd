// SPDX-License-Identifier: MIT
#pragma once

#include "app/commandline.h"
#include "app/settings.h"
#include "core/history/entry.h"

#include <QJsonObject>

namespace app {

// When `berth history` begins; invalid where everything is wanted.
QDateTime historyBegin(const HistoryRequest &request, const QDateTime &now);

// The entries as an aligned table, the newest first.
QString historyText(const QList<core::HistoryEntry> &entries, const QDateTime &now);

// What `berth history --json` prints, schema 1; the manual describes it.
QJsonObject historyJson(const QList<core::HistoryEntry> &entries);

// The verb `history`. Returns the exit code.
int runHistoryVerb(const CommandLine &line, const Settings &settings);

} // namespace app
