// SPDX-License-Identifier: MIT
#include "core/history/rows.h"

#include "core/history/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// A null QString would be bound as NULL.
QString given(const QString &text)
{
    return text.isNull() ? u""_s : text;
}

QDateTime timeFrom(const QVariant &milliseconds)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds.toLongLong(), Qt::UTC);
}

HistoryResult<void> insert(HistoryDatabase &database, const VerdictEntry &entry)
{
    return database.run(
        u"INSERT OR IGNORE INTO verdicts (key, session, at, context, endpoint, result, egress, "
        "hardening, diagnosis, reason, elapsed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
        {entry.key, given(entry.session), entry.at.toMSecsSinceEpoch(), given(entry.context),
         given(entry.endpoint), wordOf(entry.result), wordOf(entry.egress), wordOf(entry.hardening),
         given(entry.diagnosis), given(entry.reason), qint64(entry.elapsed.count())});
}

HistoryResult<void> insert(HistoryDatabase &database, const ServerEndEntry &entry)
{
    const QVariant ran = entry.ran ? QVariant(qint64(entry.ran->count())) : QVariant();
    const QVariant exitCode = entry.exitCode ? QVariant(*entry.exitCode) : QVariant();
    return database.run(
        u"INSERT INTO server_ends (key, witness, at, name, port, project, image, ran, ending, exit_code, "
        "reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET witness = "
        "excluded.witness, at = excluded.at, name = excluded.name, port = excluded.port, project = "
        "excluded.project, image = excluded.image, ran = excluded.ran, ending = excluded.ending, exit_code = "
        "excluded.exit_code, reason = excluded.reason WHERE excluded.witness > witness"_s,
        {entry.key, int(entry.witness), entry.at.toMSecsSinceEpoch(), given(entry.name), int(entry.port),
         given(entry.project), given(entry.image), ran, wordOf(entry.ending), exitCode, given(entry.reason)});
}

HistoryResult<void> insert(HistoryDatabase &database, const WatchSpan &span)
{
    return database.run(u"INSERT INTO watches (session, began, seen) VALUES (?, ?, ?) ON CONFLICT (session, "
                        "began) DO UPDATE SET seen = max(seen, excluded.seen)"_s,
                        {span.session, span.began.toMSecsSinceEpoch(), span.seen.toMSecsSinceEpoch()});
}

VerdictEntry verdictFrom(const QSqlQuery &row)
{
    return {.key = row.value(0).toString(),
            .session = row.value(1).toString(),
            .at = timeFrom(row.value(2)),
            .context = row.value(3).toString(),
            .endpoint = row.value(4).toString(),
            .result = resultOf(row.value(5).toString()),
            .egress = egressOf(row.value(6).toString()),
            .hardening = hardeningOf(row.value(7).toString()),
            .diagnosis = row.value(8).toString(),
            .reason = row.value(9).toString(),
            .elapsed = std::chrono::milliseconds(row.value(10).toLongLong())};
}

ServerEndEntry serverEndFrom(const QSqlQuery &row)
{
    using Witness = ServerEndEntry::Witness;
    ServerEndEntry entry{
        .key = row.value(0).toString(),
        .witness = Witness(std::clamp(row.value(1).toInt(), int(Witness::Watcher), int(Witness::Owner))),
        .at = timeFrom(row.value(2)),
        .name = row.value(3).toString(),
        .port = quint16(row.value(4).toUInt()),
        .project = row.value(5).toString(),
        .image = row.value(6).toString(),
        .ending = endingOf(row.value(8).toString()),
        .reason = row.value(10).toString()};
    if (!row.value(7).isNull())
        entry.ran = std::chrono::milliseconds(row.value(7).toLongLong());
    if (!row.value(9).isNull())
        entry.exitCode = row.value(9).toInt();
    return entry;
}

WatchSpan watchFrom(const QSqlQuery &row)
{
    return {
        .session = row.value(0).toString(), .began = timeFrom(row.value(1)), .seen = timeFrom(row.value(2))};
}

// When the oldest verdict was given that a window which was there at that time still held to.
HistoryResult<qint64> heldSince(HistoryDatabase &database, qint64 since)
{
    qint64 oldest = since;
    const auto done = database.select(
        u"SELECT min(last) FROM (SELECT max(at) AS last FROM verdicts WHERE at < ? AND session IN (SELECT "
        "session FROM watches WHERE seen >= ?) GROUP BY session)"_s,
        {since, since}, [&oldest](const QSqlQuery &row) {
            if (!row.value(0).isNull())
                oldest = row.value(0).toLongLong();
        });
    return done.map([oldest] { return oldest; });
}

} // namespace

HistoryResult<void> insertBatch(HistoryDatabase &database, const HistoryBatch &batch)
{
    HistoryResult<void> done;
    if (batch.watch)
        done = insert(database, *batch.watch);
    for (const HistoryEntry &entry : batch.entries) {
        if (done)
            done = std::visit([&database](const auto &each) { return insert(database, each); }, entry);
    }
    return done;
}

HistoryResult<HistoryAnswer> selectAnswer(HistoryDatabase &database, const HistoryQuestion &question)
{
    const qint64 since = question.since.isValid() ? question.since.toMSecsSinceEpoch() : 0;
    const qint64 limit = question.limit.value_or(-1);
    const auto verdictsSince = question.reach == HistoryQuestion::Reach::WhatHeldThen
        ? heldSince(database, since)
        : HistoryResult<qint64>(since);
    if (!verdictsSince)
        return tl::unexpected(verdictsSince.error());
    HistoryAnswer answer;
    auto done =
        database.select(verdictRows + u" WHERE at >= ? ORDER BY at DESC LIMIT ?"_s, {*verdictsSince, limit},
                        [&answer](const QSqlQuery &row) { answer.entries.append(verdictFrom(row)); });
    if (done)
        done =
            database.select(serverEndRows + u" WHERE at >= ? ORDER BY at DESC LIMIT ?"_s, {since, limit},
                            [&answer](const QSqlQuery &row) { answer.entries.append(serverEndFrom(row)); });
    if (done)
        done = database.select(watchRows + u" WHERE seen >= ? ORDER BY began"_s, {since},
                               [&answer](const QSqlQuery &row) { answer.watches.append(watchFrom(row)); });
    if (!done)
        return tl::unexpected(done.error());
    std::ranges::stable_sort(answer.entries, std::ranges::greater(), &timeOf);
    if (question.limit && answer.entries.size() > *question.limit)
        answer.entries.resize(*question.limit);
    return answer;
}

} // namespace core
