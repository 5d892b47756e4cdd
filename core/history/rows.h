// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/database.h"
#include "core/history/historyfile.h"

namespace core {

// Entries to rows and back. `insertBatch` belongs into a transaction.
HistoryResult<void> insertBatch(HistoryDatabase &database, const HistoryBatch &batch);
HistoryResult<HistoryAnswer> selectAnswer(HistoryDatabase &database, const HistoryQuestion &question);

} // namespace core
