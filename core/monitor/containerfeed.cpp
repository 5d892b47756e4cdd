// SPDX-License-Identifier: MIT
#include "core/monitor/containerfeed.h"

#include "core/base/logging.h"
#include "core/devserver/name.h"
#include "core/docker/wording.h"

#include <QElapsedTimer>

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr auto pingTimeout = 2s;
// An inspect that fails is asked again a few times; then the engine's end, or the next event, settles it.
constexpr int mostFailures = 3;
constexpr auto failureDelay = 1s;

ContainerFacts factsOf(const ContainerEvent &event)
{
    ContainerFacts facts{.id = event.id,
                         .name = event.name,
                         .image = event.image,
                         .state = u"created"_s,
                         .created = event.at,
                         .labels = event.attributes};
    facts.labels.remove(u"name"_s);
    facts.labels.remove(u"image"_s);
    return facts;
}

// Whether an event tells of the container itself, and not of what is done in it or with it.
bool isAboutTheContainer(const QString &action)
{
    static const QSet<QString> actions{u"create"_s, u"start"_s,   u"restart"_s, u"die"_s,    u"oom"_s,
                                       u"pause"_s,  u"unpause"_s, u"rename"_s,  u"destroy"_s};
    return actions.contains(action);
}

} // namespace

ContainerFeed::ContainerFeed(QObject *parent)
    : QObject(parent)
{
    m_turn.setInterval(0);
    m_next.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &ContainerFeed::onTurn);
    connect(&m_next, &QTimer::timeout, this, &ContainerFeed::inspect);
}

void ContainerFeed::watch(const EngineAccess &access)
{
    m_access = access;
    m_known.clear();
    m_isTaking = false;
    m_taking.cancel();
    m_arrivals.clear();
    m_held.clear();
    m_turn.stop();
    m_wanted.clear();
    m_inspecting.clear();
    m_failuresInARow = 0;
    m_next.stop();
    m_inspection.cancel();
}

void ContainerFeed::take()
{
    m_isTaking = true;
    m_turn.stop();
    m_arrivals.clear();
    // The list tells all that they would.
    m_wanted.clear();
    m_inspecting.clear();
    m_next.stop();
    m_inspection.cancel();
    m_taking.start([access = m_access](const std::stop_token &stop) { return takeList(access, stop); },
                   [this](const Taken &list) { onTaken(list); });
}

ContainerFeed::Taken ContainerFeed::takeList(const EngineAccess &access, const std::stop_token &stop)
{
    auto looked = listServers(access.docker, stop);
    if (looked)
        return std::move(*looked);
    const CommandOutcome &outcome = looked.error();
    const QString path = access.facts.socketPath();
    Evidence evidence{.engine = access.facts, .socket = lookAtSocket(path)};
    const auto *broken = std::get_if<Failed>(&outcome);
    if (broken != nullptr && broken->cause == Failed::Cause::TimedOut && !path.isEmpty())
        evidence.pingAnswered = pingAnswers(path, pingTimeout);
    return tl::unexpected(
        Failure{.reason = reasonOf(outcome), .diagnosis = diagnose(Attempt::AskVersion, outcome, evidence)});
}

void ContainerFeed::onTaken(const Taken &taken)
{
    if (!taken) {
        endTaking();
        Q_EMIT failed(taken.error().reason, taken.error().diagnosis);
        return;
    }
    m_arrivals = *taken;
    QSet<QString> listed;
    for (const ContainerFacts &facts : std::as_const(m_arrivals))
        listed.insert(facts.id);
    const auto before = m_known.values();
    for (const ContainerFacts &facts : before) {
        if (listed.contains(facts.id))
            continue;
        // One that was renamed is in no list of dev servers and may be there all the same.
        if (portOfServerName(facts.name))
            forget(facts.id);
        else
            want(facts.id);
    }
    onTurn();
}

void ContainerFeed::onTurn()
{
    QElapsedTimer turn;
    turn.start();
    while (!m_arrivals.isEmpty() && std::chrono::milliseconds(turn.elapsed()) < longestTurn)
        note(m_arrivals.takeFirst(), Sight::Listed);
    if (m_taking.isRunning()) // somebody who heard it wants another list
        return;
    if (!m_arrivals.isEmpty()) {
        m_turn.start();
        return;
    }
    m_turn.stop();
    endTaking();
    Q_EMIT taken();
}

