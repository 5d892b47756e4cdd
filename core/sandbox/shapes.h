// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/sandbox/hardening.h"
#include "core/sandbox/mounts.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace core {

// Where a container finds the project folder.
inline constexpr QLatin1StringView projectTarget{"/repo"};

// What both shapes of a hardened container are made from.
struct ContainerSpec
{
    enum class Removal {
        ByEngine, // as soon as it has ended
        ByOwner   // podman behind docker's client forgets the exit code of a container that it removes
    };

    QString name; // before it exists: the name is the handle that removes it
    QString image;
    QStringList command; // the program and its arguments
    Mount project;       // at projectTarget
    QList<Mount> mounts; // further holes; whoever adds one says why
    Limits limits;
    QMap<QString, QString> labels;
    Removal removal = Removal::ByEngine;
};

// An image's name as it is told to docker, where it stands among options: never one itself.
Result<QString> parseImage(const QString &name);

// `--label KEY=VALUE` for each.
QStringList labelArguments(const QMap<QString, QString> &labels);

// A container without a network for a command that ends. Its output is shown as it is.
QStringList sandboxRunArgs(const ContainerSpec &spec);

// A container that goes on, and is reached at `port` of this machine's loopback and nowhere else. Its output
// is read, so docker's own progress is kept out of it where the client knows how.
QStringList devServerArgs(const ContainerSpec &spec, quint16 port, const QString &clientVersion);

} // namespace core
