// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/container.h"
#include "core/devserver/devserver.h"
#include "core/devserver/ownership.h"
#include "core/devserver/readinesswatch.h"
#include "core/docker/access.h"

#include <memory>
#include <optional>

namespace core {

// The engine that a server belongs to.
struct ServerEngine
{
    QString name; // tells engines apart
    EngineAccess access;
};

// What is known of one row: its container as the engine tells of it, and the server where it is ours.
struct ServerEntry
{
    ServerKey key{};
    std::shared_ptr<const ServerEngine> engine;
    std::optional<ContainerFacts> facts;

    std::optional<LaunchRequest> request; // as it was launched by this process
    std::unique_ptr<DevServer> own;       // while it is ours, and after it has failed

    // Of one that is not ours, or not any more.
    std::unique_ptr<ReadinessWatch> readiness; // where it can be asked
    std::optional<HttpAnswer> answer;
    std::optional<std::chrono::milliseconds> readyAfter;
    Task<std::optional<QString>> removal;
    std::optional<ServerTrouble> trouble;

    QString folder; // the one that is watched
    OwnerSighting owner;
    QDateTime ownerEnded; // where it was seen
    std::optional<Usage> usage;
    std::weak_ptr<ServerLog> log;

    // Side by side, for room's sake.
    bool isRestartWanted = false; // as soon as it is gone
    bool sawStart = false;
    bool isPatienceOver = false;
    bool isTakenDown = false; // its removal was asked for here
    bool isFolderGone = false;
    bool isReaped = false; // it is judged once more, and removed where it is left behind

    bool isOwnAlive() const;
    // It has a row where its engine is the one that is watched.
    bool hasRow() const;
};

// Lets go of an object that may be in the middle of telling something.
template <typename T>
void discard(std::unique_ptr<T> &object)
{
    if (object == nullptr)
        return;
    object->disconnect();
    object.release()->deleteLater();
}

// The row, concluded from what is known; only where it has one.
Server rowOf(const ServerEntry &entry, const QDateTime &now);

// Its processes run: they can be asked and measured.
bool isRunning(const Server &server);

} // namespace core
