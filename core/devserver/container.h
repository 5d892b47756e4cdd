// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace core {

// On a dev server's container, from before it exists.
inline constexpr QLatin1StringView ownerLabel{"berth.owner"}; // ProcessIdentity::toLabel() of who started it
inline constexpr QLatin1StringView projectLabel{"berth.project"}; // the folder, canonical
inline constexpr QLatin1StringView modeLabel{"berth.mode"};       // open or sealed
inline constexpr QLatin1StringView runLabel{"berth.run"};         // random, its own for each start

// One published port.
struct Publication
{
    QString address; // of the host: 127.0.0.1, 0.0.0.0, ::
    quint16 hostPort = 0;
    quint16 containerPort = 0;

    bool operator==(const Publication &) const = default;
};

// What `docker inspect` tells of a container.
struct ContainerFacts
{
    QString id;
    QString name; // without the slash
    QString image;
    QString state; // docker's word: created, running, paused, restarting, removing, exited, dead; podman's
                   // are mapped
    int exitCode = 0;
    bool outOfMemory = false;
    QDateTime created; // UTC
    QDateTime started; // UTC; invalid where it never was
    QMap<QString, QString> labels;
    QList<Publication> published; // what is bound, or where it does not run what it asks for
    QString projectSource;        // what is mounted at projectTarget; empty where nothing is
    qint64 memory = 0;            // bytes, the limit; 0 where there is none

    bool operator==(const ContainerFacts &) const = default;

    // Its processes are there: it runs, is paused, or is just being restarted.
    bool isRunning() const;
};

// `inspect --type container` of any number: one array. Broken entries are logged and skipped.
QList<ContainerFacts> parseContainers(const QByteArray &out);

// One line of `ps --no-trunc --format {{json .}}`, as far as it can be relied on.
struct ContainerLine
{
    QString id;
    QString name;
    QString state;

    bool operator==(const ContainerLine &) const = default;
};
QList<ContainerLine> parseContainerLines(const QByteArray &out);

// One line of `events --filter type=container --format {{json .}}`. Absent where it is none.
struct ContainerEvent
{
    QString action; // create, start, die, destroy, pause, unpause, kill, oom, rename, …; podman's words are
                    // mapped
    QString id;
    QString name; // after a rename: the new one
    QString image;
    QMap<QString, QString> attributes; // labels and the action's own: exitCode, signal
    QDateTime at;                      // UTC, the engine's clock

    bool operator==(const ContainerEvent &) const = default;
};
std::optional<ContainerEvent> parseContainerEvent(const QString &line);

// A listed dev server as a row: state from docker's word, project from label or mount. `key`, readiness and
// ownership are told by others. Absent where its name is no dev server's.
std::optional<Server> serverOf(const ContainerFacts &facts);

// `stats --no-stream --no-trunc --format {{json .}}`, by container id.
QMap<QString, Usage> parseUsage(const QByteArray &out, const QDateTime &at);

} // namespace core
