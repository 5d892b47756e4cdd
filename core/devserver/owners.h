// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock.h"
#include "core/base/processidentity.h"
#include "core/devserver/container.h"
#include "core/devserver/ownership.h"
#include "core/docker/engine.h"
#include "core/docker/socket.h"

#include <QHash>
#include <QList>
#include <QString>

#include <functional>

namespace core {

// Where it is found out who has a server.
struct OwnerSources
{
    QString instances;   // the folder of the instance locks
    QString stateFolder; // where the kept ones are written down
    MachineFiles machine;
    Clock clock;
    std::function<bool(const QString &socket)> isEngineInSight = &isListenerInSight;
};

// $XDG_RUNTIME_DIR/berth/instances; the state folder stands in where the session has no such folder.
QString instancesFolder();

// The container whose owner is asked for.
struct OwnerQuestion
{
    QString id;
    QString name;
    QString label; // berth.owner

    bool operator==(const OwnerQuestion &) const = default;
};
OwnerQuestion ownerQuestionOf(const ContainerFacts &facts);

// What can be told without looking.
OwnerSighting sightingBeforehand(const OwnerQuestion &question);

// One look at this machine for all of them, by container id. Blocking, quick.
QHash<QString, OwnerSighting> lookForOwners(const OwnerSources &sources, const EngineFacts &engine,
                                            const QList<OwnerQuestion> &questions);

// Those containers that are dev servers, each judged by one look, by port and then by name. Blocking.
QList<Server> judgedServers(const OwnerSources &sources, const EngineFacts &engine,
                            const QList<ContainerFacts> &containers);

} // namespace core
