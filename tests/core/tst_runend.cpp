// SPDX-License-Identifier: MIT
#include "core/devserver/runend.h"

#include "tests/core/inspected.h"
#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Kind = ServerTrouble::Kind;

namespace {

constexpr std::optional<Traces> unknown;
const Traces neverStarted{};

Traces ended(int exitCode, std::optional<int> signal = {}, bool stopped = false)
{
    return {.started = true, .exitCode = exitCode, .killSignal = signal, .stopped = stopped};
}

QByteArray refusal(const QByteArray &text)
{
    return "docker: Error response from daemon: " + text + ".\n";
}

ContainerSpec spec()
{
    return {.name = u"berth-devserver-4300"_s,
            .image = u"node:22"_s,
            .command = {u"npm"_s, u"start"_s},
            .project = {.source = u"/no/such/folder"_s},
            .labels = {{runLabel, u"f00"_s}}};
}

QByteArray happened(const QByteArray &action, const QByteArray &attribute = {}, const QByteArray &value = {})
{
    return "{\"Action\":\"" + action + "\",\"Actor\":{\"Attributes\":{\"" + attribute + "\":\"" + value
        + "\"}}}\n";
}

} // namespace

Q_DECLARE_METATYPE(core::Ran)
Q_DECLARE_METATYPE(std::optional<core::Traces>)

class RunEndTest : public QObject
{
    Q_OBJECT

    static LaunchPlan plan(ContainerSpec::Removal removal = ContainerSpec::Removal::ByEngine)
    {
        LaunchPlan made{.spec = spec(), .port = 4300};
        made.spec.removal = removal;
        return made;
    }

    static LaunchSources sources(tests::ScriptedDocker &docker)
    {
        return {.docker = docker.runner(),
                .hostListener = [](quint16) { return HostListener{.program = u"node"_s, .pid = 42}; },
                .lookAtSocket = [](const QString &) { return SocketFacts{}; }};
    }

    static RunEnd examine(tests::ScriptedDocker &docker, const Ran &run, const LaunchPlan &plan)
    {
        return examineRunEnd(plan, sources(docker), run, QDateTime::currentDateTimeUtc());
    }

    static void leave(tests::ScriptedDocker &docker, const tests::PlainContainer &container)
    {
        docker.on(u"^ps .*label=berth.run=f00"_s, Ran{.out = container.id.toUtf8() + '\n'});
        docker.on(u"^inspect --type container [^-]"_s, Ran{.out = tests::inspected({container})});
        docker.on(u"^inspect .*State.Status"_s, Ran{.exitCode = 1, .err = "Error: No such container: x\n"});
    }

private Q_SLOTS:
    void readsTheEnd_data()
    {
        QTest::addColumn<Ran>("run");
        QTest::addColumn<std::optional<Traces>>("traces");
        QTest::addColumn<Kind>("kind");
        const auto row = [](const char *claim, const Ran &run, const std::optional<Traces> &traces,
                            Kind kind) { QTest::newRow(claim) << run << traces << kind; };
        row("it exits by itself", {.exitCode = 1}, ended(1), Kind::Exited);
        row("even with 0", {.exitCode = 0}, ended(0), Kind::Exited);
        row("with nothing to be known but the code", {.exitCode = 3}, unknown, Kind::Exited);
        row("out of memory", {.exitCode = 137}, Traces{.started = true, .outOfMemory = true, .exitCode = 137},
            Kind::OutOfMemory);
        row("out of memory, and the code is 0", {.exitCode = 0},
            Traces{.started = true, .outOfMemory = true, .exitCode = 0}, Kind::OutOfMemory);
        row("docker stop", {.exitCode = 143}, ended(143, 15, true), Kind::StoppedOutside);
        row("docker stop, out of patience", {.exitCode = 137}, ended(137, 9, true), Kind::StoppedOutside);
        row("a signal that ends it", {.exitCode = 130}, ended(130, 2), Kind::StoppedOutside);
        row("docker kill or rm", {.exitCode = 137}, ended(137, 9), Kind::RemovedOutside);
        const QByteArray noThread = "node: pthread_create: Resource temporarily unavailable\n";
        row("no process can be made", {.exitCode = 1, .err = noThread}, ended(1), Kind::PidsLimit);
        row("the same on its output", {.exitCode = 1, .out = noThread + "bye\n"}, ended(1), Kind::PidsLimit);
        row("the same, and it is content", {.exitCode = 0, .err = noThread}, ended(0), Kind::Exited);
        row("no such command",
            {.exitCode = 127, .err = refusal("exec: \"npm\": executable file not found in $PATH: unknown")},
            neverStarted, Kind::CommandNotFound);
        row("no command", {.exitCode = 126, .err = refusal("exec: \"npm\": permission denied: unknown")},
            neverStarted, Kind::CommandNotExecutable);
        row("the engine goes away",
            {.exitCode = 125, .err = "level=error msg=\"error waiting for container: unexpected EOF\"\n"},
            unknown, Kind::EngineLost);
        row("the port is a container's",
            {.exitCode = 125, .err = refusal("Bind for 127.0.0.1:4300 failed: port is already allocated")},
            neverStarted, Kind::PortHeldByProcess);
        row("the port is a container's, and the client gives up waiting",
            {.exitCode = 125,
             .err = refusal("Bind for 127.0.0.1:4300 failed: port is already allocated")
                 + "\ntime=\"now\" level=error msg=\"error waiting for container: context canceled\"\n"},
            neverStarted, Kind::PortHeldByProcess);
        row("the port is a process's",
            {.exitCode = 125, .err = refusal("listen tcp4 127.0.0.1:4300: bind: address already in use")},
            neverStarted, Kind::PortHeldByProcess);
        row("the name is taken",
            {.exitCode = 125,
             .err = refusal("Conflict. The container name \"/berth-devserver-4300\" is already in use by "
                            "container \"f\". You have to remove (or rename) that container")},
            neverStarted, Kind::PortHeldByServer);
        row("the folder is gone",
            {.exitCode = 125,
             .err = refusal("invalid mount config for type \"bind\": bind source path does not exist: /x")},
            neverStarted, Kind::FolderGone);
        row("anything else", {.exitCode = 125, .err = refusal("write /x: no space left on device")},
            neverStarted, Kind::CouldNotStart);
    }

