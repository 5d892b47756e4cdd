// SPDX-License-Identifier: MIT
#include "core/base/backoff.h"
#include "core/monitor/monitor.h"
#include "core/probe/schedule.h"

#include "tests/core/fakeclient.h"
#include "tests/core/freezingengine.h"
#include "tests/registry.h"
#include "tests/sendsignal.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <semaphore>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// A measurement that a test holds open until it says what came out, and that counts who asked and who left.
class HeldMeasurement
{
public:
    // A measurement that was cancelled comes back here when it likes.
    ~HeldMeasurement() { blockingPool().waitForDone(); }

    Measure measure()
    {
        return [this](const CheckRequest &request, const std::stop_token &stop,
                      const MeasurementReporter &report) {
            std::unique_lock lock(m_mutex);
            m_requests.append(request);
            report(first);
            m_changed.wait(lock, stop, [this] { return m_answer.has_value(); });
            if (stop.stop_requested())
                ++m_cancelled;
            return m_answer ? *std::exchange(m_answer, {}) : Measurement{};
        };
    }

    void answer(const Verdict &verdict)
    {
        const std::lock_guard lock(m_mutex);
        m_answer = Measurement{.verdict = verdict};
        m_changed.notify_all();
    }

    // What is reported at once; to be set before anybody asks.
    Measurement first{.running = {Step::Load}};

    QList<CheckRequest> requests()
    {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }
    int cancelled()
    {
        const std::lock_guard lock(m_mutex);
        return m_cancelled;
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Measurement> m_answer;
    QList<CheckRequest> m_requests;
    int m_cancelled = 0;
};

// The way to an engine whose events are what `behaviour` says of the nth stream, and that answers nothing.
std::function<EngineAccess(const QString &)> eventsOf(std::function<QString()> behaviour)
{
    return [behaviour](const QString &) {
        return EngineAccess{
            .docker = [](const QStringList &, const CommandOptions &) { return CommandOutcome(Failed{}); },
            .stream =
                [behaviour](const QStringList &) {
                    return std::make_unique<Stream>(tests::fakeDocker(), QStringList{behaviour(), u"1"_s},
                                                    QProcessEnvironment::systemEnvironment());
                }};
    };
}

// The way to an engine that is a socket and no more, which is silent soon.
MonitorSources sourcesOf(const tests::FreezingEngine &engine, HeldMeasurement &held)
{
    return {.measure = held.measure(),
            .listContexts = [](const std::stop_token &) { return QList<Context>(); },
            .reach =
                [access = eventsOf([] { return u"hang"_s; })({}),
                 facts = engine.access().facts](const QString &) {
                    EngineAccess whole = access;
                    whole.facts = facts;
                    return whole;
                },
            .silence = 300ms};
}

const Verdict settled = Usable{.egress = {.status = Egress::Status::Reachable}};

} // namespace

class MonitorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callersShareOneMeasurement()
    {
        HeldMeasurement held;
        SharedMeasurement shared(held.measure());
        QSignalSpy reported(&shared, &SharedMeasurement::reported);
        QSignalSpy finished(&shared, &SharedMeasurement::finished);
        auto first = shared.join({});
        QVERIFY(reported.wait());
        auto second = shared.join({});
        QCOMPARE(reported.size(), 2); // the second heard at once what was known
        first.reset();
        held.answer(settled);
        QVERIFY(finished.wait());
        QCOMPARE(held.requests().size(), 1);
        QCOMPARE(held.cancelled(), 0);
    }

    void theLastToLeaveCancels()
    {
        HeldMeasurement held;
        SharedMeasurement shared(held.measure());
        QSignalSpy finished(&shared, &SharedMeasurement::finished);
        auto first = shared.join({});
        auto second = shared.join({});
        QTRY_COMPARE(held.requests().size(), 1);
        first.reset();
        QCOMPARE(held.cancelled(), 0);
        second.reset();
        QTRY_COMPARE(held.cancelled(), 1);
        QCOMPARE(finished.size(), 0);
    }

    void anotherRequestReplacesTheOneUnderWay()
    {
        HeldMeasurement held;
        SharedMeasurement shared(held.measure());
        QSignalSpy finished(&shared, &SharedMeasurement::finished);
        auto first = shared.join({.context = u"a"_s});
        QTRY_COMPARE(held.requests().size(), 1);
        auto second = shared.join({.context = u"b"_s});
        QTRY_COMPARE(held.cancelled(), 1);
        QTRY_COMPARE(held.requests().size(), 2);
        held.answer(settled);
        QVERIFY(finished.wait());
        QCOMPARE(finished.size(), 1);
        QCOMPARE(held.requests().last().context, u"b"_s);
    }

    void whoOutlivesTheMeasurementMayLeave()
    {
        HeldMeasurement held;
        auto shared = std::make_unique<SharedMeasurement>(held.measure());
        auto stay = shared->join({});
        QTRY_COMPARE(held.requests().size(), 1);
        shared.reset();
        stay.reset();
        QTRY_COMPARE(held.cancelled(), 1);
    }

    void theMonitorTellsWhatItKnowsAsItComes()
    {
        HeldMeasurement held;
        Monitor monitor({.measure = held.measure(), .listContexts = [](const std::stop_token &) {
                             return QList<Context>{{.name = u"default"_s}};
                         }});
        QVERIFY(std::holds_alternative<NotMeasured>(monitor.measurement().verdict));
        QVERIFY(!monitor.isChecking());
        monitor.check();
        monitor.check();
        QVERIFY(monitor.isChecking());
        QTRY_COMPARE(monitor.measurement().running, QList<Step>{Step::Load});
        QTRY_COMPARE(monitor.contexts().size(), 1);
        held.answer(settled);
        QTRY_VERIFY(!monitor.isChecking());
        QCOMPARE(monitor.measurement().verdict, settled);
        QCOMPARE(monitor.lastFinished().verdict, settled);
        QVERIFY(!monitor.nextCheckAt().isValid());
        QCOMPARE(held.requests().size(), 1);
    }

    void anUnsettledAnswerIsLookedAtAgain()
    {
        HeldMeasurement held;
        Monitor monitor({.measure = held.measure(),
                         .listContexts = [](const std::stop_token &) { return QList<Context>(); }});
        monitor.check();
        held.answer(Unknown{.reason = u"no answer"_s});
        QTRY_VERIFY(!monitor.isChecking());
        const qint64 seconds = QDateTime::currentDateTimeUtc().secsTo(monitor.nextCheckAt());
        QVERIFY2(seconds >= 28 && seconds <= 30, QByteArray::number(seconds).constData());
    }

    void anotherContextIsAnotherMeasurement()
    {
        HeldMeasurement held;
        Monitor monitor({.measure = held.measure(),
                         .listContexts = [](const std::stop_token &) { return QList<Context>(); }});
        monitor.check();
        QTRY_COMPARE(held.requests().size(), 1);
        monitor.chooseContext(u"lab"_s);
        QCOMPARE(monitor.requestedContext(), u"lab"_s);
        QTRY_COMPARE(held.cancelled(), 1);
        QTRY_COMPARE(held.requests().size(), 2);
        QCOMPARE(held.requests().last().context, u"lab"_s);
        QVERIFY(monitor.isChecking());
    }

    void anEndOfTheEventsIsLookedAtAtOnceAndSoIsTheirReturn()
    {
        HeldMeasurement held;
        int starts = 0;
        // The first stream lives until it is told to end; the second ends by itself, as without an engine.
        const auto behaviour = [&starts] { return ++starts == 2 ? u"lines"_s : u"hang"_s; };
        Monitor monitor({.measure = held.measure(),
                         .listContexts = [](const std::stop_token &) { return QList<Context>(); },
                         .reach = eventsOf(behaviour)});
        const auto answered = [&](qsizetype requests) {
            return held.requests().size() == requests && !monitor.isChecking();
        };
        monitor.check();
        held.answer(settled);
        QTRY_VERIFY(answered(1));
        QTRY_VERIFY_WITH_TIMEOUT(monitor.isWatched(), 10'000);
        const int pid = tests::pidOfRunning(u"hang"_s);
        QVERIFY(pid > 0);

        tests::sendSignal(pid, SIGKILL);
        QTRY_COMPARE(held.requests().size(), 2);
        held.answer(Unknown{});
        QTRY_VERIFY(answered(2));
        // The second stream ended at once, the third stays: the engine is back.
        QTRY_COMPARE_WITH_TIMEOUT(held.requests().size(), 3, 20'000);
        QCOMPARE(starts, 3);
        held.answer(settled);
        QTRY_VERIFY(answered(3));
    }

    void anEngineThatWentBeforeTheWatchBeganIsLookedAtAgain_data()
    {
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<int>("checks");
        QTest::newRow("it ran containers") << settled << 2;
        QTest::newRow("it did not answer anyway") << Verdict(Unknown{}) << 1;
    }

    void anEngineThatWentBeforeTheWatchBeganIsLookedAtAgain()
    {
        QFETCH(Verdict, verdict);
        QFETCH(int, checks);
        HeldMeasurement held;
        int starts = 0;
        Monitor monitor({.measure = held.measure(),
                         .listContexts = [](const std::stop_token &) { return QList<Context>(); },
                         .reach = eventsOf([&starts] {
                             ++starts;
                             return u"lines"_s;
                         })});
        monitor.check();
        held.answer(verdict);
        QTRY_COMPARE_WITH_TIMEOUT(starts, 2, 10'000); // the first has ended, and all that follows from it
        QTRY_COMPARE(held.requests().size(), checks);
    }

    void anEngineThatGoesWhileItIsCheckedIsLookedAtAgain()
    {
        HeldMeasurement held;
        int starts = 0;
        Monitor monitor({.measure = held.measure(),
                         .listContexts = [](const std::stop_token &) { return QList<Context>(); },
                         // Only the first lives: that the engine returns is no reason here.
                         .reach = eventsOf([&starts] { return ++starts == 1 ? u"hang"_s : u"lines"_s; })});
        monitor.check();
        held.answer(settled);
        QTRY_VERIFY(!monitor.isChecking());
        QTRY_VERIFY_WITH_TIMEOUT(monitor.isWatched(), 10'000);
        const int pid = tests::pidOfRunning(u"hang"_s);
        QVERIFY(pid > 0);
        monitor.check();
        QTRY_COMPARE(held.requests().size(), 2);
        tests::sendSignal(pid, SIGKILL);
        QTRY_VERIFY(!monitor.isWatched());
        held.answer(settled);
        QTRY_COMPARE(held.requests().size(), 3);
    }

    void anEngineThatIsFrozenIsSilentBeforeTheCheckGivesItUp()
    {
        tests::FreezingEngine engine;
        engine.freeze();
        HeldMeasurement held;
        held.first = {.running = {Step::Version}};
        Monitor monitor(sourcesOf(engine, held));
        QSignalSpy changed(&monitor, &Monitor::measurementChanged);
        monitor.check();
        QCOMPARE(monitor.servers().listing().state, Listing::State::Loading);
        QTRY_COMPARE(monitor.servers().listing().state, Listing::State::Silent);
        QVERIFY(monitor.isChecking());
        QTRY_VERIFY(std::holds_alternative<Unknown>(monitor.measurement().verdict));
        const auto verdict = std::get<Unknown>(monitor.measurement().verdict);
        QVERIFY(!verdict.daemonAnswered);
        QCOMPARE(verdict.diagnosis->id, u"engine-silent"_s);
        QVERIFY(std::holds_alternative<NotMeasured>(monitor.lastFinished().verdict));

        held.answer(verdict);
        QTRY_VERIFY(!monitor.isChecking());
        QVERIFY(monitor.servers().listing().state != Listing::State::Loading);
        // The next check knows it from the first moment on.
        monitor.check();
        QVERIFY(std::holds_alternative<Unknown>(monitor.measurement().verdict));
    }

    void anEngineThatIsSlowTakesItsSilenceBack()
    {
        tests::FreezingEngine engine;
        engine.freeze();
        HeldMeasurement held;
        held.first = {.running = {Step::Version}};
        Monitor monitor(sourcesOf(engine, held));
        monitor.check();
        QTRY_VERIFY(std::holds_alternative<Unknown>(monitor.measurement().verdict));
        engine.thaw();
        QTRY_VERIFY(std::holds_alternative<NotMeasured>(monitor.measurement().verdict));
        QCOMPARE(monitor.servers().listing().state, Listing::State::Loading);
        QVERIFY(monitor.isChecking());
        held.answer(settled);
        QTRY_VERIFY(!monitor.isChecking());
        QCOMPARE(monitor.measurement().verdict, settled);
        QCOMPARE(held.requests().size(), 1); // the one check was enough
    }

    void anAnswerToTheCheckIsOne()
    {
        tests::FreezingEngine engine;
        engine.freeze();
        HeldMeasurement held;
        MonitorSources sources = sourcesOf(engine, held);
        // The check has its answer, whatever becomes of the ping.
        std::binary_semaphore hasAnswer(0);
        sources.measure = [&hasAnswer](const CheckRequest &, const std::stop_token &,
                                       const MeasurementReporter &report) {
            report({.running = {Step::Version}});
            hasAnswer.acquire();
            report({.running = {Step::Payload}, .engine = {.arch = u"amd64"_s}});
            return Measurement{.verdict = settled};
        };
        Monitor monitor(sources);
        monitor.check();
        QTRY_COMPARE(monitor.servers().listing().state, Listing::State::Silent);
        hasAnswer.release();
        QTRY_VERIFY(monitor.servers().listing().state != Listing::State::Silent);
        QTRY_VERIFY(!monitor.isChecking());
        QCOMPARE(monitor.lastFinished().verdict, settled);
    }

    void withoutAClientNothingIsWatched()
    {
        int starts = 0;
        const StreamStarter startStream = [&starts](const QStringList &arguments) {
            ++starts;
            return std::make_unique<Stream>(u"/no/such/docker"_s, arguments, QProcessEnvironment());
        };
        EngineWatch watch;
        QSignalSpy lost(&watch, &EngineWatch::lost);
        watch.watch(startStream);
        QVERIFY(!lost.wait(1500));
        QCOMPARE(starts, 1);
        QVERIFY(!watch.isWatching());
        watch.watch(startStream);
        QCOMPARE(starts, 2);
    }

    void waitsDoubleUpToACeiling()
    {
        QCOMPARE(backoff(1, 1s, 30s), 1s);
        QCOMPARE(backoff(2, 1s, 30s), 2s);
        QCOMPARE(backoff(5, 1s, 30s), 16s);
        QCOMPARE(backoff(6, 1s, 30s), 30s);
        QCOMPARE(backoff(1000, 1s, 30s), 30s);
    }

    void aReturningNetworkIsAReasonToLookAgainUnlessAllIsSettled()
    {
        HeldMeasurement held;
        Monitor monitor({.measure = held.measure(),
                         .listContexts = [](const std::stop_token &) { return QList<Context>(); }});
        monitor.check();
        held.answer(Usable{.egress = {.status = Egress::Status::Blocked}});
        QTRY_VERIFY(!monitor.isChecking());
        monitor.onNetworkReturned();
        QVERIFY(monitor.isChecking());
        held.answer(settled);
        QTRY_VERIFY(!monitor.isChecking());
        monitor.onNetworkReturned();
        QVERIFY(!monitor.isChecking());
    }

    void theScheduleBacksOff_data()
    {
        QTest::addColumn<int>("inARow");
        QTest::addColumn<int>("seconds");
        QTest::newRow("the first") << 1 << 30;
        QTest::newRow("the second") << 2 << 60;
        QTest::newRow("the fifth") << 5 << 480;
        QTest::newRow("the sixth") << 6 << 600;
        QTest::newRow("the thousandth") << 1000 << 600;
    }

    void theScheduleBacksOff()
    {
        QFETCH(int, inARow);
        QFETCH(int, seconds);
        QCOMPARE(recheckDelay(Unknown{}, inARow), std::optional<std::chrono::milliseconds>(seconds * 1s));
    }

    void onlyASettledAnswerIsKept_data()
    {
        QTest::addColumn<bool>("isKept");
        QTest::addColumn<Verdict>("verdict");
        const auto egress = [](Egress::Status status, bool recheck = false) {
            return Verdict(Usable{.egress = {.status = status, .recheck = recheck}});
        };
        QTest::newRow("reachable") << true << egress(Egress::Status::Reachable);
        QTest::newRow("left out") << true << egress(Egress::Status::Skipped);
        QTest::newRow("filtered") << true << egress(Egress::Status::Undetermined);
        QTest::newRow("undetermined for now") << false << egress(Egress::Status::Undetermined, true);
        QTest::newRow("blocked") << false << egress(Egress::Status::Blocked);
        QTest::newRow("unusable") << false << Verdict(Unusable{});
        QTest::newRow("unknown") << false << Verdict(Unknown{});
    }

    void onlyASettledAnswerIsKept()
    {
        QFETCH(bool, isKept);
        QFETCH(Verdict, verdict);
        QCOMPARE(isSettled(verdict), isKept);
        QCOMPARE(!recheckDelay(verdict, 1).has_value(), isKept);
    }
};

BERTH_TEST(MonitorTest)

#include "tst_monitor.moc"
