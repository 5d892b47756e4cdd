// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/trouble.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVariant>

#include <chrono>
#include <functional>

namespace core {

// What is read of each table, in this order.
inline constexpr QLatin1StringView verdictRows{
    "SELECT key, session, at, context, endpoint, result, egress, hardening, diagnosis, reason, elapsed FROM "
    "verdicts"};
inline constexpr QLatin1StringView serverEndRows{
    "SELECT key, witness, at, name, port, project, image, ran, ending, exit_code, reason FROM server_ends"};
inline constexpr QLatin1StringView watchRows{"SELECT session, began, seen FROM watches"};

// One connection to the file, for as long as one piece of work takes: nothing is held open in between, so a
// file that is replaced meanwhile is of no harm. Used on the thread that made it; the file is made where it
// is not there.
class HistoryDatabase final
{
public:
    static constexpr int schema = 1;

    HistoryDatabase(const QString &path, std::chrono::milliseconds patience);
    ~HistoryDatabase();
    HistoryDatabase(const HistoryDatabase &) = delete;
    HistoryDatabase &operator=(const HistoryDatabase &) = delete;

    HistoryResult<void> open();
    // Looks at every page, and whether the tables are as they have to be.
    HistoryResult<void> examine();

    // `values` stand for the question marks, in their order.
    HistoryResult<void> run(const QString &statement, const QVariantList &values = {});
    // `each` is called with every row.
    HistoryResult<void> select(const QString &statement, const QVariantList &values,
                               const std::function<void(const QSqlQuery &)> &each);
    // All that `work` writes, or nothing of it.
    HistoryResult<void> transact(const std::function<HistoryResult<void>()> &work);

private:
    HistoryResult<void> makeSchema();
    tl::unexpected<HistoryTrouble> trouble(const QSqlError &error) const;

    const QString m_name; // of the connection
    bool m_isCurrent = false;
    QSqlDatabase m_database;
};

} // namespace core
