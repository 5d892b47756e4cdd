// SPDX-License-Identifier: MIT
#include "core/monitor/serverlist.h"

#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

// One that has run for long is not waited for as long as one that begins.
constexpr std::chrono::milliseconds shortestPatience = 5s;
constexpr auto recheckPause = 30s;

std::shared_ptr<const ServerEngine> engineOf(const EngineAccess &access)
{
    auto engine = std::make_shared<ServerEngine>();
    engine->access = access;
    engine->name = (access.choice.arguments() + QStringList{access.facts.endpoint}).join(u' ');
    if (!access.docker) {
        engine->name.clear();
        engine->access.docker = [](const QStringList &, const CommandOptions &) {
            return CommandOutcome(
                Failed{.cause = Failed::Cause::CouldNotStart, .reason = u"no engine is watched"_s});
        };
    }
    return engine;
}

// The event and the inspect tell a start with clocks of their own, some milliseconds apart.
constexpr qint64 sameStartMs = 2000;

bool isSameRun(const ContainerFacts &before, const ContainerFacts &now)
{
    return before.state == "running"_L1 && now.state == "running"_L1
        && std::abs(before.started.msecsTo(now.started)) < sameStartMs;
}

// Its processes were there: it can end.
bool wasAlive(const ServerEntry &entry)
{
    return entry.own == nullptr && entry.facts
        && (entry.facts->state == "running"_L1 || entry.facts->state == "paused"_L1);
}

// An engine that is restarted may keep its containers.
bool hasOutlivedItsEnding(const ServerEntry &entry)
{
    if (entry.own == nullptr || entry.facts->state != "running"_L1)
        return false;
    const auto &trouble = entry.own->server().trouble;
    return trouble && trouble->kind == ServerTrouble::Kind::EngineLost;
}

} // namespace

ServerList::ServerList(ServerListSources sources, QObject *parent)
    : Servers(parent)
    , m_sources(std::move(sources))
    , m_engine(engineOf({}))
    , m_owners(m_sources.owners)
    , m_usage([this] {
        QStringList ids;
        for (const Server &server : m_rows.all()) {
            if (isRunning(server) && !server.id.isEmpty())
                ids.append(server.id);
        }
        return ids;
    })
{
    connect(&m_feed, &ContainerFeed::seen, this, &ServerList::onSeen);
    connect(&m_feed, &ContainerFeed::gone, this, &ServerList::onGone);
    connect(&m_feed, &ContainerFeed::attached, &m_owners, &OwnerWatch::lookAgain);
    connect(&m_feed, &ContainerFeed::taken, this, &ServerList::onTaken);
    connect(&m_feed, &ContainerFeed::failed, this, [this](const QString &reason, const Diagnosis &diagnosis) {
        setListing({.state = Listing::State::Failed, .reason = reason, .diagnosis = diagnosis});
    });
    connect(&m_owners, &OwnerWatch::seen, this, &ServerList::onOwnerSeen);
    m_aging.setSingleShot(true);
    connect(&m_aging, &QTimer::timeout, this, &ServerList::onAging);
    connect(&m_folders, &FolderWatch::changed, this, &ServerList::onFolderChanged);
    m_recheck.setInterval(recheckPause);
    connect(&m_recheck, &QTimer::timeout, this, &ServerList::recheck);
    connect(&m_usage, &UsageWatch::measured, this, &ServerList::onMeasured);
}

ServerList::~ServerList() = default;

void ServerList::watch(const EngineAccess &access)
{
    m_engine = engineOf(access);
    m_feed.watch(access);
    m_usage.watch(access.docker);
    m_owners.watch(access.facts);
    m_aging.stop();
    m_byContainer.clear();
    const QList<ServerKey> all = keys();
    for (const ServerKey key : all) {
        ServerEntry &entry = *entryOf(key);
        hide(entry);
        entry.facts.reset();
        entry.usage.reset();
        discard(entry.readiness);
        if (entry.own == nullptr && !entry.isRestartWanted)
            drop(entry);
        else
            show(entry);
    }
    setListing({});
    answerPreview();
}

