// SPDX-License-Identifier: MIT
#include "core/monitor/serverentry.h"

#include "core/devserver/name.h"

namespace core {

namespace {

Server ownRow(const ServerEntry &entry)
{
    Server row = entry.own->server();
    if (entry.facts && !entry.own->isOver())
        row.id = entry.facts->id;
    return row;
}

std::optional<ServerTrouble> reachTrouble(const ServerEntry &entry)
{
    if (!entry.isPatienceOver)
        return std::nullopt;
    const bool isOther = entry.readiness->lastAnswer().kind == HttpAnswer::Kind::NotHttp;
    return ServerTrouble{.kind =
                             isOther ? ServerTrouble::Kind::NotHttp : ServerTrouble::Kind::NotReadyInTime};
}

Server listedRow(const ServerEntry &entry)
{
    Server row = *serverOf(*entry.facts);
    if (!row.trouble)
        row.trouble = entry.trouble;
    if (entry.removal.isRunning() || entry.isReaped) {
        row.state = ServerState::Stopping;
        row.trouble.reset();
    } else if (row.state == ServerState::Running && entry.answer) {
        row.state = ServerState::Ready;
        row.isHttps = entry.answer->isTls;
        row.readyAfter = entry.readyAfter;
    } else if (row.state == ServerState::Running && entry.readiness != nullptr) {
        if (!entry.isPatienceOver)
            row.state = ServerState::Starting;
        if (!row.trouble)
            row.trouble = reachTrouble(entry);
    }
    return row;
}

} // namespace

bool ServerEntry::isOwnAlive() const
{
    return own != nullptr && own->server().isAlive();
}

bool ServerEntry::hasRow() const
{
    return own != nullptr || (facts && portOfServerName(facts->name));
}

Server rowOf(const ServerEntry &entry, const QDateTime &now)
{
    Server row = entry.own != nullptr ? ownRow(entry) : listedRow(entry);
    row.key = entry.key;
    if (!row.trouble && entry.isFolderGone)
        row.trouble = ServerTrouble{.kind = ServerTrouble::Kind::FolderGone};
    if (entry.own == nullptr) {
        const Judgement judgement = judgeOwnership({.seen = entry.owner,
                                                    .since = row.since,
                                                    .endSeen = entry.ownerEnded,
                                                    .isFolderGone = entry.isFolderGone},
                                                   now);
        row.ownership = judgement.ownership;
        row.why = judgement.why;
    }
    if (isRunning(row))
        row.usage = entry.usage;
    return row;
}

bool isRunning(const Server &server)
{
    switch (server.state) {
    case ServerState::Starting:
    case ServerState::Announced:
    case ServerState::Ready:
    case ServerState::Running:
        return true;
    case ServerState::Preparing:
    case ServerState::Stopping:
    case ServerState::Paused:
    case ServerState::Created:
    case ServerState::Exited:
    case ServerState::Failed:
    case ServerState::Stopped:
        return false;
    }
    Q_UNREACHABLE();
}

} // namespace core
