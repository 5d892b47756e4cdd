// SPDX-License-Identifier: MIT
#include "core/monitor/serverlist.h"

#include "core/devserver/lastrun.h"
#include "core/devserver/launch.h"
#include "core/devserver/logfollower.h"
#include "core/devserver/removal.h"

#include <utility>

using namespace Qt::StringLiterals;

// What can be done with the servers of the list.
namespace core {

namespace {

// A log and what fills it, for as long as somebody holds the log.
std::shared_ptr<ServerLog> followedLog(const QString &container, const StreamStarter &startStream)
{
    // Whoever lets go of it may be hearing it.
    const std::shared_ptr<LogFollower> follower(new LogFollower(container, startStream),
                                                [](LogFollower *unheard) { unheard->deleteLater(); });
    follower->start();
    return {follower, follower->log().get()};
}

struct LastRunReader
{
    ServerLog log{ServerLog::Source::LastRun};
    Task<Result<LastRun>> reading;
};

std::shared_ptr<ServerLog> lastRunLog(const QString &folder, quint16 port)
{
    const auto reader = std::make_shared<LastRunReader>();
    reader->reading.start([folder, port](const std::stop_token &) { return readLastRun(folder, port); },
                          [log = &reader->log](const Result<LastRun> &run) {
                              if (run)
                                  log->append(OutputChannel::Out, run->output,
                                              run->ended.toMSecsSinceEpoch());
                              log->end(run ? run->reason : QString());
                          });
    return {reader, &reader->log};
}

} // namespace

LaunchSources ServerList::launchSources(const ServerEngine &engine) const
{
    return {.docker = engine.access.docker,
            .engine = engine.access.facts,
            .payloads = m_sources.payloads,
            .stateFolder = m_sources.stateFolder,
            .sentence = m_sources.sentence,
            .keepEnd = m_sources.keepEnd};
}

ServerKey ServerList::launch(const LaunchRequest &request)
{
    ServerEntry &entry = add();
    const ServerKey key = entry.key;
    entry.request = request;
    run(entry);
    return key;
}

// Starts what the entry was asked for, once more where it ran before.
void ServerList::run(ServerEntry &entry)
{
    const ServerKey key = entry.key;
    const QString &instances = m_sources.owners.instances;
    if (!m_lock && !instances.isEmpty())
        m_lock.emplace(instances);
    entry.isRestartWanted = false;
    entry.isTakenDown = false;
    if (entry.facts)
        m_byContainer.remove(entry.facts->id);
    entry.facts.reset();
    entry.trouble.reset();
    entry.usage.reset();
    discard(entry.own);
    entry.own = std::make_unique<DevServer>(*entry.request, launchSources(*entry.engine),
                                            entry.engine->access.stream);
    connect(entry.own.get(), &DevServer::changed, this, [this, key] { onOwnChanged(key); });
    connect(entry.own.get(), &DevServer::ended, this, [this, key] { onOwnEnded(key); });
    if (entry.request->port)
        dismissFailed(*entry.request->port);
    entry.own->launch();
    show(entry);
}

// Its port is another's now: what failed there is history.
void ServerList::dismissFailed(quint16 port)
{
    const QList<ServerKey> all = keys();
    for (const ServerKey key : all) {
        ServerEntry *entry = entryOf(key);
        if (entry != nullptr && entry->own != nullptr && entry->own->isOver()
            && entry->own->server().port == port && entry->engine->name == m_engine->name)
            drop(*entry);
    }
}

void ServerList::onOwnChanged(ServerKey key)
{
    ServerEntry *entry = entryOf(key);
    if (entry == nullptr)
        return;
    if (entry->own->server().state == ServerState::Starting)
        dismissFailed(entry->own->server().port);
    show(*entry);
}

void ServerList::onOwnEnded(ServerKey key)
{
    ServerEntry *entry = entryOf(key);
    if (entry == nullptr)
        return;
    const bool isStopped = entry->own->server().state == ServerState::Stopped;
    if (entry->isOwnAlive())
        goOnWithoutUs(*entry);
    else if (entry->isRestartWanted)
        run(*entry);
    else if (isStopped)
        drop(*entry);
    else
        show(*entry);
}

// Its container lives on: from here it is one of the list.
void ServerList::goOnWithoutUs(ServerEntry &entry)
{
    entry.isRestartWanted = false;
    entry.trouble = entry.own->server().trouble;
    discard(entry.own);
    if (!entry.hasRow()) {
        drop(entry);
        refresh();
        return;
    }
    watchReadiness(entry);
    show(entry);
}

void ServerList::stop(const QList<ServerKey> &keys, Haste haste)
{
    for (const ServerKey key : keys) {
        ServerEntry *entry = entryOf(key);
        if (entry == nullptr)
            continue;
        entry->isRestartWanted = false;
        if (entry->isOwnAlive())
            entry->own->stop(haste);
        else if (entry->own != nullptr)
            drop(*entry);
        else if (entry->facts)
            remove(*entry, haste);
    }
}

void ServerList::remove(ServerEntry &entry, Haste haste)
{
    if (entry.removal.isRunning() && haste == Haste::Stop)
        return;
    entry.isTakenDown = true;
    entry.removal.start([docker = entry.engine->access.docker, id = entry.facts->id,
                         haste](const std::stop_token &) { return removeServer(docker, id, haste); },
                        [this, key = entry.key, id = entry.facts->id](const std::optional<QString> &left) {
                            onRemoved(key, id, left);
                        });
    show(entry);
}

void ServerList::onRemoved(ServerKey key, const QString &id, const std::optional<QString> &left)
{
    ServerEntry *entry = entryOf(key);
    if (entry == nullptr)
        return;
    if (left) {
        entry->isRestartWanted = false;
        entry->isTakenDown = false;
        entry->trouble = ServerTrouble{.kind = ServerTrouble::Kind::NotRemoved, .detail = *left};
        if (entry->hasRow())
            show(*entry);
        else
            drop(*entry); // its engine is not watched any more
        return;
    }
    m_feed.forget(id);
    // Where the feed did not know it, its engine is another one.
    m_byContainer.remove(id);
    entry = entryOf(key);
    if (entry != nullptr && entry->own == nullptr)
        onContainerGone(*entry);
}

void ServerList::restart(ServerKey key)
{
    ServerEntry *entry = entryOf(key);
    if (entry == nullptr || !entry->request)
        return;
    if (const Server *server = find(key); server != nullptr && server->port != 0)
        entry->request->port = server->port;
    if (entry->own != nullptr && !entry->isOwnAlive()) {
        run(*entry);
        return;
    }
    entry->isRestartWanted = true;
    if (entry->isOwnAlive())
        entry->own->stop();
    else
        remove(*entry, Haste::Stop);
}

bool ServerList::canRestart(ServerKey key) const
{
    return requestOf(key).has_value();
}

std::optional<LaunchRequest> ServerList::requestOf(ServerKey key) const
{
    const ServerEntry *entry = entryOf(key);
    return entry == nullptr ? std::nullopt : entry->request;
}

void ServerList::leaveAll()
{
    const QList<ServerKey> all = keys();
    QStringList ids;
    for (const ServerKey key : all) {
        ServerEntry *entry = entryOf(key);
        if (entry == nullptr || !entry->isOwnAlive())
            continue;
        if (entry->facts)
            ids.append(entry->facts->id);
        entry->own->leave();
    }
    m_owners.keep(ids, Keeping::Keep);
}

void ServerList::keep(const QList<ServerKey> &keys, Keeping keeping)
{
    QStringList ids;
    for (const ServerKey key : keys) {
        const ServerEntry *entry = entryOf(key);
        if (entry != nullptr && entry->facts)
            ids.append(entry->facts->id);
    }
    m_owners.keep(ids, keeping);
}

void ServerList::reap(const QList<ServerKey> &keys)
{
    QList<ServerKey> meant;
    QList<Server> orphans;
    QList<Reaped> others;
    for (const ServerKey key : keys) {
        ServerEntry *entry = entryOf(key);
        const Server *row = find(key);
        if (entry == nullptr || row == nullptr)
            continue;
        if (!isOrphan(*row) || entry->isReaped) {
            others.append({.server = *row});
            continue;
        }
        meant.append(key);
        orphans.append(*row);
        entry->isReaped = true;
        entry->isTakenDown = true;
        entry->trouble.reset();
        show(*entry);
    }
    const quint64 number = ++m_lastReap;
    m_reaps[number].start(
        [access = m_engine->access, sources = m_owners.sources(), orphans](const std::stop_token &stop) {
            return reapServers(access.docker, access.facts, sources, orphans, stop);
        },
        [this, number, meant, others](const QList<Reaped> &all) { onReaped(number, meant, others + all); });
}

void ServerList::onReaped(quint64 number, const QList<ServerKey> &keys, const QList<Reaped> &all)
{
    m_reaps.erase(number);
    for (const ServerKey key : keys) {
        if (ServerEntry *entry = entryOf(key))
            entry->isReaped = false;
    }
    for (const Reaped &reaped : all) {
        const ServerKey key = reaped.server.key;
        if (reaped.outcome == Reaped::Outcome::Removed) {
            onRemoved(key, reaped.server.id, std::nullopt);
        } else if (reaped.outcome == Reaped::Outcome::Left) {
            onRemoved(key, reaped.server.id, reaped.detail);
        } else if (ServerEntry *entry = entryOf(key)) {
            entry->isTakenDown = false;
            m_owners.lookAgain(reaped.server.id); // it was seen differently just now
            show(*entry);
        }
    }
    Q_EMIT reaped(reportOf(all));
}

std::shared_ptr<ServerLog> ServerList::log(ServerKey key)
{
    ServerEntry *entry = entryOf(key);
    if (entry == nullptr || !entry->hasRow())
        return lastRunLog(m_sources.stateFolder, m_portsOfGone.value(quint64(key)));
    if (entry->own != nullptr)
        return entry->own->log();
    std::shared_ptr<ServerLog> log = entry->log.lock();
    if (log == nullptr) {
        log = followedLog(entry->facts->id, entry->engine->access.stream);
        entry->log = log;
    }
    return log;
}

void ServerList::preview(const LaunchRequest &request, QObject *context,
                         std::function<void(const LaunchPreview &)> then)
{
    m_question = PreviewQuestion{.request = request, .context = context, .then = std::move(then)};
    answerPreview();
}

// Before an engine is known, nothing can be said; it is when it is watched.
void ServerList::answerPreview()
{
    m_preview.cancel();
    if (!m_question || m_engine->name.isEmpty())
        return;
    m_preview.start(
        [request = m_question->request, sources = launchSources(*m_engine), containers = m_feed.known()](
            const std::stop_token &) { return previewLaunch(request, sources, containers); },
        [this](const LaunchPreview &preview) {
            const auto question = std::exchange(m_question, std::nullopt);
            if (question->context != nullptr)
                question->then(preview);
        });
}

QStringList ServerList::command(const QStringList &arguments) const
{
    return QStringList{u"docker"_s} + m_engine->access.choice.arguments() + arguments;
}

void ServerList::setUsageWanted(bool wanted)
{
    m_usage.setWanted(wanted);
    if (!wanted) {
        m_recheck.stop();
    }
    if (wanted && !m_recheck.isActive()) {
        m_recheck.start();
        recheck();
    }
    Q_EMIT usageWantedChanged(wanted);
}

} // namespace core
