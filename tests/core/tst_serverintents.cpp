// SPDX-License-Identifier: MIT
#include "core/monitor/serverlist.h"

#include "tests/core/listscene.h"
#include "tests/registry.h"

#include <QTest>

#include <utility>

using namespace core;
using namespace tests;
using namespace Qt::StringLiterals;

class ServerIntentsTest : public QObject, protected ListScene
{
    Q_OBJECT

    // Nobody listens there, nor on the next ones as a rule.
    static quint16 freePort()
    {
        QTcpServer nobody;
        if (!nobody.listen(QHostAddress::LocalHost))
            qFatal("no free port");
        return qMin(nobody.serverPort(), quint16(65'000));
    }

    LaunchRequest somewhere(const PortRange &range) const
    {
        return {.container = {.folder = m_project.path(),
                              .image = u"node:22"_s,
                              .command = {u"npm"_s, u"start"_s}},
                .range = range};
    }

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void whatIsTakenDownIsStoppingUntilItIsGone()
    {
        m_engine->run(nameOf(4300));
        list();
        m_engine->delayAnswers(20);
        m_list->stop({row().key});
        QCOMPARE(row().state, ServerState::Stopping);
        QTRY_VERIFY(m_list->servers().isEmpty());
        QCOMPARE(m_engine->count(u"stop -t 3 "_s), 1);
    }

    void whatCannotBeTakenDownStaysWithTheReason()
    {
        m_engine->run(nameOf(4300));
        list();
        m_engine->setUndead(true);
        m_list->stop({row().key}, Haste::Kill);
        QTRY_VERIFY(row().trouble);
        QCOMPARE(row().trouble->kind, ServerTrouble::Kind::NotRemoved);
        QCOMPARE(row().state, ServerState::Running);
        QCOMPARE(m_engine->count(u"stop"_s), 0);
        m_engine->end(row().id, 3); // by itself
        QCOMPARE(m_ends.size(), 1);
        QCOMPARE(m_ends.first().ending, ServerEnd::Ending::Exited);
        QCOMPARE(m_ends.first().witness, ServerEnd::Witness::Watcher);
    }

    void whatVanishedBeforeItWasTakenDownIsNoTrouble()
    {
        const QString id = m_engine->run(nameOf(4300));
        list();
        m_engine->onEvent = [](const QString &) {};
        m_engine->remove(id);
        m_list->stop({row().key});
        QTRY_VERIFY(m_list->servers().isEmpty());
    }

    void aLaunchThatFailsIsARowUntilItIsDismissed()
    {
        list();
        const ServerKey key = m_list->launch(
            {.container = {.folder = u"/no/such/folder"_s, .image = u"node:22"_s, .command = {u"true"_s}},
             .port = 4300});
        QCOMPARE(row().key, key);
        QCOMPARE(row().state, ServerState::Preparing);
        QVERIFY(row().isOurs);
        QVERIFY(m_list->canRestart(key));
        QTRY_COMPARE(row().state, ServerState::Failed);
        QVERIFY(row().trouble.has_value());
        LaunchRequest elsewhere = *m_list->requestOf(key);
        elsewhere.port = 4301;
        const ServerKey other = m_list->launch(elsewhere);
        QCOMPARE(m_list->servers().size(), 2);
        m_list->stop({other});
        QTRY_COMPARE(m_list->servers().size(), 1);
        m_list->stop({key});
        QVERIFY(m_list->servers().isEmpty());
        QVERIFY(!m_list->requestOf(key));
    }

    void aLaunchOnTheSamePortReplacesTheOneThatFailed()
    {
        list();
        const LaunchRequest request{
            .container = {.folder = u"/no/such/folder"_s, .image = u"node:22"_s, .command = {u"true"_s}},
            .port = 4300};
        const ServerKey first = m_list->launch(request);
        QTRY_COMPARE(row().state, ServerState::Failed);
        QCoreApplication::processEvents(); // it is over a moment later
        const ServerKey second = m_list->launch(request);
        QCOMPARE(m_list->servers().size(), 1);
        QVERIFY(m_list->find(first) == nullptr);
        m_list->restart(second);
        QTRY_COMPARE(m_list->find(second)->state, ServerState::Failed);
    }

    void aLaunchOnThePortOfOneThatRunsLeavesItAlone()
    {
        list();
        const ServerKey first = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        const ServerKey second = m_list->launch(*m_list->requestOf(first));
        QTRY_COMPARE(m_list->find(second)->state, ServerState::Failed);
        QCOMPARE(m_list->find(second)->trouble->kind, ServerTrouble::Kind::PortHeldByServer);
        QCOMPARE(m_list->find(first)->state, ServerState::Starting);
        QCOMPARE(m_engine->containers().size(), 1);
    }

    void aLaunchThatComesToThePortOfOneThatFailedReplacesIt()
    {
        list();
        const quint16 port = freePort();
        const ServerKey failed =
            m_list->launch({.container = {.folder = u"/no/such/folder"_s}, .port = port});
        QTRY_COMPARE(row().state, ServerState::Failed);
        QCoreApplication::processEvents(); // it is over a moment later
        const ServerKey key = m_list->launch(somewhere({.first = port, .last = port}));
        QTRY_COMPARE(m_list->find(key)->state, ServerState::Starting);
        QVERIFY(m_list->find(failed) == nullptr);
    }

    void oursIsOneRowFromItsLaunchToItsEnd()
    {
        list();
        const ServerKey key = launch();
        QCOMPARE(row().state, ServerState::Preparing);
        QTRY_VERIFY(!row().id.isEmpty());
        QCOMPARE(row().state, ServerState::Starting);
        QCOMPARE(m_list->servers().size(), 1);
        QCOMPARE(row().key, key);
        QVERIFY(row().isOurs);
        m_list->stop({key});
        QCOMPARE(row().state, ServerState::Stopping);
        QTRY_VERIFY(m_list->servers().isEmpty());
        QVERIFY(m_engine->containers().isEmpty());
        QCOMPARE(m_ends.size(), 1); // told by its owner alone
        QCOMPARE(m_ends.first().witness, ServerEnd::Witness::Owner);
    }

    void whatHappensToOursIsSeen()
    {
        list();
        launch();
        QTRY_VERIFY(!row().id.isEmpty());
        const QString id = row().id;
        m_engine->pause(id);
        QCOMPARE(row().state, ServerState::Paused);
        m_engine->unpause(id);
        QCOMPARE(row().state, ServerState::Starting);
        m_engine->rename(id, u"mine"_s);
        QCOMPARE(row().name, u"mine"_s);
        m_list->refresh();                               // which lists it no more
        QTRY_COMPARE(m_engine->count(u"ps --all"_s), 3); // the launch has asked as well
        QTRY_COMPARE(m_list->listing().state, Listing::State::Listed);
        blockingPool().waitForDone();
        QCoreApplication::processEvents();
        m_engine->pause(id);
        QCOMPARE(row().state, ServerState::Paused);
    }

    void oursWhoseContainerGoesUnseenByItsClientIsLetGo()
    {
        list();
        launch();
        QTRY_VERIFY(!row().id.isEmpty());
        m_list->onEvent(u"{\"Type\":\"container\",\"Action\":\"destroy\",\"Actor\":{\"ID\":\"%1\","
                        "\"Attributes\":{\"name\":\"%2\"}},\"time\":1}"_s.arg(row().id, row().name));
        QVERIFY(row().isOurs);
        // Here the engine has it all the same: it is listed anew.
        QTRY_VERIFY_WITH_TIMEOUT(!m_list->servers().isEmpty() && !row().isOurs, 15'000);
        QCOMPARE(m_engine->containers().size(), 1);
    }

    void aRestartIsTheSameRowOnTheSamePort()
    {
        list();
        const ServerKey key = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        const QString id = row().id;
        const quint16 port = row().port;
        m_list->restart(key);
        QTRY_VERIFY(m_engine->streams(u"run"_s) == 2 && !row().id.isEmpty());
        QCOMPARE(row().key, key);
        QCOMPARE(row().port, port);
        QVERIFY(row().id != id);
        QCOMPARE(m_list->servers().size(), 1);
        QCOMPARE(m_engine->containers().size(), 1);
    }

    void aRestartStaysOnThePortThatWasChosen()
    {
        const quint16 first = freePort();
        const QString holder = m_engine->run(nameOf(first));
        list();
        const ServerKey key = m_list->launch(somewhere({.first = first, .last = quint16(first + 20)}));
        QTRY_COMPARE(m_list->find(key)->state, ServerState::Starting);
        const quint16 port = m_list->find(key)->port;
        QVERIFY(port > first);
        QTRY_VERIFY(!m_list->find(key)->id.isEmpty());
        m_engine->remove(holder);
        m_list->restart(key);
        QTRY_COMPARE(m_engine->streams(u"run"_s), 2);
        QCOMPARE(row().port, port);
    }

    void aRestartOfWhatHadNoPortChoosesOne()
    {
        list();
        LaunchRequest request = somewhere({});
        request.container.folder = u"/no/such/folder"_s;
        const ServerKey key = m_list->launch(request);
        QTRY_COMPARE(row().state, ServerState::Failed);
        m_list->restart(key);
        QVERIFY(!m_list->requestOf(key)->port);
        QTRY_COMPARE(row().state, ServerState::Failed);
    }

    void aRestartOfWhatWasLeftAloneGoesOnWhileAnotherEngineIsWatched()
    {
        list();
        const ServerKey key = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        m_list->leaveAll();
        QTRY_VERIFY(!row().isOurs);
        m_engine->delayAnswers(20);
        m_list->restart(key);
        FakeEngine other;
        m_list->watch(other.access(u"unix:///other.sock"_s));
        QVERIFY(m_list->servers().isEmpty());
        m_engine->onEvent = [](const QString &) {};
        QTRY_COMPARE(m_engine->streams(u"run"_s), 2);
        QVERIFY(m_list->servers().isEmpty());
    }

    void aRestartGoesOnWhileAnotherEngineIsWatched()
    {
        list();
        const ServerKey key = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        m_list->restart(key);
        FakeEngine other;
        m_list->watch(other.access(u"unix:///other.sock"_s));
        QVERIFY(m_list->servers().isEmpty());
        const auto onEvent = std::exchange(m_engine->onEvent, [](const QString &) {});
        QTRY_COMPARE(m_engine->streams(u"run"_s), 2);
        QVERIFY(m_list->servers().isEmpty());
        m_engine->onEvent = onEvent;
        list();
        QTRY_VERIFY(!row().id.isEmpty());
        QCOMPARE(row().key, key);
        QVERIFY(row().isOurs);
        QCOMPARE(m_list->servers().size(), 1);
    }

    void oneThatEndsByItselfStaysAsFailedWithItsOutput()
    {
        list();
        const ServerKey key = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        QTRY_COMPARE(m_list->log(key)->ring().contents(), QByteArray("hello\n"));
        m_engine->remove(row().id);
        QTRY_COMPARE(row().state, ServerState::Failed);
        QCOMPARE(row().key, key);
        QCOMPARE(m_list->log(key)->ring().contents(), QByteArray("hello\n"));
    }

    void whatIsLeftAloneGoesOnUnderItsKey()
    {
        list();
        const ServerKey key = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        m_list->leaveAll();
        QTRY_VERIFY(!row().isOurs);
        QCOMPARE(row().key, key);
        QCOMPARE(row().ownership, Ownership::Kept);
        QCOMPARE(m_engine->containers().size(), 1);
        m_list->restart(key);
        QTRY_VERIFY(row().isOurs && !row().id.isEmpty());
        QCOMPARE(row().key, key);
        QCOMPARE(m_engine->containers().size(), 1);
        QCOMPARE(m_engine->count(u"stop -t 3 "_s), 1);
    }

    void whoeverLooksAtALogSharesIt()
    {
        m_engine->run(nameOf(4300));
        list();
        auto one = m_list->log(row().key);
        const auto other = m_list->log(row().key);
        QCOMPARE(one, other);
        QCOMPARE(one->source(), ServerLog::Source::Followed);
        QCOMPARE(m_engine->streams(u"logs"_s), 1);
        QTRY_COMPARE(one->ring().contents(), QByteArray("hello\n"));
    }

    void theLogOfWhatIsUnknownIsEmptyAndOver()
    {
        const auto log = m_list->log(ServerKey{99});
        QVERIFY(log != nullptr);
        QTRY_VERIFY(log->isOver());
        QCOMPARE(log->ring().end(), 0);
    }

    void whatFailedOnOneEngineIsNotShownOnAnother()
    {
        list();
        const ServerKey key = m_list->launch({.container = {.folder = u"/no/such/folder"_s}, .port = 4300});
        FakeEngine other;
        m_list->watch(other.access(u"unix:///other.sock"_s));
        QVERIFY(m_list->servers().isEmpty());
        m_list->watch(m_engine->access());
        QTRY_VERIFY(m_list->find(key) != nullptr);
        QTRY_COMPARE(m_list->find(key)->state, ServerState::Failed);
    }

    void aPreviewIsToldOnceAndOnlyTheLastOfThem()
    {
        list();
        int told = 0;
        LaunchPreview last;
        const auto then = [&](const LaunchPreview &preview) {
            ++told;
            last = preview;
        };
        for (quint16 port = 4300; port <= 4305; ++port)
            m_list->preview({.container = {.folder = u"/no/such/folder"_s}, .port = port}, this, then);
        QTRY_COMPARE(told, 1);
        QVERIFY(!last.problems.isEmpty());
        auto context = std::make_unique<QObject>();
        m_list->preview({}, context.get(), then);
        context.reset();
        m_list->refresh();
        QTRY_COMPARE(m_engine->count(u"ps"_s), 2);
        lookingPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(told, 1);
    }

    void aPreviewWaitsForTheEngineAndFollowsIt()
    {
        int told = 0;
        const LaunchRequest request{.container = {.folder = u"/no/such/folder"_s}, .port = 4300};
        m_list->preview(request, this, [&](const LaunchPreview &) { ++told; });
        lookingPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(told, 0);
        list();
        QTRY_COMPARE(told, 1);
        m_list->preview(request, this, [&](const LaunchPreview &) { ++told; });
        m_list->watch(m_engine->access());
        QTRY_COMPARE(told, 2);
        m_list->watch(m_engine->access());
        lookingPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(told, 2);
    }

    void aCommandForPeopleNamesTheEngine()
    {
        list();
        QCOMPARE(m_list->command({u"run"_s, u"a b"_s}),
                 QStringList({u"docker"_s, u"--context"_s, u"fake"_s, u"run"_s, u"a b"_s}));
    }
};

BERTH_TEST(ServerIntentsTest)

#include "tst_serverintents.moc"