void ServerList::know(const EngineFacts &facts)
{
    auto engine = std::make_shared<ServerEngine>(*m_engine);
    engine->access.facts = facts;
    m_engine = engine;
}

void ServerList::use(const std::shared_ptr<Payloads> &payloads, std::chrono::milliseconds patience)
{
    m_sources.payloads = payloads;
    m_sources.patience = patience;
}

void ServerList::onEvent(const QString &line)
{
    m_feed.onEvent(line);
}

void ServerList::onConnected()
{
    m_listedAt = m_sources.owners.clock.wall();
    m_feed.take();
}

void ServerList::refresh()
{
    if (!m_engine->name.isEmpty())
        onConnected();
}

void ServerList::onDisconnected(Listing::State state, const QString &reason)
{
    // A list under way, or one that has failed, says more about why.
    const bool isExplained = m_feed.isTaking() || m_listing.diagnosis;
    if (state != Listing::State::Failed || !isExplained)
        setListing({.state = state, .reason = reason});
}

void ServerList::onAnswered()
{
    if (m_listing.state == Listing::State::Silent)
        setListing({});
}

void ServerList::onTaken()
{
    m_owners.forgetGone(m_listedAt);
    setListing({.state = Listing::State::Listed});
}

void ServerList::setListing(const Listing &listing)
{
    if (listing == m_listing)
        return;
    m_listing = listing;
    Q_EMIT listingChanged();
}

ServerEntry *ServerList::entryOf(ServerKey key) const
{
    const auto found = m_entries.find(quint64(key));
    return found == m_entries.end() ? nullptr : found->second.get();
}

// By its container, else by the label of the start that made it.
ServerEntry *ServerList::entryOf(const ContainerFacts &facts)
{
    const auto known = m_byContainer.constFind(facts.id);
    if (known != m_byContainer.constEnd())
        return entryOf(*known);
    const QString run = facts.labels.value(runLabel);
    if (run.isEmpty())
        return nullptr;
    const auto found = std::ranges::find_if(m_entries, [&](const auto &pair) {
        const ServerEntry &entry = *pair.second;
        return entry.own != nullptr && entry.own->run() == run && entry.engine->name == m_engine->name;
    });
    return found == m_entries.end() ? nullptr : found->second.get();
}

QList<ServerKey> ServerList::keys() const
{
    QList<ServerKey> keys;
    for (const auto &[key, entry] : m_entries)
        keys.append(ServerKey{key});
    std::ranges::sort(keys);
    return keys;
}

ServerEntry &ServerList::add()
{
    auto entry = std::make_unique<ServerEntry>();
    entry->key = ServerKey{++m_lastKey};
    entry->engine = m_engine;
    return *(m_entries[m_lastKey] = std::move(entry));
}

void ServerList::drop(ServerEntry &entry)
{
    const ServerKey key = entry.key;
    if (entry.facts) {
        m_byContainer.remove(entry.facts->id);
        m_owners.leave(entry.facts->id);
    }
    discard(entry.own);
    discard(entry.readiness);
    watchFolder(entry, {});
    const auto index = m_rows.indexOf(key);
    if (index) {
        m_portsOfGone.insert(quint64(key), m_rows.all().at(*index).port);
        m_rows.remove(*index);
    }
    m_entries.erase(quint64(key));
    if (index)
        Q_EMIT removed(*index, key);
}

