// SPDX-License-Identifier: MIT
#include "app/composition.h"
#include "core/monitor/monitor.h"

#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace tests;
using namespace std::chrono_literals;

// What the window is told while an engine goes, comes back and freezes, with everything real but the window.
class WatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine(EngineSetup{.arguments = {u"--dns"_s, PrivateNetwork::dnsServer()}});
        if (m_engine == nullptr)
            return;
        qputenv("DOCKER_HOST", m_engine->endpoint().toLocal8Bit());
    }

    void theEnginesEndAndItsReturnAreNoticed()
    {
        core::Monitor monitor(app::composeSources({}));
        const auto isUsable = [&monitor] {
            return !monitor.isChecking()
                && std::holds_alternative<core::Usable>(monitor.measurement().verdict);
        };
        monitor.check();
        QTRY_VERIFY_WITH_TIMEOUT(isUsable(), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(monitor.isWatched(), 10'000);

        m_engine->kill9();
        const auto unknown = [&monitor] {
            return std::get_if<core::Unknown>(&monitor.lastFinished().verdict);
        };
        QTRY_VERIFY_WITH_TIMEOUT(unknown() != nullptr, 10'000);
        QVERIFY(!unknown()->daemonAnswered);
        QCOMPARE(unknown()->diagnosis->id, u"socket-stale"_s);

        m_engine->restart();
        QTRY_VERIFY_WITH_TIMEOUT(isUsable(), 60'000);
    }

    void aFrozenEngineNeverHoldsUpTheEventLoop()
    {
        core::Monitor monitor(app::composeSources({}));
        m_engine->freeze();
        qint64 longest = 0;
        QElapsedTimer sinceTick;
        QTimer tick;
        connect(&tick, &QTimer::timeout, this, [&] { longest = std::max(longest, sinceTick.restart()); });
        tick.start(5ms);
        sinceTick.start();
        monitor.check();
        QTRY_COMPARE_WITH_TIMEOUT(monitor.servers().listing().state, core::Listing::State::Silent, 15'000);
        QVERIFY(monitor.isChecking()); // the check itself has more patience
        QCOMPARE(core::diagnosisOf(monitor.measurement().verdict)->id, u"engine-silent"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!monitor.isChecking(), 40'000);
        m_engine->thaw();
        const auto &unknown = std::get<core::Unknown>(monitor.measurement().verdict);
        QCOMPARE(unknown.diagnosis->id, u"engine-silent"_s);
        // A busy machine may hold up any process for a moment; a wait for docker would last seconds.
        QVERIFY2(longest < 500, QByteArray::number(longest).constData());
    }

    void cleanupTestCase()
    {
        qunsetenv("DOCKER_HOST");
        m_engine.reset();
    }

private:
    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(WatchTest)

#include "tst_watch.moc"
