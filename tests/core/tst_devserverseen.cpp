// SPDX-License-Identifier: MIT
#include "core/devserver/devserver.h"

#include "tests/core/devserverstage.h"
#include "tests/registry.h"

#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace tests;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = ServerTrouble::Kind;
using State = ServerState;

// What is seen of it from outside while it is ours, and what it says once it is dropped.
class DevServerSeenTest : public QObject
{
    Q_OBJECT

    static State stateOf(const std::unique_ptr<DevServer> &server) { return server->server().state; }

private Q_SLOTS:
    void aDroppedServerIsSilentInEachState_data()
    {
        QTest::addColumn<State>("state");
        QTest::newRow("preparing") << State::Preparing;
        QTest::newRow("starting") << State::Starting;
        QTest::newRow("ready") << State::Ready;
        QTest::newRow("stopping") << State::Stopping;
    }

    void aDroppedServerIsSilentInEachState()
    {
        QFETCH(const State, state);
        const Web web(state == State::Starting ? Web::Kind::Closed : Web::Kind::Open);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{handingOn(stage)});
        auto server = stage.server(web.port());
        QSignalSpy changed(server.get(), &DevServer::changed);
        server->launch();
        if (state != State::Preparing)
            QTRY_COMPARE(stateOf(server), state == State::Starting ? State::Starting : State::Ready);
        if (state == State::Stopping)
            server->stop();
        QCOMPARE(stateOf(server), state);
        changed.clear();
        server.reset();
        QVERIFY(!changed.wait(100));
        if (state != State::Stopping)
            QVERIFY(stage.lives());
        else
            QTRY_VERIFY(!stage.lives()); // what has begun is brought to its end
    }

    void oneThatIsNoLongerServedIsNotReady()
    {
        Web web(Web::Kind::Open);
        Stage stage;
        const auto server = stage.server(web.port());
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Ready);
        const auto readyAfter = server->server().readyAfter;
        QSignalSpy changed(server.get(), &DevServer::changed);
        server->recheck();
        QVERIFY(!changed.wait(500));
        web.close();
        server->recheck();
        QTRY_COMPARE(stateOf(server), State::Running);
        web.open();
        QTRY_COMPARE(stateOf(server), State::Ready);
        QCOMPARE(server->server().readyAfter, readyAfter);
        server->stop();
        QCOMPARE(stateOf(server), State::Stopping);
        server->recheck();
        QTRY_COMPARE(stateOf(server), State::Stopped);
    }

    void onePausedIsWhatItWasBefore()
    {
        const Web web(Web::Kind::Closed);
        Stage stage;
        stage.streams = tests::PlayedStreams(QStringList{stage.attached(u"Server listening on port 1"_s)});
        const auto server = stage.server(web.port());
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Announced);
        QTRY_VERIFY(server->server().trouble.has_value());
        server->onSeen(seen(*server, u"paused"_s));
        QCOMPARE(stateOf(server), State::Paused);
        QCOMPARE(server->server().trouble, std::nullopt);
        server->onSeen(seen(*server));
        QCOMPARE(stateOf(server), State::Announced);
        QTRY_VERIFY(server->server().trouble.has_value()); // it says so, and is asked why not
        QCOMPARE(server->server().trouble->kind, Kind::ServesNothing);
    }

    void whatIsSeenFromOutsideIsTaken()
    {
        const Web web(Web::Kind::Open);
        Stage stage;
        const auto server = stage.server(web.port());
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Ready);
        ContainerFacts facts = seen(*server);
        server->onSeen(facts);
        QCOMPARE(server->server().id, u"aa"_s);
        QSignalSpy changed(server.get(), &DevServer::changed);
        server->onSeen(facts);
        QVERIFY(changed.isEmpty()); // which is nothing new

        facts.state = u"paused"_s;
        server->onSeen(facts);
        QCOMPARE(stateOf(server), State::Paused);
        facts.state = u"running"_s;
        server->onSeen(facts);
        QCOMPARE(stateOf(server), State::Starting);
        QTRY_COMPARE(stateOf(server), State::Ready);

        facts.name = u"mine"_s;
        server->onSeen(facts);
        QCOMPARE(server->server().name, u"mine"_s);
        QCOMPARE(server->server().trouble->kind, Kind::RenamedOutside);
        QCOMPARE(server->server().trouble->detail, u"mine"_s);

        ContainerFacts another = facts;
        another.labels.clear();
        another.name = u"x"_s;
        server->onSeen(another);
        QCOMPARE(server->server().name, u"mine"_s);

        server->stop();
        facts.state = u"paused"_s;
        server->onSeen(facts);
        QCOMPARE(stateOf(server), State::Stopping);
        QTRY_COMPARE(stateOf(server), State::Stopped);
    }

    void aClientThatOutlivesItsContainerIsEnded()
    {
        const Web web(Web::Kind::Closed);
        Stage stage(QStringList{u"exec sleep 60"_s});
        stage.docker.on(u"^events"_s, Ran{.out = start + die("137")});
        const auto server = stage.server(web.port());
        QSignalSpy ended(server.get(), &DevServer::ended);
        server->launch();
        QTRY_COMPARE(stateOf(server), State::Starting);
        server->onSeen(std::nullopt); // it is on its way
        QVERIFY(!ended.wait(2300));   // longer than a client is waited for whose container is gone
        server->onSeen(seen(*server));
        stage.destroy();
        server->onSeen(std::nullopt);
        QVERIFY(ended.wait());
        QCOMPARE(stateOf(server), State::Failed);
        QCOMPARE(server->server().trouble->kind, Kind::Exited);
    }
};

BERTH_TEST(DevServerSeenTest)

#include "tst_devserverseen.moc"
