// SPDX-License-Identifier: MIT
#include "core/history/database.h"

#include "core/base/redaction.h"

#include <QSqlError>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// SQLite's result codes, without what extends them.
enum class Code {
    Error = 1,
    Busy = 5,
    Locked = 6,
    Corrupt = 11,
    Protocol = 15,
    NotADatabase = 26,
};
constexpr int primaryCode = 0xff;

// A run of several witnesses is one row, and a check that is written twice as well.
const QStringList &tables()
{
    static const QStringList all{
        u"CREATE TABLE IF NOT EXISTS verdicts (key TEXT PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT "
        "NULL, context TEXT NOT NULL, endpoint TEXT NOT NULL, result TEXT NOT NULL, egress TEXT NOT NULL, "
        "hardening TEXT NOT NULL, diagnosis TEXT NOT NULL, reason TEXT NOT NULL, elapsed INTEGER NOT NULL) "
        "WITHOUT ROWID"_s,
        u"CREATE TABLE IF NOT EXISTS server_ends (key TEXT PRIMARY KEY, witness INTEGER NOT NULL, at INTEGER "
        "NOT NULL, name TEXT NOT NULL, port INTEGER NOT NULL, project TEXT NOT NULL, image TEXT NOT NULL, "
        "ran INTEGER, ending TEXT NOT NULL, exit_code INTEGER, reason TEXT NOT NULL) WITHOUT ROWID"_s,
        u"CREATE TABLE IF NOT EXISTS watches (session TEXT NOT NULL, began INTEGER NOT NULL, seen INTEGER "
        "NOT NULL, PRIMARY KEY (session, began)) WITHOUT ROWID"_s,
        u"CREATE INDEX IF NOT EXISTS verdicts_at ON verdicts (at)"_s,
        u"CREATE INDEX IF NOT EXISTS server_ends_at ON server_ends (at)"_s};
    return all;
}

} // namespace

HistoryDatabase::HistoryDatabase(const QString &path, std::chrono::milliseconds patience)
    : m_name(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    // Asked first: Qt would warn about it, in words of its own.
    if (!QSqlDatabase::isDriverAvailable(u"QSQLITE"_s))
        return;
    m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name);
    m_database.setDatabaseName(path);
    m_database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(patience.count()));
}

HistoryDatabase::~HistoryDatabase()
{
    if (!m_database.isValid())
        return;
    m_database.close();
    m_database = {};
    QSqlDatabase::removeDatabase(m_name);
}

HistoryResult<void> HistoryDatabase::open()
{
    if (!m_database.isValid())
        return tl::unexpected(HistoryTrouble{.detail = u"Qt's driver for SQLite is not installed"_s});
    if (!m_database.open())
        return trouble(m_database.lastError());
    int version = 0;
    auto done = select(u"PRAGMA user_version"_s, {},
                       [&version](const QSqlQuery &row) { version = row.value(0).toInt(); });
    if (!done)
        return done;
    if (version > schema)
        return tl::unexpected(
            HistoryTrouble{.kind = HistoryTrouble::Kind::Newer, .detail = u"schema %1"_s.arg(version)});
    // What was committed is in the log, which survives this process however it ends; that it survives a
    // power cut is not worth waiting for the disk each time.
    for (const QString &pragma :
         {u"PRAGMA cache_size=-256"_s, u"PRAGMA journal_mode=WAL"_s, u"PRAGMA synchronous=NORMAL"_s}) {
        done = run(pragma);
        if (!done)
            return done;
    }
    if (version < schema)
        done = makeSchema();
    m_isCurrent = done.has_value();
    return done;
}

// Two processes may come here at once: the second finds it made.
HistoryResult<void> HistoryDatabase::makeSchema()
{
    return transact([this] {
        HistoryResult<void> done;
        for (const QString &table : tables()) {
            done = run(table);
            if (!done)
                return done;
        }
        return run(u"PRAGMA user_version=%1"_s.arg(schema));
    });
}

HistoryResult<void> HistoryDatabase::examine()
{
    QString answer;
    auto done = select(u"PRAGMA quick_check(1)"_s, {},
                       [&answer](const QSqlQuery &row) { answer = row.value(0).toString(); });
    if (done && answer != "ok"_L1)
        return tl::unexpected(
            HistoryTrouble{.kind = HistoryTrouble::Kind::Damaged, .detail = excerpt(answer)});
    // What fails where a table is not what it has to be.
    for (const QLatin1StringView rows : {verdictRows, serverEndRows, watchRows}) {
        if (done)
            done = run(rows + u" LIMIT 0"_s);
    }
    return done;
}

HistoryResult<void> HistoryDatabase::run(const QString &statement, const QVariantList &values)
{
    return select(statement, values, [](const QSqlQuery &) {});
}

HistoryResult<void> HistoryDatabase::select(const QString &statement, const QVariantList &values,
                                            const std::function<void(const QSqlQuery &)> &each)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.prepare(statement))
        return trouble(query.lastError());
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (!query.exec())
        return trouble(query.lastError());
    while (query.next())
        each(query);
    // A row that cannot be read ends the loop as the last one does.
    if (query.lastError().isValid())
        return trouble(query.lastError());
    return {};
}

HistoryResult<void> HistoryDatabase::transact(const std::function<HistoryResult<void>()> &work)
{
    auto done = run(u"BEGIN IMMEDIATE"_s);
    if (!done)
        return done;
    done = work();
    if (done)
        done = run(u"COMMIT"_s);
    if (!done)
        run(u"ROLLBACK"_s); // fails where SQLite has done so by itself
    return done;
}

tl::unexpected<HistoryTrouble> HistoryDatabase::trouble(const QSqlError &error) const
{
    using Kind = HistoryTrouble::Kind;
    Kind kind = Kind::Unusable;
    switch (Code(error.nativeErrorCode().toInt() & primaryCode)) {
    case Code::Busy:
    case Code::Locked:
    case Code::Protocol:
        kind = Kind::Locked;
        break;
    case Code::Corrupt:
    case Code::NotADatabase:
        kind = Kind::Damaged;
        break;
    case Code::Error: // a statement that does not fit: it has other tables than it says
        kind = m_isCurrent ? Kind::Damaged : Kind::Unusable;
        break;
    }
    return tl::unexpected(HistoryTrouble{.kind = kind, .detail = excerpt(error.text())});
}

} // namespace core
