// SPDX-License-Identifier: MIT
#include "core/devserver/ownership.h"

namespace core {

namespace {

using Owner = OwnerSighting::Owner;
using Why = OwnershipWhy::Kind;

Judgement judgeUnnamed(const OwnerFacts &facts, const QDateTime &now)
{
    if (!facts.seen.seesClients)
        return {.ownership = Ownership::Unknown, .why = {.kind = Why::OwnerElsewhere}};
    const bool isOld = facts.since.isValid() && facts.since.addDuration(youth) <= now;
    return {.ownership = isOld ? Ownership::Orphan : Ownership::Unknown,
            .why = {.kind = isOld ? Why::NoClient : Why::Young, .since = facts.since}};
}

Judgement judge(const OwnerFacts &facts, const QDateTime &now)
{
    const OwnerSighting &seen = facts.seen;
    if (seen.owner == Owner::Alive)
        return {.ownership = Ownership::Owned, .why = {.kind = Why::OwnerLives, .pid = seen.pid}};
    if (seen.owner == Owner::Unnamed && seen.client)
        return {.ownership = Ownership::Owned,
                .why = {.kind = Why::ClientAttached,
                        .pid = seen.client->pid,
                        .parentPid = seen.client->parentPid,
                        .parentProgram = seen.client->parentProgram}};
    if (seen.kept)
        return {.ownership = Ownership::Kept, .why = {.kind = Why::KeptByUser, .since = *seen.kept}};
    switch (seen.owner) {
    case Owner::Self:
    case Owner::Alive:
        return {.ownership = Ownership::Owned, .why = {.kind = Why::ThisProcess, .pid = seen.pid}};
    case Owner::Gone:
        return {.ownership = Ownership::Orphan,
                .why = {.kind = Why::OwnerGone, .pid = seen.pid, .since = facts.endSeen}};
    case Owner::BeforeBoot:
        return {.ownership = Ownership::Orphan, .why = {.kind = Why::OwnerBeforeBoot, .pid = seen.pid}};
    case Owner::Elsewhere:
        return {.ownership = Ownership::Unknown, .why = {.kind = Why::OwnerElsewhere, .pid = seen.pid}};
    case Owner::Unnamed:
        return judgeUnnamed(facts, now);
    }
    Q_UNREACHABLE();
}

} // namespace

qint64 OwnerSighting::watchedPid() const
{
    if (client)
        return client->pid;
    return owner == Owner::Alive && canBeWatched ? pid : 0;
}

Judgement judgeOwnership(const OwnerFacts &facts, const QDateTime &now)
{
    Judgement judgement = judge(facts, now);
    judgement.why.isFolderGone = facts.isFolderGone;
    return judgement;
}

QDateTime changesAt(const Judgement &judgement)
{
    const bool grows = judgement.why.kind == Why::Young && judgement.why.since.isValid();
    return grows ? judgement.why.since.addDuration(youth) : QDateTime();
}

} // namespace core
