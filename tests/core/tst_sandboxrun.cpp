// SPDX-License-Identifier: MIT
#include "core/sandbox/run.h"

#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Ending = SandboxOutcome::Ending;

namespace {

const QByteArray orderly = R"({"Action":"start"}
{"Action":"die","Actor":{"Attributes":{"exitCode":"0"}}}
{"Action":"destroy"}
)";

} // namespace

// What is asked of docker on the way, and what is left behind.
class SandboxRunTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QTemporaryDir m_home;

    SandboxRequest request() const
    {
        return {.container = {
                    .folder = m_folder.path(), .image = u"tools:1"_s, .command = {u"make"_s, u"test"_s}}};
    }

    SandboxOutcome run(tests::ScriptedDocker &docker, const SandboxRequest &request,
                       Flavour flavour = Flavour::Docker, const std::stop_token &stop = {}) const
    {
        return runInSandbox(request,
                            {.docker = docker.runner(),
                             .engine = {.endpoint = u"unix:///nonexistent/docker.sock"_s, .flavour = flavour},
                             .homes = {m_home.path()},
                             .lookAtSocket = [](const QString &) { return SocketFacts{}; }},
                            stop);
    }

    SandboxOutcome run(tests::ScriptedDocker &docker) const { return run(docker, request()); }