void ServerList::onSeen(const ContainerFacts &facts, ContainerFeed::Sight sight)
{
    ServerEntry *entry = entryOf(facts);
    if (entry == nullptr && !serverOf(facts))
        return;
    if (entry == nullptr)
        entry = &add();
    const ServerKey key = entry->key;
    m_byContainer.insert(facts.id, key);
    if (!entry->facts || !isSameRun(*entry->facts, facts)) {
        discard(entry->readiness);
        entry->answer.reset();
        entry->readyAfter.reset();
        entry->isPatienceOver = false;
        entry->sawStart = false;
    }
    if (sight == ContainerFeed::Sight::Started)
        entry->sawStart = true;
    const bool hasExited = wasAlive(*entry) && facts.state == "exited"_L1;
    entry->facts = facts;
    if (hasExited)
        tellEnd(*entry, ServerEnd::Ending::Exited);
    m_owners.follow(ownerQuestionOf(facts),
                    sight == ContainerFeed::Sight::Changed ? OwnerWatch::Look::WhereNew
                                                           : OwnerWatch::Look::Anew);
    entry->owner = m_owners.sightingOf(facts.id);
    if (entry->isOwnAlive())
        entry->own->onSeen(facts);
    else if (hasOutlivedItsEnding(*entry))
        discard(entry->own);
    entry = entryOf(key);
    if (entry == nullptr)
        return;
    if (!entry->hasRow()) {
        drop(*entry); // renamed to what is no dev server's name
        return;
    }
    watchReadiness(*entry);
    show(*entry);
}

void ServerList::onGone(const QString &id)
{
    m_owners.leave(id);
    const ServerKey key = m_byContainer.take(id);
    if (ServerEntry *entry = entryOf(key))
        onContainerGone(*entry);
}

void ServerList::onContainerGone(ServerEntry &entry)
{
    const ServerKey key = entry.key;
    if (wasAlive(entry))
        tellEnd(entry, ServerEnd::Ending::Removed);
    entry.facts.reset();
    entry.usage.reset();
    discard(entry.readiness);
    if (entry.own != nullptr) {
        if (entry.isOwnAlive())
            entry.own->onSeen(std::nullopt);
        if (ServerEntry *still = entryOf(key))
            show(*still);
    } else if (entry.isRestartWanted) {
        run(entry);
    } else {
        drop(entry);
    }
}

// Of one that is not ours, or not any more: that it was taken down is known where this process did so.
void ServerList::tellEnd(const ServerEntry &entry, ServerEnd::Ending ending) const
{
    auto server = serverOf(*entry.facts);
    if (!m_sources.keepEnd || !server)
        return;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const Server row = rowOf(entry, now);
    server->ownership = row.ownership;
    server->why = row.why;
    m_sources.keepEnd(
        {.server = *server,
         .witness = entry.isTakenDown ? ServerEnd::Witness::Remover : ServerEnd::Witness::Watcher,
         .ending = entry.isTakenDown ? ServerEnd::Ending::TakenDown : ending,
         .at = now});
}

void ServerList::watchReadiness(ServerEntry &entry)
{
    const bool isAsked = entry.readiness != nullptr;
    if (entry.own != nullptr || isAsked || entry.facts->state != "running"_L1
        || !m_engine->access.facts.isLocal())
        return;
    const QString address = serverOf(*entry.facts)->address();
    const int port = QStringView(address).sliced(address.lastIndexOf(u':') + 1).toInt();
    if (port == 0)
        return;
    const std::chrono::milliseconds age(
        std::max(qint64(0), entry.facts->started.msecsTo(QDateTime::currentDateTimeUtc())));
    const auto patience = std::max(m_sources.patience - age, std::min(m_sources.patience, shortestPatience));
    entry.readiness = std::make_unique<ReadinessWatch>(quint16(port), patience, age);
    connect(entry.readiness.get(), &ReadinessWatch::answered, this,
            [this, key = entry.key](const HttpAnswer &answer) {
                ServerEntry &asked = *entryOf(key);
                asked.answer = answer;
                if (asked.sawStart)
                    asked.readyAfter = std::chrono::milliseconds(
                        asked.facts->started.msecsTo(QDateTime::currentDateTimeUtc()));
                show(asked);
            });
    connect(entry.readiness.get(), &ReadinessWatch::patienceOver, this, [this, key = entry.key] {
        entryOf(key)->isPatienceOver = true;
        show(*entryOf(key));
    });
    // From the loop: it is what tells it that is replaced.
    connect(
        entry.readiness.get(), &ReadinessWatch::lost, this, [this, key = entry.key] { onLost(key); },
        Qt::QueuedConnection);
    entry.readiness->start();
}

