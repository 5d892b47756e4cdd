// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"
#include "core/probe/workload.h"

#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QTest>

#include <stdexcept>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const Ran damagedLayer{
    .exitCode = 127,
    .err = "docker: Error response from daemon: error creating overlay mount to /x/merged: no such file or "
           "directory"};

Failed timedOut(const QByteArray &out = {})
{
    return {.cause = Failed::Cause::TimedOut, .reason = u"no answer within 20 s"_s, .out = out};
}

} // namespace

class WorkloadTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<tests::ScriptedDocker> m_docker;
    std::unique_ptr<WorkloadSources> m_sources;
    std::stop_source m_stop;
    QList<Measurement> m_reports;

    Measurement measure()
    {
        m_sources->docker = m_docker->runner();
        return measureWorkload(*m_sources, m_stop.get_token(),
                               [this](const Measurement &soFar) { m_reports.append(soFar); });
    }

    static QString idOf(const Measurement &measurement)
    {
        const auto *diagnosis = diagnosisOf(measurement.verdict);
        return diagnosis != nullptr ? diagnosis->id : QString();
    }

private Q_SLOTS:
    void init()
    {
        m_docker = std::make_unique<tests::ScriptedDocker>();
        m_sources = std::make_unique<WorkloadSources>(WorkloadSources{
            .choice = {.context = u"lab"_s},
            .known = {.context = u"lab"_s, .endpoint = u"tcp://127.0.0.1:1"_s},
            .payloads = std::make_shared<Payloads>(PayloadSources::standard({})),
            .attemptFromHost = [](const EgressTarget &, const std::stop_token &) { return HostEgress{}; },
        });
        m_stop = std::stop_source();
        m_reports.clear();
    }

    void everyStepInOrderOnAWorkingEngine()
    {
        const auto measurement = measure();
        const auto &usable = std::get<Usable>(measurement.verdict);
        QCOMPARE(usable.egress.status, Egress::Status::Reachable);
        QCOMPARE(usable.hardening.status, Hardening::Status::Enforced);
        QVERIFY(!usable.diagnosis);
        QList<Step> steps;
        for (const auto &record : measurement.steps)
            steps.append(record.step);
        QCOMPARE(steps.size(), 7);
        QCOMPARE(steps.mid(0, 4), QList<Step>({Step::Version, Step::Payload, Step::Load, Step::Run}));
        QVERIFY(steps.mid(4, 2).contains(Step::Egress) && steps.mid(4, 2).contains(Step::Limits));
        QCOMPARE(steps.last(), Step::Cleanup);
        QCOMPARE(measurement.steps.first().command,
                 QStringList({u"docker"_s, u"--context"_s, u"lab"_s, u"version"_s, u"--format"_s,
                              u"{{.Server.Arch}}"_s}));
        QVERIFY(measurement.running.isEmpty());
    }

    void everyRunIsNamedLabelledAndNeverPulls()
    {
        measure();
        const QStringList runs = m_docker->commands(u"^run "_s);
        QCOMPARE(runs.size(), 3);
        for (const QString &run : runs) {
            QVERIFY2(run.startsWith(u"run --rm --pull never --name berth-probe-"_s), qPrintable(run));
            QVERIFY2(run.contains(u"--label berth.probe="_s), qPrintable(run));
        }
        QCOMPARE(m_docker->count(u"--network none .*say"_s), 1);
        QCOMPARE(m_docker->count(u"--network none .*--cap-drop=ALL .*limits$"_s), 1);
        QCOMPARE(m_docker->count(u"--network .*egress"_s), 0);
        QCOMPARE(m_docker->count(u"^image rm --force berth-probe:"_s), 1);
    }

    void noCommandGoesWithoutADeadline()
    {
        measure();
        const auto timeouts = m_docker->timeouts();
        for (const auto timeout : timeouts)
            QVERIFY(timeout > 0ms && timeout <= 20s);
    }

    void whatIsKnownIsReportedAndOnlyTheEndLooksLikeOne()
    {
        measure();
        QVERIFY(m_reports.size() > 5);
        QCOMPARE(m_reports.first().engine.endpoint, u"tcp://127.0.0.1:1"_s);
        QVERIFY(std::holds_alternative<NotMeasured>(m_reports.first().verdict));
        for (qsizetype i = 0; i + 1 < m_reports.size(); ++i)
            QVERIFY(!m_reports.at(i).running.isEmpty());
        QVERIFY(m_reports.last().running.isEmpty());
    }

    void anEngineThatDoesNotAnswerIsUnknownAndNothingElseIsAsked_data()
    {
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<QString>("id");
        QTest::newRow("no connection")
            << 1 << QByteArray("\n")
            << QByteArray(
                   "Cannot connect to the Docker daemon at tcp://127.0.0.1:1. Is the docker daemon running?")
            << u"host-refused"_s;
        QTest::newRow("an empty answer") << 0 << QByteArray("\n") << QByteArray() << u"not-an-engine"_s;
        QTest::newRow("an error of the engine's")
            << 1 << QByteArray() << QByteArray("Error response from daemon: boom") << u"engine-error"_s;
    }

    void anEngineThatDoesNotAnswerIsUnknownAndNothingElseIsAsked()
    {
        QFETCH(int, exitCode);
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        QFETCH(QString, id);
        m_docker->on(u"Server.Arch"_s, Ran{.exitCode = exitCode, .out = out, .err = err});
        const auto measurement = measure();
        const auto &unknown = std::get<Unknown>(measurement.verdict);
        QVERIFY(!unknown.daemonAnswered);
        QVERIFY(!unknown.reason.isEmpty());
        QCOMPARE(idOf(measurement), id);
        QCOMPARE(m_docker->count(u"^(load|run|image|ps)"_s), 0);
    }

    void noPayloadForTheArchitectureIsUnknown()
    {
        m_docker->on(u"Server.Arch"_s, Ran{.out = "zx81\n"});
        const auto measurement = measure();
        const auto &unknown = std::get<Unknown>(measurement.verdict);
        QVERIFY(unknown.daemonAnswered);
        QVERIFY2(unknown.reason.contains(u"no payload for zx81 on this machine"_s),
                 qPrintable(unknown.reason));
        QCOMPARE(idOf(measurement), u"payload-missing"_s);
        QCOMPARE(m_docker->count(u"^load"_s), 0);
    }

    void aFailedLoadIsNeverTheEnginesVerdict_data()
    {
        QTest::addColumn<QString>("err");
        QTest::newRow("refused archive") << u"Error processing tar file(exit status 1): invalid tar header"_s;
        QTest::newRow("full disk") << u"write /berth-agent: no space left on device"_s;
        QTest::newRow("an engine's text") << u"Error response from daemon: anything"_s;
    }

    void aFailedLoadIsNeverTheEnginesVerdict()
    {
        QFETCH(QString, err);
        m_docker->on(u"^load"_s, Ran{.exitCode = 1, .err = err.toUtf8()});
        const auto measurement = measure();
        const auto &unknown = std::get<Unknown>(measurement.verdict);
        QVERIFY(unknown.daemonAnswered);
        QVERIFY(unknown.reason.contains(err));
        QCOMPARE(m_docker->count(u"^run"_s), 0);
        QCOMPARE(m_docker->count(u"^image rm"_s), 1);
    }

    void aRefusedRunIsUnusableAndIsTakenAway()
    {
        m_docker->on(u"say berth-marker"_s,
                     Ran{.exitCode = 127,
                         .err = "docker: Error response from daemon: OCI runtime create failed: fork/exec "
                                "/nonexistent/runc: no such file or directory: unknown.\n"});
        const auto measurement = measure();
        QVERIFY(std::holds_alternative<Unusable>(measurement.verdict));
        QCOMPARE(idOf(measurement), u"runtime-missing"_s);
        QCOMPARE(m_docker->count(u"^rm --force berth-probe-"_s), 1);
        QCOMPARE(m_docker->count(u"^image rm"_s), 1);
        QCOMPARE(m_docker->count(u" egress | limits$"_s), 0);
    }

    void aRunThatNeverEndsIsUnknownAndItsContainerIsRemovedByName()
    {
        m_docker->on(u"say berth-marker"_s, [](const QStringList &arguments, const auto &) {
            return timedOut(arguments.last().toUtf8());
        });
        const auto measurement = measure();
        QVERIFY(std::get<Unknown>(measurement.verdict).reason.startsWith(u"a container ran"_s));
        QCOMPARE(idOf(measurement), u"end-not-reported"_s);
        QCOMPARE(m_docker->count(u"^rm --force berth-probe-"_s), 1);
    }

    // The engine may make a container after the client that asked for it was ended and its name was removed.
    void aContainerThatCameLateIsFoundByItsLabel()
    {
        m_docker->on(u"say berth-marker"_s, timedOut());
        m_docker->on(u"^ps .*label=berth.check="_s, Ran{.out = "late\n"});
        measure();
        QCOMPARE(m_docker->commands(u"^rm "_s).last(), u"rm --force --volumes late"_s);
    }

    // The engine goes on loading an archive that it has whole, also when its client was ended.
    void anImageThatCameLateIsRemovedAsWell()
    {
        m_docker->on(u"^load"_s, Failed{.cause = Failed::Cause::Cancelled, .reason = u"cancelled"_s});
        int removals = 0;
        m_docker->on(u"^image rm"_s, [&removals](const QStringList &arguments, const auto &) {
            return ++removals < 3 ? Ran{} : Ran{.out = "Untagged: " + arguments.last().toUtf8()};
        });
        measure();
        QCOMPARE(removals, 3);
    }

    void aDamagedLeftoverIsRemovedAndTheCheckRepeated()
    {
        int runs = 0;
        m_docker->on(u"say berth-marker"_s,
                     [&runs](const QStringList &arguments, const auto &) -> CommandOutcome {
                         if (++runs == 1)
                             return damagedLayer;
                         return Ran{.out = arguments.last().toUtf8()};
                     });
        const auto measurement = measure();
        QVERIFY(std::holds_alternative<Usable>(measurement.verdict));
        QCOMPARE(m_docker->count(u"^load"_s), 2);
        QCOMPARE(m_docker->count(u"^image rm"_s), 2);
    }

    void aStoreThatStaysDamagedIsUnusable()
    {
        m_docker->on(u"say berth-marker"_s, damagedLayer);
        const auto measurement = measure();
        QVERIFY(std::holds_alternative<Unusable>(measurement.verdict));
        QCOMPARE(idOf(measurement), u"layer-damaged"_s);
        QCOMPARE(m_docker->count(u"say berth-marker"_s), 2);
    }

    void blockedEgressIsComparedWithTheHost_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<bool>("hostTcp");
        QTest::addColumn<bool>("hostDns");
        QTest::addColumn<bool>("hostReaches");
        QTest::addColumn<QString>("id");
        const QByteArray neither = "interfaces lo eth0\nberth-egress-tcp=110\nberth-egress-dns=2\n";
        QTest::newRow("the host gets through") << neither << true << true << true << u"nat-missing"_s;
        QTest::newRow("the host fails too") << neither << false << false << false << u"offline"_s;
        QTest::newRow("only lo inside")
            << QByteArray("interfaces lo\nberth-egress-tcp=101\nberth-egress-dns=2\n") << true << true << true
            << u"no-bridge"_s;
        const QByteArray noNames = "interfaces lo eth0\nberth-egress-tcp=0\nberth-egress-dns=2\n";
        QTest::newRow("only names fail") << noNames << true << true << true << u"dns-dead"_s;
        QTest::newRow("names fail everywhere") << noNames << true << false << false << u"host-dns-dead"_s;
        QTest::newRow("the name is not known")
            << QByteArray("interfaces lo eth0\nberth-egress-tcp=0\nberth-egress-dns=1\n") << true << true
            << true << u"dns-name-unknown"_s;
    }

    void blockedEgressIsComparedWithTheHost()
    {
        QFETCH(QByteArray, out);
        QFETCH(bool, hostTcp);
        QFETCH(bool, hostDns);
        QFETCH(bool, hostReaches);
        QFETCH(QString, id);
        m_docker->on(u" egress "_s, Ran{.out = out});
        m_sources->attemptFromHost = [=](const EgressTarget &, const std::stop_token &) {
            return HostEgress{.tcp = hostTcp, .dns = hostDns};
        };
        const auto measurement = measure();
        const auto &usable = std::get<Usable>(measurement.verdict);
        QCOMPARE(usable.egress.status, Egress::Status::Blocked);
        QCOMPARE(usable.egress.hostReaches, std::optional(hostReaches));
        QCOMPARE(idOf(measurement), id);
    }

    void aNetworkThatOnlyAProxyLeavesIsNotOffline()
    {
        m_docker->on(u" egress "_s,
                     Ran{.out = "interfaces lo eth0\nberth-egress-tcp=110\nberth-egress-dns=2\n"});
        m_docker->on(u"^info"_s, Ran{.out = "{\"ServerVersion\":\"28.2.2\",\"HttpProxy\":\"proxy:3128\"}"});
        QCOMPARE(idOf(measure()), u"direct-blocked-proxy-configured"_s);
    }

    void forwardingThatIsOffIsSaid()
    {
        m_docker->on(u" egress "_s,
                     Ran{.out = "interfaces lo eth0\nberth-egress-tcp=110\nberth-egress-dns=2\n",
                         .err = "WARNING: IPv4 forwarding is disabled. Networking will not work.\n"});
        m_sources->attemptFromHost = [](const EgressTarget &, const std::stop_token &) {
            return HostEgress{.tcp = true, .dns = true};
        };
        QCOMPARE(idOf(measure()), u"forwarding-off"_s);
    }

    void theHostIsNotAskedWhereContainersGetThrough()
    {
        m_sources->attemptFromHost = [](const EgressTarget &, const std::stop_token &) -> HostEgress {
            throw std::runtime_error("asked");
        };
        const auto measurement = measure();
        QVERIFY(std::holds_alternative<Usable>(measurement.verdict));
        QCOMPARE(std::get<Usable>(measurement.verdict).egress.hostReaches, std::nullopt);
    }

    void aFilteredAddressIsUndetermined()
    {
        m_docker->on(u" egress "_s, Ran{.out = "berth-egress-tcp=110\nberth-egress-dns=0\n"});
        const auto measurement = measure();
        const auto &egress = std::get<Usable>(measurement.verdict).egress;
        QCOMPARE(egress.status, Egress::Status::Undetermined);
        QVERIFY(!egress.recheck);
        QCOMPARE(idOf(measurement), u"address-filtered"_s);
        QVERIFY(isSettled(measurement.verdict));
    }

    void anAddressThatNothingCouldTryIsNotFiltered()
    {
        m_docker->on(u" egress "_s, Ran{.out = "berth-egress-tcp=126\nberth-egress-dns=0\n"});
        const auto measurement = measure();
        QCOMPARE(std::get<Usable>(measurement.verdict).egress.status, Egress::Status::Undetermined);
        QCOMPARE(idOf(measurement), QString());
    }

    void anEgressContainerThatDoesNotStartConcludesNothingAboutTheEngine()
    {
        m_docker->on(
            u" egress "_s,
            Ran{.exitCode = 125, .err = "docker: Error response from daemon: could not find bridge docker0"});
        const auto measurement = measure();
        const auto &egress = std::get<Usable>(measurement.verdict).egress;
        QCOMPARE(egress.status, Egress::Status::Undetermined);
        QVERIFY(egress.recheck);
        QCOMPARE(idOf(measurement), u"bridge-missing"_s);
        QCOMPARE(m_docker->count(u"^rm --force berth-probe-.*-egress"_s), 1);
    }

    void aRejectedTargetIsReportedAndNeverReplaced()
    {
        m_sources->settings.target = u"256.1.1.1:443"_s;
        const auto measurement = measure();
        const auto &egress = std::get<Usable>(measurement.verdict).egress;
        QCOMPARE(egress.status, Egress::Status::Undetermined);
        QVERIFY(!egress.recheck);
        QVERIFY2(egress.reason.contains(u"256.1.1.1:443"_s) && egress.reason.contains(u"probe/target"_s),
                 qPrintable(egress.reason));
        QCOMPARE(m_docker->count(u" egress "_s), 0);
    }

    void egressIsLeftOutWhereNobodyAsks()
    {
        m_sources->egress = false;
        QCOMPARE(std::get<Usable>(measure().verdict).egress.status, Egress::Status::Skipped);
        QCOMPARE(m_docker->count(u" egress "_s), 0);
    }

    void aMissingInitIsLeftAwayAndShown()
    {
        m_docker->on(u"--init"_s,
                     Ran{.exitCode = 127,
                         .err =
                             "docker: Error response from daemon: exec: \"docker-init\": executable file not "
                             "found in $PATH"});
        const auto measurement = measure();
        const auto &usable = std::get<Usable>(measurement.verdict);
        QCOMPARE(usable.hardening.status, Hardening::Status::Partial);
        QCOMPARE(usable.hardening.notEnforced, QStringList{u"init"_s});
        QVERIFY(!measurement.engine.hasInit);
        QCOMPARE(idOf(measurement), u"init-missing"_s);
    }

    void rejectedLimitsAreReported()
    {
        m_sources->settings.memory = u"5m"_s;
        const auto measurement = measure();
        const auto &hardening = std::get<Usable>(measurement.verdict).hardening;
        QCOMPARE(hardening.status, Hardening::Status::Unknown);
        QVERIFY2(hardening.reason.contains(u"sandbox/memory"_s), qPrintable(hardening.reason));
    }

    void aThrownErrorIsUnknownAndCleanedUp()
    {
        m_docker->on(u" limits$"_s, [](const auto &, const auto &) -> CommandOutcome {
            throw std::runtime_error("a bug of ours");
        });
        const auto measurement = measure();
        const auto &unknown = std::get<Unknown>(measurement.verdict);
        QCOMPARE(unknown.reason, u"a bug of ours"_s);
        QVERIFY(unknown.daemonAnswered);
        QCOMPARE(m_docker->count(u"^image rm"_s), 1);
        QVERIFY(measurement.running.isEmpty());
    }

    void aCancelledCheckStillCleansUp()
    {
        m_docker->on(u"say berth-marker"_s, [this](const auto &, const auto &) {
            m_stop.request_stop();
            return Failed{.cause = Failed::Cause::Cancelled, .reason = u"cancelled"_s};
        });
        std::atomic<bool> cancellable = false;
        m_docker->on(u"^image rm|^rm "_s, [&cancellable](const auto &, const CommandOptions &options) {
            cancellable = cancellable || options.stop.stop_possible();
            return Ran{};
        });
        const auto measurement = measure();
        QVERIFY(std::holds_alternative<Unknown>(measurement.verdict));
        QCOMPARE(m_docker->count(u"^image rm"_s), 1);
        QCOMPARE(m_docker->count(u"^rm --force"_s), 1);
        QVERIFY(!cancellable);
    }

    // The next check of this process may have begun: its labels say that it is not this one.
    void aCancelledCheckLeavesTheNextOneAlone()
    {
        const QByteArray process = ProcessIdentity::current().toLabel().toUtf8();
        m_docker->on(u"^ps |^image ls "_s, Ran{.out = "next\n"});
        m_docker->on(u"^inspect |^image inspect "_s,
                     Ran{.out = "[{\"Id\":\"next\",\"Config\":{\"Labels\":{\"berth.probe\":\"" + process
                             + "\",\"berth.check\":\"next\"}}}]"});
        m_docker->on(u" limits$"_s, [this](const auto &, const auto &) {
            m_stop.request_stop();
            return Failed{.cause = Failed::Cause::Cancelled, .reason = u"cancelled"_s};
        });
        m_docker->on(u"^ps .*label=berth.check="_s, Ran{});
        measure();
        QCOMPARE(m_docker->count(u"^(image )?rm .*next"_s), 0);
    }

    void secretsInTheCommandAndTheOutputAreNotKept()
    {
        m_sources->choice = {.context = u"tcp://kim:hunter2@engine:2376"_s};
        m_docker->on(u"^load"_s, Ran{.exitCode = 1, .err = "proxy http://kim:hunter2@proxy:3128 refused"});
        const auto measurement = measure();
        QVERIFY(!std::get<Unknown>(measurement.verdict).reason.contains(u"hunter2"_s));
        for (const auto &record : measurement.steps) {
            QVERIFY(!record.output.contains(u"hunter2"_s));
            QVERIFY(!record.command.join(u' ').contains(u"hunter2"_s));
        }
    }
};

BERTH_TEST(WorkloadTest)

#include "tst_workload.moc"
