// SPDX-License-Identifier: MIT
#include "core/history/historyfile.h"

#include "core/base/files.h"
#include "core/base/redaction.h"
#include "core/history/database.h"
#include "core/history/rows.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// A clock that jumps ahead must not take everything away: what is old is counted from the last time that
// Berth was seen, and only a second run under the new time moves that.
constexpr std::chrono::days longestStep{1};

tl::unexpected<HistoryTrouble> unusable(const QString &detail)
{
    return tl::unexpected(HistoryTrouble{.detail = excerpt(detail)});
}

// A name that nothing has: the file is kept for whoever wants to look into it.
QString asideName(const QString &path)
{
    const QString name =
        path + u".damaged-"_s + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss"_s);
    QString free = name;
    for (int i = 2; QFileInfo::exists(free); ++i)
        free = name + u'-' + QString::number(i);
    return free;
}

HistoryResult<void> removeOld(HistoryDatabase &database, const QDateTime &now)
{
    QDateTime seen = now;
    auto done = database.select(u"SELECT max(seen) FROM watches"_s, {}, [&seen](const QSqlQuery &row) {
        if (!row.value(0).isNull())
            seen =
                QDateTime::fromMSecsSinceEpoch(row.value(0).toLongLong(), Qt::UTC).addDuration(longestStep);
    });
    const qint64 oldest = std::min(now, seen).addDuration(-HistoryFile::kept).toMSecsSinceEpoch();
    for (const QString &statement :
         {u"DELETE FROM verdicts WHERE at < ?"_s, u"DELETE FROM server_ends WHERE at < ?"_s,
          u"DELETE FROM watches WHERE seen < ?"_s}) {
        if (done)
            done = database.run(statement, {oldest});
    }
    return done;
}

} // namespace

HistoryFile::HistoryFile(const QString &folder, std::chrono::milliseconds patience)
    : m_folder(folder)
    , m_path(QDir(folder).filePath(u"history.sqlite"_s))
    , m_patience(patience)
{}

HistoryWritten HistoryFile::write(const HistoryBatch &batch) const
{
    return orSetAside([&batch](HistoryDatabase &database) {
        return database.transact([&] { return insertBatch(database, batch); });
    });
}

HistoryWritten HistoryFile::tend(const QDateTime &now) const
{
    return orSetAside([&now](HistoryDatabase &database) {
        auto done = database.examine();
        if (done)
            done = database.transact([&] { return removeOld(database, now); });
        return done;
    });
}

template <typename Work>
HistoryWritten HistoryFile::orSetAside(Work work) const
{
    const auto attempt = [&]() -> HistoryResult<void> {
        auto done = prepare();
        if (!done)
            return done;
        HistoryDatabase database(m_path, m_patience);
        done = database.open();
        return done ? work(database) : done;
    };
    HistoryWritten written;
    auto done = attempt();
    if (!done && done.error().kind == HistoryTrouble::Kind::Damaged) {
        const auto aside = setAside();
        if (!aside)
            return {.trouble = aside.error()};
        written.setAside = *aside;
        done = attempt();
    }
    if (!done)
        written.trouble = done.error();
    return written;
}

// SQLite gives its other files the permissions of this one.
HistoryResult<void> HistoryFile::prepare() const
{
    if (const auto error = makeFolder(m_folder))
        return unusable(reasonText(*error));
    if (QFileInfo::exists(m_path))
        return {};
    QFile file(m_path);
    if (file.open(QIODevice::NewOnly | QIODevice::WriteOnly))
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    else if (!QFileInfo::exists(m_path)) // else another process was faster
        return unusable(file.errorString());
    return {};
}

// Empty where another process has done so meanwhile.
HistoryResult<QString> HistoryFile::setAside() const
{
    QLockFile lock(m_path + u".lock"_s);
    lock.setStaleLockTime(0);
    if (!lock.tryLock(int(m_patience.count())))
        return tl::unexpected(
            HistoryTrouble{.kind = HistoryTrouble::Kind::Locked, .detail = u"another Berth sets it aside"_s});
    {
        HistoryDatabase database(m_path, m_patience);
        auto done = database.open();
        if (done)
            done = database.examine();
        if (done || done.error().kind != HistoryTrouble::Kind::Damaged)
            return QString();
    }
    QString name = asideName(m_path);
    // The log first: a new file beside an old log would take over what stands in that.
    for (const QString &suffix : {u"-wal"_s, u"-shm"_s, QString()}) {
        QFile file(m_path + suffix);
        if (file.exists() && !file.rename(name + suffix))
            return unusable(u"it is damaged and cannot be set aside: "_s + file.errorString());
    }
    return name;
}

HistoryResult<HistoryAnswer> HistoryFile::read(const HistoryQuestion &question) const
{
    if (!QFileInfo::exists(m_path))
        return {};
    HistoryDatabase database(m_path, m_patience);
    if (const auto done = database.open(); !done)
        return tl::unexpected(done.error());
    return selectAnswer(database, question);
}

} // namespace core
