// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/attachedclients.h"
#include "core/devserver/server.h"

#include <QDateTime>

#include <chrono>
#include <optional>

namespace core {

// What one look at this machine tells of who has a container.
struct OwnerSighting
{
    enum class Owner {
        Unnamed, // no label of Berth's
        Self,    // this process
        Alive,
        Gone,
        BeforeBoot,
        Elsewhere // nothing can be told from here
    };

    Owner owner = Owner::Unnamed;
    qint64 pid = 0;                       // of the owner that the label names
    bool canBeWatched = false;            // that pid is one of this process's own namespace
    std::optional<AttachedClient> client; // looked for where the owner is unnamed
    bool seesClients = false;             // an attached client of this engine would be seen from here
    std::optional<QDateTime> kept;        // UTC: left running on purpose, since then

    bool operator==(const OwnerSighting &) const = default;

    // The process whose end would change all this; 0 where there is none to be watched.
    qint64 watchedPid() const;
};

struct OwnerFacts
{
    OwnerSighting seen;
    QDateTime since;   // UTC: the container's start, or where it never started its creation
    QDateTime endSeen; // UTC: when its owner was seen to end; invalid where it was not
    bool isFolderGone = false;
};

struct Judgement
{
    Ownership ownership = Ownership::Unknown;
    OwnershipWhy why;

    bool operator==(const Judgement &) const = default;
};

// A container that nobody is attached to counts as left behind once it is older than that: whoever starts one
// may be about to attach, or to label it by other means.
constexpr std::chrono::minutes youth{10};

Judgement judgeOwnership(const OwnerFacts &facts, const QDateTime &now);

// When a judgement becomes another by the clock alone; invalid where it does not.
QDateTime changesAt(const Judgement &judgement);

} // namespace core
