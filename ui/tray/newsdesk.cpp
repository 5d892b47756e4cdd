// SPDX-License-Identifier: MIT
#include "ui/tray/newsdesk.h"

#include "ui/presentation/orphans.h"

#include <utility>

namespace ui {

namespace {

std::optional<News> newsOfEngine(const Situation &situation, Known &known)
{
    if (!situation.health)
        return {};
    const bool isOther = known.context != situation.context; // chosen by the user, who looks
    const std::optional<QString> before = std::exchange(known.headline, situation.health->headline);
    known.context = situation.context;
    if (!before || isOther || *before == situation.health->headline)
        return {};
    return verdictNews(*situation.health);
}

// Of one that this process started: what others start, they watch themselves.
std::optional<News> newsOfServer(const core::Server &server, View view, Known &known)
{
    if (!server.isOurs)
        return {};
    Known::Server &before = known.servers[server.key];
    // A row begins without a container, and gets one; only another one makes it another server.
    if (!server.id.isEmpty() && !before.id.isEmpty() && server.id != before.id)
        before = {};
    if (!server.id.isEmpty())
        before.id = server.id;
    const bool isReady = server.state == core::ServerState::Ready;
    const bool hasFailed = server.state == core::ServerState::Failed;
    const bool wasReady = std::exchange(before.ready, before.ready || isReady);
    const bool hadFailed = std::exchange(before.failed, hasFailed);
    if (hasFailed && !hadFailed)
        return failedNews(server);
    if (isReady && !wasReady && view == View::Hidden)
        return readyNews(server);
    return {};
}

std::optional<News> newsOfOrphans(const QList<core::Server> &servers, Known &known)
{
    const QList<core::Server> orphans = orphansOf(servers);
    QSet<QString> ids;
    for (const core::Server &orphan : orphans)
        ids.insert(orphan.id);
    const QSet<QString> before = std::exchange(known.orphans, known.orphans + ids);
    return before.contains(ids) ? std::nullopt : std::optional(orphanNews(orphans));
}

void forgetThoseGone(const QList<core::Server> &servers, Known &known)
{
    QSet<core::ServerKey> there;
    for (const core::Server &server : servers)
        there.insert(server.key);
    known.servers.removeIf([&there](const auto &entry) { return !there.contains(entry.key()); });
}

} // namespace

QList<News> newsOf(const Situation &situation, Known &known)
{
    QList<News> news;
    const auto tell = [&](const std::optional<News> &one) {
        if (one && situation.view != View::Active)
            news.append(*one);
    };
    tell(newsOfEngine(situation, known));
    for (const core::Server &server : situation.servers)
        tell(newsOfServer(server, situation.view, known));
    forgetThoseGone(situation.servers, known);
    tell(newsOfOrphans(situation.servers, known));
    return news;
}

} // namespace ui
