// SPDX-License-Identifier: MIT
#include "core/devserver/owners.h"

#include "core/base/instancelock.h"
#include "core/devserver/keptservers.h"
#include "core/devserver/lastrun.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace core {

namespace {

using Owner = OwnerSighting::Owner;

Owner ownerByState(ProcessIdentity::State state, const EngineFacts &engine)
{
    switch (state) {
    case ProcessIdentity::State::Alive:
        return Owner::Alive;
    case ProcessIdentity::State::Gone:
        return Owner::Gone;
    case ProcessIdentity::State::BeforeBoot:
        // Machines that were cloned have one id: at an engine that both may use, it proves nothing.
        return engine.isLocal() ? Owner::BeforeBoot : Owner::Elsewhere;
    case ProcessIdentity::State::Elsewhere:
        return Owner::Elsewhere;
    }
    Q_UNREACHABLE();
}

// Whatever says that it lives is believed first.
Owner ownerOf(const ProcessIdentity &identity, ProcessIdentity::State state, const OwnerSources &sources,
              const EngineFacts &engine)
{
    if (state == ProcessIdentity::State::Alive)
        return Owner::Alive;
    switch (InstanceLock::look(sources.instances, identity)) {
    case InstanceLock::Seen::Held:
        return Owner::Alive;
    case InstanceLock::Seen::Free:
        return Owner::Gone;
    case InstanceLock::Seen::Absent:
        return ownerByState(state, engine);
    }
    Q_UNREACHABLE();
}

OwnerSighting sightNamed(const ProcessIdentity &identity, const OwnerSources &sources,
                         const EngineFacts &engine)
{
    const auto state = identity.state(sources.machine);
    return {.owner = ownerOf(identity, state, sources, engine),
            .pid = identity.pid,
            .canBeWatched = state == ProcessIdentity::State::Alive};
}

} // namespace

QString instancesFolder()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const QFileInfo folder(runtime);
    const bool isUsable = folder.isAbsolute() && folder.isDir() && folder.isWritable();
    return QDir(isUsable ? QDir(runtime).filePath(u"berth"_s) : stateFolder()).filePath(u"instances"_s);
}

OwnerQuestion ownerQuestionOf(const ContainerFacts &facts)
{
    return {.id = facts.id, .name = facts.name, .label = facts.labels.value(ownerLabel)};
}

OwnerSighting sightingBeforehand(const OwnerQuestion &question)
{
    const auto identity = ProcessIdentity::fromLabel(question.label);
    if (!identity)
        return {};
    static const ProcessIdentity self = ProcessIdentity::current();
    return {.owner = *identity == self ? Owner::Self : Owner::Elsewhere, .pid = identity->pid};
}

QHash<QString, OwnerSighting> lookForOwners(const OwnerSources &sources, const EngineFacts &engine,
                                            const QList<OwnerQuestion> &questions)
{
    QHash<QString, OwnerSighting> seen;
    QList<OwnerQuestion> unnamed;
    for (const OwnerQuestion &question : questions) {
        OwnerSighting &sighting = seen[question.id] = sightingBeforehand(question);
        if (sighting.owner == Owner::Unnamed)
            unnamed.append(question);
        else if (sighting.owner != Owner::Self)
            sighting = sightNamed(*ProcessIdentity::fromLabel(question.label), sources, engine);
    }
    if (!unnamed.isEmpty()) {
        const AttachedClients clients = findAttachedClients(sources.machine);
        const bool seesClients =
            clients.seesAll && engine.isLocal() && sources.isEngineInSight(engine.socketPath());
        for (const OwnerQuestion &question : std::as_const(unnamed)) {
            OwnerSighting &sighting = seen[question.id];
            sighting.client = clients.of(question.id, question.name);
            sighting.seesClients = seesClients;
        }
    }
    const auto kept = readKeptServers(sources.stateFolder);
    for (auto sighting = seen.begin(); sighting != seen.end(); ++sighting) {
        const auto since = kept.constFind(sighting.key());
        if (since != kept.cend())
            sighting->kept = *since;
    }
    return seen;
}

QList<Server> judgedServers(const OwnerSources &sources, const EngineFacts &engine,
                            const QList<ContainerFacts> &containers)
{
    QList<Server> servers;
    QList<OwnerQuestion> questions;
    for (const ContainerFacts &container : containers) {
        if (const auto server = serverOf(container)) {
            servers.append(*server);
            questions.append(ownerQuestionOf(container));
        }
    }
    const auto seen = lookForOwners(sources, engine, questions);
    const QDateTime now = sources.clock.wall();
    for (Server &server : servers) {
        // An engine on another host has folders of its own.
        const bool isFolderGone =
            engine.isLocal() && !server.project.isEmpty() && !QFileInfo::exists(server.project);
        const Judgement judgement = judgeOwnership(
            {.seen = seen.value(server.id), .since = server.since, .isFolderGone = isFolderGone}, now);
        server.ownership = judgement.ownership;
        server.why = judgement.why;
    }
    std::ranges::sort(servers, {}, [](const Server &server) { return std::tie(server.port, server.name); });
    return servers;
}

} // namespace core