    void readsTheEnd()
    {
        QFETCH(const Ran, run);
        QFETCH(const std::optional<Traces>, traces);
        QFETCH(const Kind, kind);
        const ServerTrouble trouble = readRunEnd(run, traces, spec(), {});
        QCOMPARE(trouble.kind, kind);
        QCOMPARE(trouble.memory, kind == Kind::OutOfMemory ? qint64(2) << 30 : 0);
        QCOMPARE(trouble.pids, kind == Kind::PidsLimit ? 512 : 0);
        if (traces && traces->started)
            QCOMPARE(trouble.exitCode, run.exitCode);
        if (kind == Kind::CouldNotStart)
            QCOMPARE(trouble.diagnosis->id, u"disk-full"_s);
    }

    void theEventsOfTheRunDecide()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s,
                  Ran{.out = happened("start") + happened("kill", "signal", "15")
                          + happened("die", "exitCode", "7") + happened("stop") + happened("destroy")});
        const RunEnd end = examine(docker, {.exitCode = 7}, plan());
        QCOMPARE(end.trouble.kind, Kind::StoppedOutside);
        QCOMPARE(end.exitCode, 7);
        QVERIFY(!end.stillRuns && !end.initMissing);
        QVERIFY(docker.commands(u"^events"_s).first().endsWith(u"--filter label=berth.run=f00"_s));
        QCOMPARE(docker.count(u"^rm"_s), 0);
    }

    void anEngineThatIsShutDownIsLost()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^(ps|events)"_s,
                  Ran{.exitCode = 1, .err = "Cannot connect to the Docker daemon at x.\n"});
        const RunEnd end = examine(docker, {.exitCode = 0}, plan());
        QCOMPARE(end.trouble.kind, Kind::EngineLost);
        QVERIFY(end.trouble.detail.startsWith(u"Cannot connect"_s));
    }

    void aContainerThatRunsOnIsLeftAlone()
    {
        tests::ScriptedDocker docker;
        leave(docker, {.id = u"aa"_s, .name = u"renamed"_s, .run = u"f00"_s});
        const RunEnd end = examine(docker, {.exitCode = 137}, plan());
        QCOMPARE(end.trouble.kind, Kind::ClientEnded);
        QVERIFY(end.stillRuns);
        QCOMPARE(docker.count(u"^(rm|stop)"_s), 0);
    }

    void aContainerThatIsLeftOverIsRemovedById()
    {
        tests::ScriptedDocker docker;
        leave(docker, {.id = u"aa"_s, .name = u"x"_s, .state = u"created"_s, .run = u"f00"_s});
        docker.on(u"^events"_s, Ran{.out = happened("create")});
        const RunEnd end = examine(docker, {.exitCode = 125, .err = refusal("flux")}, plan());
        QCOMPARE(end.trouble.kind, Kind::CouldNotStart);
        QCOMPARE(docker.commands(u"^rm"_s), QStringList{u"rm --force --volumes aa"_s});
    }

    void podmansContainerTellsItselfAndIsRemoved()
    {
        tests::ScriptedDocker docker;
        leave(docker, {.id = u"aa"_s, .name = u"x"_s, .state = u"exited"_s, .run = u"f00"_s, .exitCode = 3});
        const RunEnd end = examine(docker, {.exitCode = 0}, plan(ContainerSpec::Removal::ByOwner));
        QCOMPARE(end.trouble.kind, Kind::Exited);
        QCOMPARE(end.trouble.exitCode, 3);
        QCOMPARE(docker.count(u"^rm --force --volumes aa"_s), 1);
        QCOMPARE(docker.count(u"^events"_s), 0);
    }

    void whoHoldsThePortIsLookedFor()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s, Ran{.out = happened("create")});
        const Ran taken{.exitCode = 125, .err = refusal("bind: address already in use")};
        RunEnd end = examine(docker, taken, plan());
        QCOMPARE(end.trouble.kind, Kind::PortHeldByProcess);
        QCOMPARE(end.trouble.holderPid, 42);

        const tests::PlainContainer web{.id = u"cc"_s, .name = u"web"_s, .port = 4300};
        docker.on(u"^ps --all --no-trunc --format"_s, Ran{.out = tests::listed({web})});
        docker.on(u"^inspect --type container cc"_s, Ran{.out = tests::inspected({web})});
        end = examine(docker, taken, plan());
        QCOMPARE(end.trouble.kind, Kind::PortHeldByContainer);
        QCOMPARE(end.trouble.holder, u"web"_s);
    }

    void aMissingInitIsToldWhereOneWasAskedFor()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s, Ran{.out = happened("create")});
        const Ran failed{.exitCode = 125, .err = refusal("exec: \"docker-init\": not found")};
        LaunchPlan with = plan();
        QVERIFY(examine(docker, failed, with).initMissing);
        with.spec.limits.init = false;
        QVERIFY(!examine(docker, failed, with).initMissing);
    }

    void aRunIsRemovedByItsLabel()
    {
        tests::ScriptedDocker docker;
        leave(docker, {.id = u"aa"_s, .name = u"x"_s, .run = u"f00"_s});
        QCOMPARE(removeRun(docker.runner(), u"f00"_s, Haste::Stop), std::nullopt);
        QCOMPARE(docker.commands(u"^(stop|rm)"_s),
                 QStringList({u"stop -t 3 aa"_s, u"rm --force --volumes aa"_s}));
    }

    void aContainerThatComesLateIsWaitedFor()
    {
        tests::ScriptedDocker docker;
        leave(docker, {.id = u"aa"_s, .name = u"x"_s, .run = u"f00"_s});
        docker.on(u"^ps"_s, [&docker](const QStringList &, const CommandOptions &) {
            return Ran{.out = docker.count(u"^ps"_s) < 2 ? QByteArray() : QByteArray("aa\n")};
        });
        QCOMPARE(removeRun(docker.runner(), u"f00"_s, Haste::Kill), std::nullopt);
        QCOMPARE(docker.count(u"^rm"_s), 1);
    }

    void anEngineThatCannotSayHasNotRemovedIt()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^ps"_s, Ran{.exitCode = 1, .err = "Cannot connect to the Docker daemon at x.\n"});
        const auto left = removeRun(docker.runner(), u"f00"_s, Haste::Stop);
        QVERIFY(left && left->startsWith(u"Cannot connect"_s));
    }
};

BERTH_TEST(RunEndTest)

#include "tst_runend.moc"