void ServerList::recheck()
{
    for (const auto &[key, entry] : m_entries) {
        if (entry->own != nullptr)
            entry->own->recheck();
        else if (entry->readiness != nullptr)
            entry->readiness->recheck();
    }
}

void ServerList::onLost(ServerKey key)
{
    ServerEntry *entry = entryOf(key);
    if (entry == nullptr || entry->own != nullptr || !entry->answer || !entry->facts)
        return;
    entry->answer.reset();
    entry->isPatienceOver = true;
    discard(entry->readiness);
    watchReadiness(*entry);
    show(*entry);
}

void ServerList::watchFolder(ServerEntry &entry, const QString &folder)
{
    if (folder == entry.folder)
        return;
    if (!entry.folder.isEmpty())
        m_folders.leave(entry.folder);
    entry.folder = folder;
    if (!folder.isEmpty())
        m_folders.follow(folder);
    entry.isFolderGone = !folder.isEmpty() && m_folders.isGone(folder);
}

void ServerList::onFolderChanged(const QString &folder)
{
    const QList<ServerKey> all = keys();
    for (const ServerKey key : all) {
        ServerEntry *entry = entryOf(key);
        if (entry == nullptr || entry->folder != folder)
            continue;
        entry->isFolderGone = m_folders.isGone(folder);
        show(*entry);
    }
}

void ServerList::onOwnerSeen(const QString &id)
{
    ServerEntry *entry = entryOf(m_byContainer.value(id));
    if (entry == nullptr)
        return;
    entry->owner = m_owners.sightingOf(id);
    entry->ownerEnded = m_owners.endSeenOf(id);
    show(*entry);
}

void ServerList::onAging()
{
    const QList<ServerKey> all = keys();
    for (const ServerKey key : all) {
        if (ServerEntry *entry = entryOf(key))
            show(*entry);
    }
}

// The row changes at that time at the latest.
void ServerList::awaitAge(const Server &row, const QDateTime &now)
{
    const QDateTime at = changesAt({.ownership = row.ownership, .why = row.why});
    if (!at.isValid())
        return;
    const std::chrono::milliseconds wait{std::max<qint64>(now.msecsTo(at), 0)};
    if (!m_aging.isActive() || wait < m_aging.remainingTimeAsDuration())
        m_aging.start(wait + 1ms);
}

void ServerList::onMeasured(const QMap<QString, Usage> &usages)
{
    for (auto usage = usages.cbegin(); usage != usages.cend(); ++usage) {
        ServerEntry *entry = entryOf(m_byContainer.value(usage.key()));
        if (entry == nullptr)
            continue;
        entry->usage = usage.value();
        show(*entry);
    }
}

// Brings the row up to what is known, and tells where it has become another.
void ServerList::show(ServerEntry &entry)
{
    if (!entry.hasRow() || entry.engine->name != m_engine->name)
        return;
    const QString project =
        entry.own != nullptr ? entry.own->server().project : serverOf(*entry.facts)->project;
    const bool isHere = m_engine->access.facts.isLocal();
    watchFolder(entry, isHere ? project : QString());
    const QDateTime now = m_sources.owners.clock.wall();
    const Server row = rowOf(entry, now);
    awaitAge(row, now);
    const auto from = m_rows.indexOf(entry.key);
    if (!from) {
        const qsizetype index = m_rows.insert(row);
        Q_EMIT inserted(index);
    } else if (m_rows.all().at(*from) != row) {
        const qsizetype to = m_rows.replace(*from, row);
        if (to != *from)
            Q_EMIT moved(*from, to);
        Q_EMIT changed(to);
    }
    if (isRunning(row) && !row.usage)
        m_usage.onStarted();
}

void ServerList::hide(ServerEntry &entry)
{
    watchFolder(entry, {});
    const auto index = m_rows.indexOf(entry.key);
    if (!index)
        return;
    m_rows.remove(*index);
    Q_EMIT removed(*index, entry.key);
}

} // namespace core