private Q_SLOTS:
    void runsNamesLabelsAndRemoves()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s, Ran{.out = orderly});
        const SandboxOutcome outcome = run(docker);
        QVERIFY(outcome.passed());
        QCOMPARE(outcome.memory, qint64(2) << 30);
        const QStringList commands = docker.commands(u"."_s);
        QCOMPARE(commands.size(), 3);
        QVERIFY2(commands.at(0).startsWith(u"run --rm --name berth-run-"_s), qUtf8Printable(commands.at(0)));
        QVERIFY(commands.at(0).contains(u"--label berth.probe="_s));
        QVERIFY(commands.at(0).contains(u"--label berth.check="_s));
        QVERIFY(commands.at(0).contains(u"--label berth.lifetime=3600 "_s));
        QVERIFY(commands.at(0).endsWith(u"--entrypoint make tools:1 test"_s));
        const QString name = commands.at(0).section(u' ', 3, 3);
        QVERIFY(commands.at(1).contains(u"--filter container="_s + name));
        QCOMPARE(commands.at(2), u"rm --force --volumes "_s + name);
    }

    void twoRunsNeverMeet()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s, Ran{.out = orderly});
        run(docker);
        run(docker);
        const QStringList runs = docker.commands(u"^run"_s);
        QVERIFY(runs.at(0).section(u' ', 3, 3) != runs.at(1).section(u' ', 3, 3));
    }

    void theContainerGoesWhicheverWayItEnds_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<int>("ending");
        QTest::newRow("out of time") << int(Failed::Cause::TimedOut) << int(Ending::TimedOut);
        QTest::newRow("cancelled") << int(Failed::Cause::Cancelled) << int(Ending::Cancelled);
        QTest::newRow("no client any more") << int(Failed::Cause::NotFound) << int(Ending::CouldNotStart);
    }

    void theContainerGoesWhicheverWayItEnds()
    {
        QFETCH(const int, cause);
        QFETCH(const int, ending);
        tests::ScriptedDocker docker;
        docker.on(u"^run"_s, Failed{.cause = Failed::Cause(cause)});
        docker.on(u"^rm"_s, [](const QStringList &arguments, const CommandOptions &options) {
            return options.stop.stop_possible() ? CommandOutcome(Failed{})
                                                : Ran{.out = arguments.last().toUtf8() + '\n'};
        });
        const SandboxOutcome outcome = run(docker);
        QCOMPARE(int(outcome.ending), ending);
        QCOMPARE(docker.count(u"^rm --force --volumes berth-run-"_s), 1);
    }

    void aContainerThatComesLateIsWaitedFor()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^run"_s, Failed{.cause = Failed::Cause::Cancelled});
        docker.on(u"^rm"_s, [&docker](const QStringList &arguments, const CommandOptions &) {
            return docker.count(u"^rm"_s) < 2 ? Ran{.err = "Error: No such container"}
                                              : Ran{.out = arguments.last().toUtf8() + '\n'};
        });
        run(docker);
        QCOMPARE(docker.count(u"^rm"_s), 2);
    }

    void theTimeoutIsTheRunsOwn()
    {
        tests::ScriptedDocker docker;
        SandboxRequest brief = request();
        brief.timeout = std::chrono::seconds(7);
        run(docker, brief);
        QCOMPARE(docker.timeouts().first(), std::chrono::milliseconds(7000));
        QVERIFY(docker.commands(u"^run"_s).first().contains(u"--label berth.lifetime=7 "_s));
    }

    // Where nobody is known to have killed it, the memory may have been, and its news may be on the way.
    void whatWasKilledIsAskedAboutTwice_data()
    {
        QTest::addColumn<QByteArray>("late");
        QTest::addColumn<int>("questions");
        QTest::addColumn<bool>("outOfMemory");
        QTest::newRow("the memory") << QByteArray("{\"Action\":\"oom\"}\n") << 2 << true;
        QTest::newRow("itself") << QByteArray() << 2 << false;
        QTest::newRow("somebody") << QByteArray(
            "{\"Action\":\"kill\",\"Actor\":{\"Attributes\":{\"signal\":\"9\"}}}\n")
                                  << 1 << false;
    }
    void whatWasKilledIsAskedAboutTwice()
    {
        QFETCH(const QByteArray, late);
        QFETCH(const int, questions);
        QFETCH(const bool, outOfMemory);
        const QByteArray die = "{\"Action\":\"die\",\"Actor\":{\"Attributes\":{\"exitCode\":\"137\"}}}\n";
        tests::ScriptedDocker docker;
        docker.on(u"^run"_s, Ran{.exitCode = 137});
        docker.on(u"^events"_s, [&](const QStringList &, const CommandOptions &) {
            const bool isAtOnce = questions == 1 || docker.count(u"^events"_s) == 2;
            return Ran{.out = (isAtOnce ? late : QByteArray()) + die};
        });
        const SandboxOutcome outcome = run(docker);
        QCOMPARE(outcome.exitCode, 137);
        QCOMPARE(outcome.outOfMemory, outOfMemory);
        QCOMPARE(docker.count(u"^events"_s), questions);
    }

    void anEngineWithoutInitIsRunWithout()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s, Ran{.out = orderly});
        docker.on(u"^run .*--init"_s,
                  Ran{.exitCode = 125,
                      .err = "docker: Error response from daemon: exec: \"docker-init\": not found.\n"});
        docker.on(u"^events"_s, [&docker](const QStringList &, const CommandOptions &) {
            return Ran{.out =
                           docker.count(u"^run"_s) == 1 ? QByteArray("{\"Action\":\"create\"}\n") : orderly};
        });
        QVERIFY(run(docker).passed());
        QCOMPARE(docker.count(u"^run"_s), 2);
        QCOMPARE(docker.count(u"^run .*--init"_s), 1);
        QCOMPARE(docker.count(u"^rm"_s), 2); // or the name would be taken
    }

    void podmanIsInspectedAndThenRemoved()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^inspect"_s, Ran{.out = R"({"StartedAt":"2026-01-02T03:04:05Z","ExitCode":3})"});
        const SandboxOutcome outcome = run(docker, request(), Flavour::Podman);
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(docker.count(u"^run .*--rm"_s), 0);
        QVERIFY(docker.commands(u"."_s).last().startsWith(u"rm --force"_s));
    }

    void whatIsNotKnownOfTheEngineIsAsked()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^version"_s,
                  Ran{.out = R"({"Server":{"Version":"1","Components":[{"Name":"Podman Engine"}]}})"});
        run(docker, request(), Flavour::Unknown);
        QCOMPARE(docker.count(u"^run .*--rm"_s), 0); // it is podman
    }

    void noEngineIsNoRun()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^version"_s,
                  Ran{.exitCode = 1, .err = "Cannot connect to the Docker daemon at unix:///nonexistent\n"});
        const SandboxOutcome outcome = run(docker, request(), Flavour::Unknown);
        QCOMPARE(outcome.ending, Ending::CouldNotStart);
        QVERIFY(outcome.diagnosis.has_value());
        QCOMPARE(docker.count(u"^(run|rm)"_s), 0);
    }

    void whatIsWrongIsFoundBeforeTheRun_data()
    {
        QTest::addColumn<SandboxRequest>("request");
        QTest::addColumn<QString>("named");
        const auto row = [this](const char *claim, auto change, const QString &named) {
            SandboxRequest wrong = request();
            change(wrong);
            QTest::newRow(claim) << wrong << named;
        };
        row(
            "no command", [](SandboxRequest &r) { r.container.command.clear(); }, u"run a command"_s);
        row(
            "an empty command",
            [](SandboxRequest &r) {
                r.container.command = {u""_s, u"x"_s};
            },
            u"run a command"_s);
        row(
            "an image that is an option", [](SandboxRequest &r) { r.container.image = u"--privileged"_s; },
            u"--privileged"_s);
        row(
            "no such folder", [](SandboxRequest &r) { r.container.folder = u"/no/such"_s; }, u"/no/such"_s);
        row(
            "a folder that is a file", [](SandboxRequest &r) { r.container.folder = u"/bin/sh"_s; },
            u"no folder"_s);
        row(
            "a folder of the system", [](SandboxRequest &r) { r.container.folder = u"/etc"_s; }, u"/etc"_s);
        row(
            "a mount of the system",
            [](SandboxRequest &r) {
                r.container.mounts = {{u"/etc"_s, u"/x"_s}};
            },
            u"/etc"_s);
        row(
            "a mount over the project",
            [](SandboxRequest &r) {
                r.container.mounts = {{u"/bin/sh"_s, u"/repo"_s}};
            },
            u"share"_s);
        row(
            "two mounts at one place",
            [](SandboxRequest &r) {
                r.container.mounts = {{u"/bin/sh"_s, u"/x"_s}, {u"/bin/ls"_s, u"/x"_s}};
            },
            u"share"_s);
        row(
            "too little memory", [](SandboxRequest &r) { r.container.memory = u"1m"_s; },
            u"sandbox/memory"_s);
        row(
            "no number of processes", [](SandboxRequest &r) { r.container.pids = u"x"_s; },
            u"sandbox/pids"_s);
    }

    void whatIsWrongIsFoundBeforeTheRun()
    {
        QFETCH(const SandboxRequest, request);
        QFETCH(const QString, named);
        tests::ScriptedDocker docker;
        const SandboxOutcome outcome = run(docker, request);
        QCOMPARE(outcome.ending, Ending::CouldNotStart);
        QVERIFY2(outcome.reason.contains(named), qUtf8Printable(outcome.reason));
        QCOMPARE(docker.count(u"."_s), 0);
    }

    void aFolderSwappedBetweenTwoAttemptsIsNotMounted()
    {
        const QString victim = m_folder.filePath(u"victim"_s);
        QVERIFY(QDir().mkpath(victim));
        tests::ScriptedDocker docker;
        docker.on(u"^events"_s, Ran{.out = "{\"Action\":\"create\"}\n"});
        docker.on(u"^run"_s, [&](const QStringList &, const CommandOptions &) {
            QDir().rename(victim, victim + u".old"_s);
            QFile::link(u"/etc"_s, victim);
            return Ran{.exitCode = 125, .err = "docker: Error response from daemon: docker-init.\n"};
        });
        SandboxRequest swapped = request();
        swapped.container.folder = victim;
        const SandboxOutcome outcome = run(docker, swapped);
        QVERIFY2(outcome.reason.contains(u"replaced"_s), qUtf8Printable(outcome.reason));
        QCOMPARE(docker.count(u"^run"_s), 1);
    }

    void theUserIsTheOwnerOfTheFolder()
    {
        tests::ScriptedDocker docker;
        run(docker);
        const QFileInfo owner(m_folder.path());
        QVERIFY(docker.commands(u"^run"_s).first().contains(
            u"--user %1:%2 "_s.arg(owner.ownerId()).arg(owner.groupId())));
        tests::ScriptedDocker rootless;
        run(rootless, request(), Flavour::Rootless);
        QVERIFY(rootless.commands(u"^run"_s).first().contains(u"--user 0:0 "_s));
    }
};

BERTH_TEST(SandboxRunTest)

#include "tst_sandboxrun.moc"
