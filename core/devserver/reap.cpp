// SPDX-License-Identifier: MIT
#include "core/devserver/reap.h"

#include "core/base/blockingpool.h"
#include "core/base/logging.h"
#include "core/devserver/look.h"
#include "core/devserver/removal.h"
#include "core/docker/wording.h"

#include <QtConcurrentMap>

using namespace std::chrono_literals;

namespace core {

namespace {

// An event and an inspect tell a start with clocks of their own, some milliseconds apart.
constexpr std::chrono::milliseconds sameStart = 2s;

bool isTheSame(const Server &before, const Server &now)
{
    return now.id == before.id && now.name == before.name && now.since <= before.since.addDuration(sameStart);
}

Reaped reapOne(const CommandRunner &docker, const EngineFacts &engine, const OwnerSources &sources,
               const Server &server, const std::stop_token &stop)
{
    const auto looked = inspectContainers(docker, {server.id}, stop);
    if (!looked)
        return {.server = server, .outcome = Reaped::Outcome::Left, .detail = reasonOf(looked.error())};
    const QList<Server> now = judgedServers(sources, engine, *looked);
    if (now.size() != 1 || !isTheSame(server, now.first()) || !isOrphan(now.first())
        || stop.stop_requested()) {
        qCInfo(lcDevServer).noquote() << "spared" << server.id;
        return {.server = server};
    }
    const auto left = removeServer(docker, server.id, Haste::Stop);
    return {.server = server,
            .outcome = left ? Reaped::Outcome::Left : Reaped::Outcome::Removed,
            .detail = left.value_or(QString())};
}

} // namespace

ReapReport reportOf(const QList<Reaped> &all)
{
    ReapReport report;
    for (const Reaped &reaped : all) {
        switch (reaped.outcome) {
        case Reaped::Outcome::Removed:
            report.removed.append(reaped.server.name);
            break;
        case Reaped::Outcome::Spared:
            report.spared.append(reaped.server.name);
            break;
        case Reaped::Outcome::Left:
            report.left.append({.name = reaped.server.name, .detail = reaped.detail});
            break;
        }
    }
    return report;
}

QList<Reaped> reapServers(const CommandRunner &docker, const EngineFacts &engine, const OwnerSources &sources,
                          const QList<Server> &servers, const std::stop_token &stop,
                          const std::function<void(const Reaped &)> &report)
{
    QList<Reaped> all;
    for (const Server &server : servers)
        all.append({.server = server});
    QtConcurrent::blockingMap(&blockingPool(), all, [&](Reaped &reaped) {
        reaped = reapOne(docker, engine, sources, reaped.server, stop);
        if (report)
            report(reaped);
    });
    return all;
}

} // namespace core
