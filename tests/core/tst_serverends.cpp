// SPDX-License-Identifier: MIT
#include "tests/core/listscene.h"
#include "tests/registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <utility>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using tests::nameOf;
using Kind = ServerTrouble::Kind;

// What becomes of a server of the list in the end, and what is left to read of it.
class ServerEndsTest : public QObject, private tests::ListScene
{
    Q_OBJECT

    QTemporaryDir m_states;

    ServerKey launched()
    {
        const ServerKey key = launch();
        if (!QTest::qWaitFor([this] { return !row().id.isEmpty(); }, 5000))
            QTest::qFail("it was not started", __FILE__, __LINE__);
        return key;
    }

    Kind troubleKind() const { return row().trouble.value_or(ServerTrouble()).kind; }

private Q_SLOTS:
    void init()
    {
        setUp(
            {.stateFolder = m_states.path(), .patience = 300ms, .sentence = [](const ServerTrouble &trouble) {
                 return u"trouble %1"_s.arg(int(trouble.kind));
             }});
        list();
    }
    void cleanup() { tearDown(); }

    void aStopTakesBackARestart()
    {
        const ServerKey key = launched();
        m_list->restart(key);
        m_list->stop({key});
        QTRY_VERIFY(m_list->servers().isEmpty());
        QCOMPARE(m_engine->streams(u"run"_s), 1);
    }

    void oneThatCannotBeRemovedIsNotStartedASecondTime()
    {
        const ServerKey key = launched();
        m_list->leaveAll();
        QTRY_VERIFY(!row().isOurs);
        m_engine->setUndead(true);
        m_list->restart(key);
        QTRY_COMPARE(troubleKind(), Kind::NotRemoved);
        m_engine->setUndead(false);
        m_engine->remove(row().id);
        QTRY_VERIFY(m_list->servers().isEmpty()); // and no restart that was wanted long ago
        QCOMPARE(m_engine->streams(u"run"_s), 1);
    }

    void takenDownTwiceIsStoppedOnce()
    {
        m_engine->run(nameOf(4300));
        const ServerKey key = row().key;
        m_engine->delayAnswers(100);
        m_list->stop({key});
        m_list->stop({key});
        QTRY_VERIFY(m_list->servers().isEmpty());
        QCOMPARE(m_engine->count(u"stop"_s), 1);
        QCOMPARE(m_engine->count(u"rm"_s), 1);
    }

    void killingDoesNotWaitForTheStop()
    {
        m_engine->run(nameOf(4300));
        const ServerKey key = row().key;
        m_engine->delayAnswers(100);
        m_list->stop({key});
        m_list->stop({key}, Haste::Kill);
        QTRY_VERIFY(m_list->servers().isEmpty());
        blockingPool().waitForDone();
        QCOMPARE(m_engine->count(u"stop"_s), 1);
        QCOMPARE(m_engine->count(u"rm"_s), 2); // of the stop, and of who did not wait for it
    }

    void theLogOfOneThatWasTakenDownIsItsLastRun()
    {
        const ServerKey key = launched();
        QTRY_COMPARE(m_list->log(key)->ring().contents(), QByteArray("hello\n"));
        m_list->stop({key});
        QTRY_VERIFY(m_list->servers().isEmpty());
        const auto log = m_list->log(key);
        QCOMPARE(log->source(), ServerLog::Source::LastRun);
        QTRY_VERIFY(log->isOver());
        QCOMPARE(log->ring().contents(), QByteArray("hello\n"));
        QCOMPARE(log->reason(), QString());
    }

    void theLogOfOneThatFailedSaysWhy()
    {
        const ServerKey key = launched();
        m_engine->remove(row().id);
        QTRY_COMPARE(row().state, ServerState::Failed);
        const QString reason = u"trouble %1"_s.arg(int(troubleKind()));
        blockingPool().waitForDone(); // its last run is written
        m_list->stop({key});
        QVERIFY(m_list->servers().isEmpty());
        const auto log = m_list->log(key);
        QTRY_VERIFY(log->isOver());
        QCOMPARE(log->reason(), reason);
    }

    void oneWhoseClientGoesStaysWithTheReason()
    {
        const ServerKey key = launched();
        m_engine->endClient(row().id);
        QTRY_VERIFY(!row().isOurs);
        QCOMPARE(row().key, key);
        QCOMPARE(troubleKind(), Kind::ClientEnded);
        QCOMPARE(m_engine->containers().size(), 1);
    }

    void anEngineThatKeptItsContainersGivesThemBack()
    {
        const ServerKey key = launched();
        m_engine->breakDown(true);
        m_engine->endClient(row().id);
        QTRY_COMPARE_WITH_TIMEOUT(row().state, ServerState::Failed, 15'000);
        QCOMPARE(troubleKind(), Kind::EngineLost);
        m_engine->breakDown(false);
        m_list->onConnected();
        QTRY_VERIFY(row().state != ServerState::Failed);
        QCOMPARE(m_list->servers().size(), 1);
        QCOMPARE(row().key, key);
        QVERIFY(!row().trouble || troubleKind() != Kind::EngineLost);
    }

    void oneThatComesBackBeforeItsEndIsWrittenDownIsGivenBackAsWell()
    {
        const ServerKey key = launched();
        const QString id = row().id;
        bool isBack = false;
        connect(m_list.get(), &Servers::changed, this, [&] {
            if (row().state == ServerState::Failed && !std::exchange(isBack, true))
                m_engine->start(id);
        });
        m_engine->breakDown(true);
        m_engine->endClient(id);
        QTRY_VERIFY_WITH_TIMEOUT(isBack, 15'000);
        QTRY_COMPARE(row().state, ServerState::Running);
        QCOMPARE(row().key, key);
        QVERIFY(!row().isOurs);
    }
};

BERTH_TEST(ServerEndsTest)

#include "tst_serverends.moc"
