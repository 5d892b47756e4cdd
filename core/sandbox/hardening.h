// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/docker/engine.h"

#include <QString>
#include <QStringList>

namespace core {

// What a sandboxed container may use.
struct Limits
{
    qint64 memory = qint64(2) * 1024 * 1024 * 1024; // bytes, swap included
    int pids = 512;
    QString user;     // "uid:gid", both halves: without a gid the group is root's
    bool init = true; // false where the engine has no init binary

    bool operator==(const Limits &) const = default;
};

// Reads the settings sandbox/memory ("2g", "512m", bytes without a unit; at least 6 MB, docker's own minimum)
// and sandbox/pids (at least 16).
Result<Limits> parseLimits(const QString &memory, const QString &pids, const QString &user);

// The user of a container that no folder of the host is mounted into: root inside of a user namespace, where
// it is an ordinary user outside; elsewhere the calling user.
QString sandboxUser(const EngineFacts &engine);

// The same for a container that `folder` is mounted into: elsewhere than in a user namespace it is the
// folder's owner, so that what is written there is theirs. Docker Desktop gives files to whoever shares them.
QString sandboxUser(const EngineFacts &engine, const QString &folder);

// As a person would write it, with the largest unit that loses nothing: "2g".
QString memoryText(qint64 bytes);

// The part of `docker run` that every sandboxed container shares, whatever its shape: what it may not do and
// use, and a home that can be written. Network, mounts and names are the shapes' own.
QStringList hardeningArguments(const Limits &limits);

} // namespace core
