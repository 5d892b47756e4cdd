// SPDX-License-Identifier: MIT
#include "core/devserver/keptservers.h"

#include "core/base/files.h"
#include "core/base/logging.h"
#include "core/devserver/look.h"
#include "core/docker/wording.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>

#include <mutex>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr int schema = 1;
constexpr qint64 mostBytes = qint64(1024) * 1024;
constexpr std::chrono::milliseconds lockPatience = 10s; // another Berth writes for some milliseconds

struct Kept
{
    QString id;
    QString engine;
    QDateTime since;

    bool operator==(const Kept &) const = default;
};

QString pathIn(const QString &folder)
{
    return QDir(folder).filePath(u"kept.json"_s);
}

std::optional<QList<Kept>> parse(const QByteArray &text)
{
    const QJsonObject root = QJsonDocument::fromJson(text).object();
    if (root.value("schema"_L1).toInt() != schema || !root.value("kept"_L1).isArray())
        return std::nullopt;
    QList<Kept> all;
    const QJsonArray rows = root.value("kept"_L1).toArray();
    for (const auto &row : rows) {
        Kept kept{.id = row["id"_L1].toString(),
                  .engine = row["engine"_L1].toString(),
                  .since = QDateTime::fromString(row["since"_L1].toString(), Qt::ISODateWithMs).toUTC()};
        if (kept.id.isEmpty() || !kept.since.isValid())
            return std::nullopt;
        all.append(std::move(kept));
    }
    return all;
}

QList<Kept> read(const QString &folder)
{
    if (folder.isEmpty())
        return {};
    QFile file(pathIn(folder));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto kept = parse(file.read(mostBytes));
    file.close();
    if (kept)
        return *kept;
    const QString aside = file.fileName() + u".broken"_s;
    QFile::remove(aside);
    const bool isAside = file.rename(aside);
    qCWarning(lcDevServer).noquote() << "the list of kept servers is broken" << file.fileName()
                                     << (isAside ? "and was set aside" : "and could not be set aside");
    return {};
}

std::optional<Error> write(const QString &folder, const QList<Kept> &all)
{
    QJsonArray rows;
    for (const Kept &kept : all)
        rows.append(QJsonObject{{u"id"_s, kept.id},
                                {u"engine"_s, kept.engine},
                                {u"since"_s, kept.since.toString(Qt::ISODateWithMs)}});
    const QJsonObject root{{u"schema"_s, schema}, {u"kept"_s, rows}};
    return saveFile(pathIn(folder), QJsonDocument(root).toJson(),
                    u"save the kept servers "_s + pathIn(folder), Readers::Owner);
}

// Reads, changes and writes without anybody in between.
template <typename Change>
std::optional<Error> rewrite(const QString &folder, const Change &change)
{
    if (folder.isEmpty()) // nothing is kept beyond this process
        return std::nullopt;
    if (auto error = makeFolder(folder))
        return error;
    // Threads take their turns by the mutex: who waits for a lock file sleeps longer and longer.
    static std::mutex turn;
    const std::lock_guard isOurTurn(turn);
    QLockFile lock(pathIn(folder) + u".lock"_s);
    if (!lock.tryLock(int(lockPatience.count())))
        return Error{.tried = u"lock the kept servers in "_s + folder, .detail = u"another holds them"_s};
    const QList<Kept> before = read(folder);
    QList<Kept> after = before;
    change(after);
    return after == before ? std::nullopt : write(folder, after);
}

} // namespace

QHash<QString, QDateTime> readKeptServers(const QString &folder)
{
    QHash<QString, QDateTime> since;
    const QList<Kept> all = read(folder);
    for (const Kept &kept : all)
        since.insert(kept.id, kept.since);
    return since;
}

std::optional<Error> changeKeptServers(const QString &folder, const QString &engine, const QStringList &ids,
                                       Keeping keeping, const QDateTime &now)
{
    return rewrite(folder, [&](QList<Kept> &all) {
        all.removeIf([&](const Kept &kept) { return ids.contains(kept.id); });
        if (keeping == Keeping::LetGo)
            return;
        for (const QString &id : ids)
            all.append({.id = id, .engine = engine, .since = now});
    });
}

std::optional<Error> keepRun(const CommandRunner &docker, const QString &folder, const QString &engine,
                             const QString &run, const QDateTime &now)
{
    const auto ids = idsOfRun(docker, run);
    if (!ids || ids->isEmpty())
        return Error{.tried = u"find the container to keep"_s,
                     .detail = ids ? u"there is none"_s : reasonOf(ids.error())};
    return changeKeptServers(folder, engine, *ids, Keeping::Keep, now);
}

std::optional<Error> forgetGoneServers(const QString &folder, const QString &engine, const QStringList &there,
                                       const QDateTime &listed)
{
    if (folder.isEmpty() || !QFile::exists(pathIn(folder)))
        return std::nullopt;
    return rewrite(folder, [&](QList<Kept> &all) {
        all.removeIf([&](const Kept &kept) {
            return kept.engine == engine && kept.since < listed && !there.contains(kept.id);
        });
    });
}

} // namespace core
