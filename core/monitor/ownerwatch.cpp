// SPDX-License-Identifier: MIT
#include "core/monitor/ownerwatch.h"

#include "core/base/logging.h"

#include <mutex>
#include <utility>

namespace core {

// Changes of the file, one after the other in the order they were asked for, whatever threads they run on.
struct OwnerWatch::Writing
{
    std::mutex running;
    std::mutex pending;
    QList<std::function<std::optional<Error>()>> changes;

    std::function<std::optional<Error>()> takeNext()
    {
        const std::lock_guard lock(pending);
        return changes.isEmpty() ? nullptr : changes.takeFirst();
    }
    void runAll()
    {
        const std::lock_guard lock(running);
        while (const auto change = takeNext()) {
            if (const auto error = change())
                qCWarning(lcMonitor).noquote() << reasonText(*error);
        }
    }
};

OwnerWatch::OwnerWatch(OwnerSources sources, QObject *parent)
    : QObject(parent)
    , m_sources(std::move(sources))
    , m_writing(std::make_shared<Writing>())
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &OwnerWatch::look);
    connect(&m_processes, &ProcessWatch::ended, this, &OwnerWatch::onEnded);
}

OwnerWatch::~OwnerWatch() = default;

void OwnerWatch::watch(const EngineFacts &engine)
{
    m_engine = engine;
    m_followed.clear();
    m_wanted.clear();
    m_next.stop();
    m_look.cancel();
    m_processes.setProcesses({});
}

void OwnerWatch::follow(const OwnerQuestion &question, Look look)
{
    Followed &followed = m_followed[question.id];
    const bool isNew = followed.question != question;
    if (isNew) {
        followed.question = question;
        followed.sighting = sightingBeforehand(question);
    }
    if (isNew || look == Look::Anew)
        want(question.id);
}

void OwnerWatch::leave(const QString &id)
{
    m_followed.remove(id);
    m_wanted.remove(id);
    m_keptByUs.remove(id);
}

void OwnerWatch::lookAgain(const QString &id)
{
    if (m_followed.contains(id))
        want(id);
}

OwnerSighting OwnerWatch::sightingOf(const QString &id) const
{
    return m_followed.value(id).sighting;
}

QDateTime OwnerWatch::endSeenOf(const QString &id) const
{
    return m_followed.value(id).endSeen;
}

void OwnerWatch::want(const QString &id)
{
    m_wanted.insert(id);
    // From the loop, so that what happens together is one look.
    if (!m_look.isRunning() && !m_next.isActive())
        m_next.start(0);
}

void OwnerWatch::look()
{
    QList<OwnerQuestion> questions;
    const QSet<QString> wanted = std::exchange(m_wanted, {});
    for (const QString &id : wanted)
        questions.append(m_followed.value(id).question);
    if (questions.isEmpty())
        return;
    m_look.start([sources = m_sources, engine = m_engine,
                  questions](const std::stop_token &) { return lookForOwners(sources, engine, questions); },
                 [this](const QHash<QString, OwnerSighting> &sightings) { onLooked(sightings); });
}

void OwnerWatch::onLooked(const QHash<QString, OwnerSighting> &sightings)
{
    for (auto entry = sightings.cbegin(); entry != sightings.cend(); ++entry) {
        OwnerSighting sighting = entry.value();
        const auto ours = m_keptByUs.constFind(entry.key());
        if (ours != m_keptByUs.cend())
            sighting.kept = *ours;
        set(entry.key(), sighting);
    }
    QSet<qint64> pids;
    for (const Followed &followed : std::as_const(m_followed)) {
        if (const qint64 pid = followed.sighting.watchedPid())
            pids.insert(pid);
    }
    m_processes.setProcesses(pids);
    if (!m_wanted.isEmpty() && !m_next.isActive())
        m_next.start(0);
}

void OwnerWatch::set(const QString &id, OwnerSighting sighting)
{
    const auto followed = m_followed.find(id);
    if (followed == m_followed.end() || followed->sighting == sighting)
        return;
    if (sighting.watchedPid() != 0)
        followed->endSeen = {};
    followed->sighting = std::move(sighting);
    Q_EMIT seen(id);
}

void OwnerWatch::onEnded(qint64 pid)
{
    for (auto followed = m_followed.begin(); followed != m_followed.end(); ++followed) {
        if (followed->sighting.watchedPid() != pid)
            continue;
        followed->endSeen = m_sources.clock.wall();
        want(followed.key());
    }
}

void OwnerWatch::keep(const QStringList &ids, Keeping keeping)
{
    if (ids.isEmpty())
        return;
    const QDateTime now = m_sources.clock.wall();
    for (const QString &id : ids) {
        const auto since = keeping == Keeping::Keep ? std::optional(now) : std::nullopt;
        m_keptByUs.insert(id, since);
        OwnerSighting sighting = sightingOf(id);
        sighting.kept = since;
        set(id, sighting);
    }
    write([folder = m_sources.stateFolder, engine = m_engine.endpoint, ids, keeping, now] {
        return changeKeptServers(folder, engine, ids, keeping, now);
    });
}

void OwnerWatch::forgetGone(const QDateTime &listed)
{
    write([folder = m_sources.stateFolder, engine = m_engine.endpoint, there = m_followed.keys(), listed] {
        return forgetGoneServers(folder, engine, there, listed);
    });
}

void OwnerWatch::write(std::function<std::optional<Error>()> change)
{
    {
        const std::lock_guard lock(m_writing->pending);
        m_writing->changes.append(std::move(change));
    }
    blockingPool().start([writing = m_writing] { writing->runAll(); });
}

} // namespace core
