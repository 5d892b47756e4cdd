// SPDX-License-Identifier: MIT
#include "core/devserver/devserver.h"

#include "tests/core/devserverstage.h"
#include "tests/registry.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace core;
using namespace tests;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = ServerTrouble::Kind;
using State = ServerState;

class DevServerTest : public QObject
{
    Q_OBJECT

    static State stateOf(const std::unique_ptr<DevServer> &server) { return server->server().state; }

private Q_SLOTS:
    void becomesReadyAndIsStopped()
    {
        const Web web(Web::Kind::Open);
        Stage stage;
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QCOMPARE(stateOf(server), State::Preparing);
        QTRY_COMPARE(stateOf(server), State::Ready);
        QVERIFY(server->server().readyAfter.has_value());
        QVERIFY(server->server().since.isValid());
        QCOMPARE(server->server().published, QStringList{u"127.0.0.1:%1"_s.arg(web.port())});
        QCOMPARE(server->server().trouble, std::nullopt);
        QVERIFY(stage.streams.asked().first().contains(u"berth.run=%1"_s.arg(server->run())));

        server->stop();
        QCOMPARE(stateOf(server), State::Stopping);
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Stopped);
        QVERIFY(server->isOver() && !stage.lives());
        QCOMPARE(stage.docker.commands(u"^(stop|rm) "_s),
                 QStringList({u"stop -t 3 aa"_s, u"rm --force --volumes aa"_s}));
        QVERIFY(!ended.wait(100));
        const auto last = stage.lastRun(web.port());
        QVERIFY(last.has_value());
        QVERIFY(last->reason.isEmpty());
        QCOMPARE(stage.ends.size(), 1);
        QCOMPARE(stage.ends.first().ending, ServerEnd::Ending::TakenDown);
        QCOMPARE(stage.ends.first().witness, ServerEnd::Witness::Owner);
        QCOMPARE(stage.ends.first().server.run, server->run());
        QCOMPARE(last->project, server->server().project);
    }

    void aServerThatPrintsIsAnnouncedAndKept()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{stage.attached(u"Server listening on port 1"_s)});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Announced);
        QCOMPARE(server->log()->source(), ServerLog::Source::Attached);
        QCOMPARE(server->log()->ring().contents(), QByteArray("Server listening on port 1\n"));
        QTRY_VERIFY(server->server().trouble.has_value());
        QCOMPARE(server->server().trouble->kind, Kind::ServesNothing);
        ContainerFacts renamed = seen(*server);
        renamed.name = u"mine"_s;
        server->onSeen(renamed);
        QCOMPARE(server->server().trouble->kind, Kind::ServesNothing); // which is worse
        server->stop();
        QCOMPARE(server->server().trouble, std::nullopt); // what is taken down has none any more
        server->onSeen(renamed);
        QCOMPARE(server->server().trouble, std::nullopt);
        QVERIFY(ended.wait());
        QVERIFY(server->log()->isOver());
        QVERIFY(stage.lastRun(web.port())->reason.isEmpty());
        QCOMPARE(stage.lastRun(web.port())->output, QByteArray("Server listening on port 1\n"));
    }

    // "al" on one channel and "ready" on the other are no word.
    void theChannelsAreReadApart()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{
            u"printf al; sleep 0.1; echo 'ready in 5 ms' >&2; while [ -e '%1' ]; do sleep 0.02; done"_s.arg(
                stage.life())});
        const auto server = stage.server(web.port());
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Announced);
        const OutputRing &ring = server->log()->ring();
        QCOMPARE(ring.at(0).bytes, QByteArray("al"));
        QCOMPARE(ring.at(0).channel, OutputChannel::Out);
        QCOMPARE(ring.at(1).bytes, QByteArray("ready in 5 ms"));
        QCOMPARE(ring.at(1).channel, OutputChannel::Err);
    }

    void anAnswerClearsTheTrouble()
    {
        Web web(Web::Kind::Closed);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{stage.attached(u"Server listening on port 1"_s)});
        const auto server = stage.server(web.port());
        server->launch();
        QTRY_VERIFY(server->server().trouble.has_value());
        web.open();
        QTRY_COMPARE(stateOf(server), State::Ready);
        QCOMPARE(server->server().trouble, std::nullopt);
    }

    void theEndIsRead_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QByteArray>("events");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<int>("exitCode"); // the server's own; -1: it had none
        const auto row = [](const char *claim, const QString &script, const QByteArray &events, Kind kind,
                            int exitCode = -1) {
            QTest::newRow(claim) << script << events << kind << exitCode;
        };
        row("it exits", u"echo bye; exit 3"_s, start + die("3"), Kind::Exited, 3);
        row("it is out of memory", u"exit 137"_s, start + "{\"Action\":\"oom\"}\n" + die("137"),
            Kind::OutOfMemory, 137);
        row("no such command", u"echo 'docker: exec: \"npm\": not found' >&2; exit 127"_s,
            "{\"Action\":\"create\"}\n", Kind::CommandNotFound);
        row("docker refuses", u"echo 'docker: Error response from daemon: flux.' >&2; exit 125"_s,
            "{\"Action\":\"create\"}\n", Kind::CouldNotStart);
        row("the engine is lost", u"echo 'error waiting for container: unexpected EOF' >&2; exit 125"_s, {},
            Kind::EngineLost);
        const auto killed = [](const QByteArray &signal) -> QByteArray {
            return "{\"Action\":\"kill\",\"Actor\":{\"Attributes\":{\"signal\":\"" + signal + "\"}}}\n";
        };
        row("somebody stops it", u"exit 143"_s, start + killed("15") + die("143") + "{\"Action\":\"stop\"}\n",
            Kind::StoppedOutside, 143);
        row("somebody removes it", u"exit 137"_s, start + killed("9") + die("137"), Kind::RemovedOutside,
            137);
    }

    void theEndIsRead()
    {
        QFETCH(const QString, script);
        QFETCH(const QByteArray, events);
        QFETCH(const Kind, kind);
        QFETCH(const int, exitCode);
        const Web web(Web::Kind::Closed);
        Stage stage(QStringList{script});
        stage.hasContainer = false;
        stage.docker.on(u"^events"_s, Ran{.out = events});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Failed);
        QCOMPARE(server->server().trouble->kind, kind);
        QCOMPARE(server->server().exitCode.value_or(-1), exitCode);
        QCOMPARE(stage.lastRun(web.port())->reason, u"trouble %1"_s.arg(int(kind)));
        QCOMPARE(stage.lastRun(web.port())->exitCode.value_or(-1), exitCode);
        QCOMPARE(server->log()->reason(), u"trouble %1"_s.arg(int(kind)));
        QCOMPARE(stage.ends.size(), 1);
        QCOMPARE(stage.ends.first().ending, ServerEnd::Ending::Failed);
        QCOMPARE(stage.ends.first().sentence, u"trouble %1"_s.arg(int(kind)));
        const bool isFromOutside = kind == Kind::StoppedOutside || kind == Kind::RemovedOutside;
        QCOMPARE(stage.ends.first().witness,
                 isFromOutside ? ServerEnd::Witness::Watcher : ServerEnd::Witness::Owner);
        QVERIFY(!ended.wait(100));
    }

    void whatCannotBePreparedFails()
    {
        Stage stage;
        stage.docker.on(u"^ps"_s, Failed{.cause = Failed::Cause::TimedOut, .reason = u"no answer"_s});
        const auto server = stage.server(4300);
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Failed);
        QCOMPARE(server->server().trouble->kind, Kind::EngineUnreachable);
        QVERIFY(stage.streams.asked().isEmpty());
        QVERIFY(!stage.lastRun(4300).has_value()); // nothing ran
        QCOMPARE(stage.ends.size(), 1);
        QVERIFY(!stage.ends.first().server.since.isValid());
    }

    void anEngineWithoutInitIsRunWithout()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{
            u"echo 'docker: Error response from daemon: exec: \"docker-init\": not found.' >&2; exit 125"_s,
            u"while [ -e '%1' ]; do sleep 0.02; done; exit 125"_s.arg(stage.life())});
        stage.hasContainer = false;
        stage.docker.on(u"^events"_s, Ran{.out = "{\"Action\":\"create\"}\n"});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stage.streams.asked().size(), 2);
        QVERIFY(stage.streams.asked().first().contains(u"--init"_s));
        QVERIFY(!stage.streams.asked().last().contains(u"--init"_s));
        QCOMPARE(stateOf(server), State::Starting);
        stage.destroy();
        QVERIFY(ended.wait());
        // What the first client said is not the second one's reason.
        QVERIFY(!server->server().trouble->detail.contains(u"docker-init"_s));
    }

    void thePortThatIsChosenIsTheServers()
    {
        Stage stage;
        const auto server = stage.server({.container = {.folder = stage.project(),
                                                        .image = u"node:22"_s,
                                                        .command = {u"npm"_s, u"start"_s}}});
        QCOMPARE(server->server().port, 0);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        QCOMPARE(server->server().port, LaunchRequest().range.first);
        QCOMPARE(server->server().name, u"berth-devserver-%1"_s.arg(server->server().port));
    }

    void theFolderIsKnownByItsCanonicalName()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        const QTemporaryDir folder;
        const QString link = folder.filePath(u"link"_s);
        QVERIFY(QFile::link(stage.project(), link));
        const auto server = stage.server(
            {.container = {.folder = link, .image = u"node:22"_s, .command = {u"npm"_s, u"start"_s}},
             .port = web.port()});
        QCOMPARE(server->server().project, link);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        QCOMPARE(server->server().project, QFileInfo(stage.project()).canonicalFilePath());
    }

    void theLastWordsAreKeptWithoutAnEndOfTheirLine()
    {
        const Web web(Web::Kind::Closed);
        Stage stage(QStringList{u"printf 'one\\ntwo'; exit 3"_s});
        stage.hasContainer = false;
        stage.docker.on(u"^events"_s, Ran{.out = start + die("3")});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QVERIFY(ended.wait());
        QCOMPARE(stage.lastRun(web.port())->output, QByteArray("one\ntwo"));
    }

    void aClientThatIsEndedLeavesARunningServer()
    {
        const Web web(Web::Kind::Closed);
        Stage stage(QStringList{u"exit 137"_s});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Running);
        QCOMPARE(server->server().trouble->kind, Kind::ClientEnded);
        QVERIFY(stage.lives());
        QCOMPARE(stage.docker.count(u"^(stop|rm) "_s), 0);
        QVERIFY(!stage.lastRun(web.port())); // it goes on
    }

    void whatWasNotLaunchedIsNotTakenDown()
    {
        Stage stage;
        const auto server = stage.server(4300);
        QSignalSpy ended(server.get(), &DevServer::ended);
        ContainerFacts another = seen(*server);
        another.labels.clear();
        server->onSeen(another);
        QVERIFY(server->server().id.isEmpty());
        server->stop();
        server->leave();
        QVERIFY(!ended.wait(100));
        QCOMPARE(stage.docker.count(u"."_s), 0);
    }

    void endedWhilePreparingStartsNothing_data()
    {
        QTest::addColumn<bool>("isLeft");
        QTest::newRow("stopped") << false;
        QTest::newRow("left alone") << true;
    }

    void endedWhilePreparingStartsNothing()
    {
        QFETCH(const bool, isLeft);
        Stage stage;
        std::atomic<bool> wasCancelled = false;
        stage.docker.on(u"^image inspect"_s, [&](const QStringList &, const CommandOptions &options) {
            while (!options.stop.stop_requested())
                QThread::yieldCurrentThread();
            wasCancelled = true;
            return CommandOutcome(Failed{.cause = Failed::Cause::Cancelled});
        });
        const auto server = stage.server(4300);
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stage.docker.count(u"^image inspect"_s), 1);
        if (isLeft)
            server->leave();
        else
            server->stop();
        QCOMPARE(stateOf(server), State::Stopped);
        QVERIFY(ended.isEmpty()); // not before the call has returned
        QVERIFY(ended.wait());
        QTRY_VERIFY(wasCancelled);
        QVERIFY(!ended.wait(100));
        QVERIFY(stage.ends.isEmpty());
        QVERIFY(stage.streams.asked().isEmpty());
    }

    void killingCutsTheGraceShort()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.docker.on(u"^stop"_s, [&stage](const QStringList &, const CommandOptions &) {
            while (stage.lives())
                QThread::yieldCurrentThread();
            return Ran{};
        });
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        server->stop();
        QTRY_COMPARE(stage.docker.count(u"^stop"_s), 1);
        server->stop(); // which hastens nothing
        QVERIFY(!ended.wait(200));
        server->stop(Haste::Kill);
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Stopped);
    }

    // The end of the client does not say that the container is gone.
    void aClientThatEndsDoesNotEndTheRemoval()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.docker.on(u"^rm "_s, [&stage](const QStringList &, const CommandOptions &) {
            stage.destroy();
            return Ran{.exitCode = 1, .err = "device busy\n"};
        });
        stage.docker.on(u"^inspect .*State.Status"_s, Ran{.out = "running\n"});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        server->stop(Haste::Kill);
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Failed);
        QCOMPARE(server->server().trouble->kind, Kind::NotRemoved);
    }

    void whatItSaysWhileItIsStoppedIsKeptAndNothingElse()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{
            u"while [ -e '%1' ]; do sleep 0.02; done; echo Server listening on port 1"_s.arg(stage.life())});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        server->stop();
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Stopped);
        QCOMPARE(stage.lastRun(web.port())->output, QByteArray("Server listening on port 1\n"));
    }

    // Its end is still read.
    void stoppedAfterItsEndIsStopped()
    {
        const Web web(Web::Kind::Closed);
        Stage stage(QStringList{u"exit 3"_s});
        std::atomic<bool> isRead = false;
        std::atomic<bool> isRemoved = false;
        stage.docker.on(u"^events"_s, [&isRead](const QStringList &, const CommandOptions &) {
            while (!isRead)
                QThread::yieldCurrentThread();
            return Ran{.out = start + die("3")};
        });
        stage.docker.on(u"^ps .*label"_s, [&](const QStringList &, const CommandOptions &) {
            while (isRead && !isRemoved)
                QThread::yieldCurrentThread();
            return Ran{};
        });
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stage.docker.count(u"^events"_s), 1);
        isRead = true;
        server->stop();
        QCOMPARE(stateOf(server), State::Stopping);
        QVERIFY(!ended.wait(200));
        QCOMPARE(stateOf(server), State::Stopping);
        isRemoved = true;
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Stopped);
        QVERIFY(!ended.wait(100));
    }

    void aServerThatStaysIsTold()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.docker.on(u"^rm "_s, Ran{.exitCode = 1, .err = "device busy\n"});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        server->stop(Haste::Kill);
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Failed);
        QCOMPARE(server->server().trouble->kind, Kind::NotRemoved);
        QCOMPARE(server->server().trouble->detail, u"device busy"_s);
        QCOMPARE(stage.docker.count(u"^stop"_s), 0);
        QVERIFY(stage.ends.isEmpty());
        QVERIFY(!ended.wait(100));
    }

    // Its container is made after it was looked for: the client is ended, and it is looked for once more.
    void aClientThatGoesOnIsEnded()
    {
        const Web web(Web::Kind::Closed);
        Stage stage(QStringList{u"exec sleep 60"_s});
        stage.hasContainer = false;
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        server->stop(Haste::Kill);
        QTRY_COMPARE(stage.docker.count(u"^ps .*label"_s), 3);
        stage.hasContainer = true;
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Stopped);
        QCOMPARE(stage.docker.count(u"^rm "_s), 1);
        QCOMPARE(stage.docker.count(u"^stop"_s), 0);
    }

    void aServerThatIsLeftLivesOn()
    {
        const Web web(Web::Kind::Open);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{handingOn(stage)});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Ready);
        server->leave();
        QVERIFY(ended.isEmpty());
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Ready);
        QVERIFY(stage.lives());
        QCOMPARE(stage.docker.count(u"^(stop|rm) "_s), 0);
        QVERIFY(stage.ends.isEmpty());
        server->stop(); // late
        server->leave();
        server->onSeen(seen(*server, u"paused"_s));
        QCOMPARE(stateOf(server), State::Ready);
        QVERIFY(!ended.wait(100));
        QVERIFY(stage.lives());
    }

    void patienceEnds()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        const auto server = stage.server(web.port(), 0s);
        server->launch();
        QTRY_VERIFY(server->server().trouble.has_value());
        QCOMPARE(server->server().trouble->kind, Kind::NotReadyInTime);
        QCOMPARE(stateOf(server), State::Starting);
    }
};

BERTH_TEST(DevServerTest)

#include "tst_devserver.moc"