void ContainerFeed::endTaking()
{
    m_isTaking = false;
    const QList<ContainerEvent> held = std::exchange(m_held, {});
    for (const ContainerEvent &event : held)
        apply(event);
    // What was wanted while a long list arrived had to wait for its end.
    if (!m_wanted.isEmpty() && !m_inspection.isRunning() && !m_next.isActive())
        m_next.start(0);
}

void ContainerFeed::onEvent(const QString &line)
{
    const auto event = parseContainerEvent(line);
    if (event && event->action == "attach"_L1)
        Q_EMIT attached(event->id);
    if (!event || !isAboutTheContainer(event->action))
        return;
    if (!m_known.contains(event->id) && !m_isTaking && !portOfServerName(event->name))
        return;
    if (m_isTaking)
        m_held.append(*event);
    else
        apply(*event);
}

void ContainerFeed::apply(const ContainerEvent &event)
{
    if (event.action == "destroy"_L1) {
        forget(event.id);
        return;
    }
    const auto known = m_known.constFind(event.id);
    const bool isKnown = known != m_known.constEnd();
    if (!isKnown && !portOfServerName(event.name))
        return;
    // What is under way may be older than this.
    m_inspecting.remove(event.id);
    want(event.id);
    const bool isBeginning = event.action == "create"_L1 || event.action == "start"_L1;
    if (!isKnown && !isBeginning)
        return;
    ContainerFacts facts = isKnown ? *known : factsOf(event);
    facts.name = event.name.isEmpty() ? facts.name : event.name;
    if (event.action == "start"_L1) {
        facts.state = u"running"_s;
        facts.started = event.at;
        facts.outOfMemory = false;
    } else if (event.action == "die"_L1) {
        facts.state = u"exited"_s;
        facts.exitCode = event.attributes.value(u"exitCode"_s).toInt();
    } else if (event.action == "pause"_L1) {
        facts.state = u"paused"_s;
    } else if (event.action == "unpause"_L1) {
        facts.state = u"running"_s;
    } else if (event.action == "oom"_L1) {
        facts.outOfMemory = true;
    }
    note(facts, event.action == "start"_L1 ? Sight::Started : Sight::Changed);
}

void ContainerFeed::note(const ContainerFacts &facts, Sight sight)
{
    const auto known = m_known.constFind(facts.id);
    if (sight == Sight::Changed && known != m_known.constEnd() && *known == facts)
        return;
    m_known.insert(facts.id, facts);
    Q_EMIT seen(facts, sight);
}

void ContainerFeed::forget(const QString &id)
{
    m_wanted.remove(id);
    m_inspecting.remove(id);
    if (m_known.remove(id))
        Q_EMIT gone(id);
}

void ContainerFeed::want(const QString &id)
{
    m_wanted.insert(id);
    // From the loop, so that what happens together is asked together.
    if (!m_inspection.isRunning() && !m_next.isActive())
        m_next.start(0);
}

void ContainerFeed::inspect()
{
    if (m_wanted.isEmpty() || m_isTaking || !m_access.docker)
        return;
    m_inspecting = std::exchange(m_wanted, {});
    const QStringList ids(m_inspecting.cbegin(), m_inspecting.cend());
    m_inspection.start([docker = m_access.docker,
                        ids](const std::stop_token &stop) { return inspectContainers(docker, ids, stop); },
                       [this](const Looked<QList<ContainerFacts>> &looked) { onInspected(looked); });
}

void ContainerFeed::onInspected(const Looked<QList<ContainerFacts>> &looked)
{
    QSet<QString> asked = std::exchange(m_inspecting, {});
    if (!looked) {
        qCWarning(lcMonitor).noquote() << "inspecting containers:" << reasonOf(looked.error());
        if (++m_failuresInARow > mostFailures)
            return;
        m_wanted += asked;
        m_next.start(failureDelay);
        return;
    }
    m_failuresInARow = 0;
    for (const ContainerFacts &facts : *looked) {
        if (asked.remove(facts.id))
            note(facts, Sight::Changed);
    }
    for (const QString &id : std::as_const(asked))
        forget(id);
    if (!m_wanted.isEmpty() && !m_next.isActive())
        m_next.start(0);
}

} // namespace core
