// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/docker/command.h"

#include <QDateTime>
#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>

namespace core {

enum class Keeping {
    Keep, // beyond the end of its owner: it is never taken for left behind
    LetGo
};

// The servers that are left running on purpose, by container id, with the time of that word: one small file
// of the state folder that all of this user's Berths share. One that is broken is set aside. Blocking;
// bounded.
QHash<QString, QDateTime> readKeptServers(const QString &folder);

// `engine` is the endpoint that the containers are at.
std::optional<Error> changeKeptServers(const QString &folder, const QString &engine, const QStringList &ids,
                                       Keeping keeping, const QDateTime &now);

// The same for the container of one start, which is found by its run label. It is kept where this returns
// nothing.
std::optional<Error> keepRun(const CommandRunner &docker, const QString &folder, const QString &engine,
                             const QString &run, const QDateTime &now);

// Forgets those of that engine that are not among its containers any more, and were kept before these were
// listed.
std::optional<Error> forgetGoneServers(const QString &folder, const QString &engine, const QStringList &there,
                                       const QDateTime &listed);

} // namespace core
