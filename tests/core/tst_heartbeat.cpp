// SPDX-License-Identifier: MIT
#include "core/monitor/heartbeat.h"

#include "tests/core/freezingengine.h"
#include "tests/registry.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <memory>

using namespace core;
using namespace tests;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class HeartbeatTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { blockingPool().waitForDone(); }

    void anEngineThatAnswersIsNoNews()
    {
        FreezingEngine engine;
        Heartbeat heartbeat(5s);
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.watch(engine.access());
        heartbeat.beat();
        QTRY_COMPARE(engine.asked, 1);
        QVERIFY(!silent.wait(100));
        QVERIFY(answered.isEmpty());
        QVERIFY(!heartbeat.isSilent());
    }

    void aFrozenEngineIsSilentUntilItThaws()
    {
        FreezingEngine engine;
        engine.freeze();
        Heartbeat heartbeat(300ms);
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.watch(engine.access());
        heartbeat.beat();
        QTRY_COMPARE(silent.size(), 1);
        QVERIFY(heartbeat.isSilent());
        QTRY_COMPARE(engine.asked, 2); // nobody has to ask for it
        engine.thaw();
        QTRY_COMPARE(answered.size(), 1);
        QVERIFY(!heartbeat.isSilent());
        QCOMPARE(silent.size(), 1);
    }

    void whatSomebodyElseHeardIsAnAnswer()
    {
        FreezingEngine engine;
        engine.freeze();
        Heartbeat heartbeat(300ms);
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.watch(engine.access());
        heartbeat.hear();
        QVERIFY(answered.isEmpty());
        heartbeat.beat();
        QTRY_COMPARE(silent.size(), 1);
        QTRY_COMPARE(engine.asked, 2);
        heartbeat.hear();
        QCOMPARE(answered.size(), 1);
        QVERIFY(!heartbeat.isSilent());
        QVERIFY(!silent.wait(500)); // the question that was under way tells nothing any more
        QCOMPARE(silent.size(), 1);
    }

    void anEngineThatIsGoneIsNotSilent()
    {
        FreezingEngine engine;
        engine.close();
        Heartbeat heartbeat(5s);
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        heartbeat.watch(engine.access());
        heartbeat.beat();
        QVERIFY(!silent.wait(200));
    }

    void anotherMachineIsAskedByItsVersion()
    {
        auto timesOut = std::make_shared<std::atomic_bool>(true);
        const EngineAccess access{
            .docker = [timesOut](const QStringList &arguments, const CommandOptions &) -> CommandOutcome {
                if (arguments.value(0) != u"version"_s || *timesOut)
                    return Failed{.cause = Failed::Cause::TimedOut};
                return Ran{.out = "28.2.2\n"};
            },
            .facts = {.endpoint = u"tcp://192.0.2.1:2376"_s}};
        Heartbeat heartbeat(5s);
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.setActive(true);
        heartbeat.watch(access);
        heartbeat.beat();
        QTRY_COMPARE(silent.size(), 1);
        *timesOut = false;
        QTRY_COMPARE(answered.size(), 1);
    }

    void whatIsNotWatchedIsNotAsked()
    {
        FreezingEngine engine;
        Heartbeat heartbeat(5s);
        heartbeat.beat();
        heartbeat.watch(engine.access());
        heartbeat.stop();
        heartbeat.beat();
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QVERIFY(!silent.wait(100));
        QCOMPARE(engine.asked, 0);
    }
};

BERTH_TEST(HeartbeatTest)

#include "tst_heartbeat.moc"
