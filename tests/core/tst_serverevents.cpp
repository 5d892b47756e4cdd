// SPDX-License-Identifier: MIT
#include "tests/core/listscene.h"
#include "tests/registry.h"

#include <QDir>
#include <QTest>

#include <utility>

using namespace core;
using namespace Qt::StringLiterals;
using tests::nameOf;
using Kind = ServerTrouble::Kind;

// What the engine's events, and the questions that follow them, make of a row.
class ServerEventsTest : public QObject, private tests::ListScene
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        setUp();
        list();
    }
    void cleanup() { tearDown(); }

    void aNewStartForgetsWhatWasBefore()
    {
        const QString id = m_engine->run(nameOf(4300));
        m_engine->runOutOfMemory(id);
        m_engine->end(id, 137);
        QCOMPARE(row().trouble.value_or(ServerTrouble()).kind, Kind::OutOfMemory);
        m_engine->start(id);
        QVERIFY(!row().trouble);
        m_engine->end(id, 1);
        QVERIFY(row().trouble.value_or(ServerTrouble()).kind != Kind::OutOfMemory);
    }

    void oneThatIsHeardOfLateIsLookedAtFirst()
    {
        const auto onEvent = std::exchange(m_engine->onEvent, [](const QString &) {});
        const QString id = m_engine->run(nameOf(4300), 4300);
        m_engine->onEvent = onEvent;
        m_engine->pause(id);
        QVERIFY(m_list->servers().isEmpty());
        QTRY_COMPARE(m_list->servers().size(), 1);
        QCOMPARE(row().state, ServerState::Paused);
        QCOMPARE(row().published, QStringList{u"127.0.0.1:4300"_s});
    }

    void whatIsBeingTakenDownHasNoTrouble()
    {
        const QString id = m_engine->run(nameOf(4300));
        m_engine->runOutOfMemory(id);
        m_engine->end(id, 137);
        QVERIFY(row().trouble);
        m_engine->delayAnswers(20);
        m_list->stop({row().key});
        QCOMPARE(row().state, ServerState::Stopping);
        QVERIFY(!row().trouble);
        QTRY_VERIFY(m_list->servers().isEmpty());
    }

    void whatIsDoneInItIsNoneOfItsEvents()
    {
        const QString id = m_engine->run(nameOf(4300), 4300);
        QTRY_COMPARE(row().published.size(), 1);
        const qsizetype asked = m_engine->count(u"inspect"_s);
        m_list->onEvent(u"{\"Type\":\"container\",\"Action\":\"exec_start: sh\",\"Actor\":{\"ID\":\"%1\","
                        "\"Attributes\":{\"name\":\"%2\"}},\"time\":1}"_s.arg(id, nameOf(4300)));
        settle();
        QCOMPARE(m_engine->count(u"inspect"_s), asked);
    }

    void anInspectThatFailsIsAskedAgain()
    {
        m_engine->breakDown(true);
        m_engine->run(nameOf(4300), 4300);
        QTRY_VERIFY(m_engine->count(u"inspect"_s) > 0);
        m_engine->breakDown(false);
        QTRY_COMPARE_WITH_TIMEOUT(row().published, QStringList{u"127.0.0.1:4300"_s}, 15'000);
    }

    void oneThatIsGoneWhenItIsLookedAtLeavesTheList()
    {
        const QString id = m_engine->run(nameOf(4300));
        m_engine->onEvent = [](const QString &) {};
        m_engine->remove(id);
        QCOMPARE(m_list->servers().size(), 1);
        QTRY_VERIFY(m_list->servers().isEmpty());
    }

    void figuresAreOfWhatRuns()
    {
        const QString id = m_engine->run(nameOf(4300));
        m_list->setUsageWanted(true);
        QTRY_VERIFY(row().usage);
        m_engine->pause(id);
        QVERIFY(!row().usage);
    }

    void aTroubleIsNotHiddenByAMissingFolder()
    {
        const QString id = m_engine->run(nameOf(4300), 0, {{u"berth.project"_s, u"/no/such/folder"_s}});
        QTRY_COMPARE(row().trouble.value_or(ServerTrouble()).kind, Kind::FolderGone);
        m_engine->runOutOfMemory(id);
        m_engine->end(id, 137);
        QCOMPARE(row().trouble.value_or(ServerTrouble()).kind, Kind::OutOfMemory);
    }

    void foldersOfAnotherMachineAreNotLookedFor()
    {
        m_engine->run(nameOf(4300), 0, {{u"berth.project"_s, u"/no/such/folder"_s}});
        m_list->watch(m_engine->access(u"tcp://192.0.2.1:2376"_s));
        m_list->onConnected();
        QTRY_COMPARE(m_list->listing().state, Listing::State::Listed);
        settle();
        QVERIFY(!row().trouble);
    }
};

BERTH_TEST(ServerEventsTest)

#include "tst_serverevents.moc"
