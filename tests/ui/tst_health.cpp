// SPDX-License-Identifier: MIT
#include "ui/presentation/health.h"

#include "tests/registry.h"
#include "tests/ui/samples.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ui::Mood;

Q_DECLARE_METATYPE(core::Measurement)
Q_DECLARE_METATYPE(ui::Mood)

namespace {

Measurement ended(Verdict verdict)
{
    return {.verdict = std::move(verdict),
            .startedAt = QDateTime(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC),
            .elapsed = 400ms};
}

Egress egress(Egress::Status status, std::optional<int> tcp, std::optional<int> dns,
              std::optional<bool> hostReaches = {})
{
    return {.status = status,
            .target = u"1.1.1.1:443"_s,
            .dnsName = u"example.com"_s,
            .tcp = tcp,
            .dns = dns,
            .reason = u"the container printed nothing"_s,
            .hostReaches = hostReaches};
}

const Hardening enforced{.status = Hardening::Status::Enforced};
const Egress reachable = egress(Egress::Status::Reachable, 0, 0);

Measurement withEgress(const Egress &egress)
{
    return ended(Usable{egress, enforced, {}});
}

QStringList values(const ui::HealthText &text)
{
    QStringList list;
    for (const ui::Fact &fact : text.facts)
        list.append(fact.value);
    return list;
}

Diagnosis diagnosis(const QString &id)
{
    return {.id = id,
            .cause = u"The diagnosed cause."_s,
            .remedy = u"Do this."_s,
            .commands = {u"sudo do this"_s}};
}

} // namespace

class HealthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void verdictBecomesMoodHeadlineAndFacts_data()
    {
        QTest::addColumn<Measurement>("measurement");
        QTest::addColumn<Mood>("mood");
        QTest::addColumn<QString>("headline");
        QTest::addColumn<QStringList>("facts");

        const QString runs = u"Docker runs containers"_s;
        QTest::newRow("nothing was measured")
            << Measurement{} << Mood::Unknown << u"Not checked yet"_s
            << QStringList{u"Not checked"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("a check has begun")
            << samples::starting() << Mood::Measuring << u"Checking Docker…"_s
            << QStringList{u"Checking…"_s, u"Waiting"_s, u"Waiting"_s, u"Waiting"_s};
        QTest::newRow("a container ran, the rest is under way")
            << samples::containersKnown() << Mood::Fine << runs
            << QStringList{u"Run"_s, u"Checking…"_s, u"Checking…"_s, u"Checking…"_s};
        Measurement hostIsAsked = samples::containersKnown();
        hostIsAsked.running = {Step::HostEgress};
        std::get<Usable>(hostIsAsked.verdict).hardening = enforced;
        QTest::newRow("this machine is asked as well")
            << hostIsAsked << Mood::Fine << runs
            << QStringList{u"Run"_s, u"Checking…"_s, u"Checking…"_s, u"In force"_s};
        QTest::newRow("everything is fine")
            << withEgress(reachable) << Mood::Fine << runs
            << QStringList{u"Run"_s, u"Reachable"_s, u"Resolves"_s, u"In force"_s};
        QTest::newRow("a container ran and the check was cut short")
            << ended(Usable{}) << Mood::Fine << runs
            << QStringList{u"Run"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("the network was left out")
            << withEgress({.status = Egress::Status::Skipped}) << Mood::Fine << runs
            << QStringList{u"Run"_s, u"Not checked"_s, u"Not checked"_s, u"In force"_s};
        QTest::newRow("cut off, and this machine is not")
            << withEgress(egress(Egress::Status::Blocked, 110, 2, true)) << Mood::Attention
            << u"Docker runs containers, but they cannot reach the network"_s
            << QStringList{u"Run"_s, u"Blocked"_s, u"Fails"_s, u"In force"_s};
        QTest::newRow("cut off, and this machine was not asked")
            << withEgress(egress(Egress::Status::Blocked, 110, 2)) << Mood::Attention
            << u"Docker runs containers, but they cannot reach the network"_s
            << QStringList{u"Run"_s, u"Blocked"_s, u"Fails"_s, u"In force"_s};
        QTest::newRow("this machine is offline too")
            << withEgress(egress(Egress::Status::Blocked, 101, 2, false)) << Mood::Attention
            << u"Docker runs containers; this machine is offline"_s
            << QStringList{u"Run"_s, u"Offline"_s, u"Offline"_s, u"In force"_s};
        Measurement behindProxy = withEgress(egress(Egress::Status::Blocked, 110, 2, false));
        behindProxy.engine.proxyConfigured = true;
        QTest::newRow("only a proxy gets out, and that is no offline machine")
            << behindProxy << Mood::Attention
            << u"Docker runs containers, but they cannot reach the network"_s
            << QStringList{u"Run"_s, u"Blocked"_s, u"Fails"_s, u"In force"_s};
        QTest::newRow("only names fail")
            << withEgress(egress(Egress::Status::Blocked, 0, 2, true)) << Mood::Attention
            << u"Docker runs containers, but names do not resolve in them"_s
            << QStringList{u"Run"_s, u"Reachable"_s, u"Fails"_s, u"In force"_s};
        QTest::newRow("only names fail, here as well: a route is no offline machine")
            << withEgress(egress(Egress::Status::Blocked, 0, 2, false)) << Mood::Attention
            << u"Docker runs containers, but names do not resolve in them"_s
            << QStringList{u"Run"_s, u"Reachable"_s, u"Fails"_s, u"In force"_s};
        QTest::newRow("a name resolves and the address is silent")
            << withEgress(egress(Egress::Status::Undetermined, 110, 0)) << Mood::Attention
            << u"Docker runs containers; the test address does not answer them"_s
            << QStringList{u"Run"_s, u"Filtered"_s, u"Resolves"_s, u"In force"_s};
        QTest::newRow("the payload has no such applet")
            << withEgress(egress(Egress::Status::Undetermined, 127, 0)) << Mood::Attention
            << u"Docker runs containers; their network could not be checked"_s
            << QStringList{u"Run"_s, u"Not known"_s, u"Resolves"_s, u"In force"_s};
        QTest::newRow("the address is silent and nothing could ask for the name")
            << withEgress(egress(Egress::Status::Undetermined, 110, 127)) << Mood::Attention
            << u"Docker runs containers; their network could not be checked"_s
            << QStringList{u"Run"_s, u"Blocked"_s, u"Not known"_s, u"In force"_s};
        QTest::newRow("the container of the network check printed nothing")
            << withEgress(egress(Egress::Status::Undetermined, {}, {})) << Mood::Attention
            << u"Docker runs containers; their network could not be checked"_s
            << QStringList{u"Run"_s, u"Not known"_s, u"Not known"_s, u"In force"_s};
        QTest::newRow("limits are missing")
            << ended(
                   Usable{reachable, {.status = Hardening::Status::Partial, .notEnforced = {u"pids"_s}}, {}})
            << Mood::Attention << u"Docker runs containers, but does not enforce every limit"_s
            << QStringList{u"Run"_s, u"Reachable"_s, u"Resolves"_s, u"1 missing"_s};
        QTest::newRow("limits are not known")
            << ended(Usable{reachable, {.status = Hardening::Status::Unknown, .reason = u"no output"_s}, {}})
            << Mood::Fine << runs << QStringList{u"Run"_s, u"Reachable"_s, u"Resolves"_s, u"Not known"_s};
        QTest::newRow("the engine refused")
            << ended(Unusable{u"docker: Error response from daemon: boom"_s, {}}) << Mood::Trouble
            << u"Docker answers, but cannot run containers"_s
            << QStringList{u"Refused"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("the engine did not answer")
            << ended(Unknown{u"timed out"_s, false, {}}) << Mood::Unknown << u"Docker is not answering"_s
            << QStringList{u"No answer"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("there is no docker program")
            << ended(Unknown{u"not on PATH"_s, false, diagnosis(u"client-missing"_s)}) << Mood::Unknown
            << u"Docker is not installed"_s
            << QStringList{u"No answer"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("an engine that answers with an error is not silent")
            << ended(Unknown{u"boom"_s, false, diagnosis(u"engine-error"_s)}) << Mood::Unknown
            << u"The engine answers with an error"_s
            << QStringList{u"No answer"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("the socket is not the user's")
            << samples::permissionDenied() << Mood::Unknown << u"Docker does not let you in"_s
            << QStringList{u"No answer"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("the engine is frozen")
            << samples::frozen() << Mood::Unknown << u"Docker is not answering"_s
            << QStringList{u"No answer"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
        QTest::newRow("the engine answered and the check could not be carried out")
            << ended(Unknown{u"load failed"_s, true, {}}) << Mood::Unknown
            << u"Could not determine whether Docker runs containers"_s
            << QStringList{u"Not known"_s, u"Not checked"_s, u"Not checked"_s, u"Not checked"_s};
    }
    void verdictBecomesMoodHeadlineAndFacts()
    {
        QFETCH(const Measurement, measurement);
        const ui::HealthText text = ui::presentHealth(measurement, measurement.startedAt);
        QTEST(text.mood, "mood");
        QTEST(text.headline, "headline");
        QTEST(values(text), "facts");
        QCOMPARE(text.facts.size(), 4);
        QCOMPARE(text.facts.at(0).name, u"Containers"_s);
        QCOMPARE(text.facts.at(3).name, u"Limits"_s);
        for (const ui::Fact &fact : text.facts)
            QVERIFY2(fact.explanation.endsWith(u'.'), qPrintable(fact.explanation));
        const bool fine = text.mood == Mood::Fine || text.mood == Mood::Measuring;
        QCOMPARE(text.remedy.isEmpty(), fine);
    }

    void diagnosisIsMoreExactThanTheVerdict()
    {
        const ui::HealthText text =
            ui::presentHealth(ended(Unusable{u"boom"_s, diagnosis(u"storage-mount-refused"_s)}), {});
        QCOMPARE(text.headline, u"Docker answers, but cannot run containers"_s);
        QCOMPARE(text.cause, u"The diagnosed cause."_s);
        QCOMPARE(text.remedy, u"Do this."_s);
        QCOMPARE(text.commands, QStringList{u"sudo do this"_s});
    }

    void withoutADiagnosisTheReasonIsTheCause()
    {
        const ui::HealthText text =
            ui::presentHealth(ended(Unknown{u"load failed: disk full"_s, true, {}}), {});
        QCOMPARE(text.cause, u"Load failed: disk full."_s);
        QVERIFY(text.commands.isEmpty());
    }

    void sublineNamesTheEngineAndTheTime_data()
    {
        QTest::addColumn<int>("flavour");
        QTest::addColumn<QString>("version");
        QTest::addColumn<int>("secondsLater");
        QTest::addColumn<QString>("sub");
        const auto row = [](const char *name, Flavour flavour, const QString &version, int secondsLater,
                            const QString &sub) {
            QTest::newRow(name) << int(flavour) << version << secondsLater << sub;
        };
        row("docker, at once", Flavour::Docker, u"20.10.24"_s, 1,
            u"Docker Engine 20.10.24 · default (unix:///var/run/docker.sock) · checked just now, took 400 ms"_s);
        row("rootless, minutes ago", Flavour::Rootless, u"28.2.2"_s, 150,
            u"Docker Engine 28.2.2, rootless · default (unix:///var/run/docker.sock) · checked 2 min ago, "
            u"took "
            "400 ms"_s);
        row("Desktop, hours ago", Flavour::Desktop, u"28.2.2"_s, 3 * 3600 + 60,
            u"Docker Desktop, engine 28.2.2 · default (unix:///var/run/docker.sock) · checked 3 h ago, took "
            "400 ms"_s);
        row("podman", Flavour::Podman, u"4.3.1"_s, 1,
            u"Podman 4.3.1 · default (unix:///var/run/docker.sock) · checked just now, took 400 ms"_s);
        row("no engine, only a client", Flavour::Unknown, QString(), 1,
            u"Docker client 28.2.2 · default (unix:///var/run/docker.sock) · checked just now, took 400 ms"_s);
    }
    void sublineNamesTheEngineAndTheTime()
    {
        QFETCH(const int, flavour);
        QFETCH(const QString, version);
        QFETCH(const int, secondsLater);
        Measurement measurement = withEgress(reachable);
        measurement.engine = samples::engine();
        measurement.engine.flavour = Flavour(flavour);
        measurement.engine.serverVersion = version;
        QTEST(ui::presentHealth(measurement, measurement.startedAt.addSecs(secondsLater)).sub, "sub");
    }

    void recheckKeepsTheAdviceUntilItKnowsBetter()
    {
        const Measurement last = samples::layerDamaged();
        const ui::HealthText text = ui::presentRecheck(samples::starting(), last, last.startedAt);
        QCOMPARE(text.mood, Mood::Measuring);
        QCOMPARE(text.headline, u"Docker answers, but cannot run containers"_s);
        QCOMPARE(text.commands.size(), 3);
        QCOMPARE(text.facts.at(0).value, u"Checking…"_s);
        QVERIFY(text.isLast);
        QVERIFY(text.sub.endsWith(u"checked just now, checking again…"_s));

        const ui::HealthText after = ui::presentRecheck(samples::usable(), last, last.startedAt);
        QCOMPARE(after.headline, u"Docker runs containers"_s);
        QVERIFY(after.commands.isEmpty());
        QVERIFY(!after.isLast);
    }

    void recheckOfALostNetworkWaitsForTheNetwork()
    {
        const Measurement last = samples::cutOff();
        const ui::HealthText text = ui::presentRecheck(samples::containersKnown(), last, last.startedAt);
        QCOMPARE(text.headline, u"Docker runs containers, but they cannot reach the network"_s);
        QCOMPARE(text.mood, Mood::Measuring);
    }

    void firstCheckHasNothingToKeep()
    {
        const ui::HealthText text = ui::presentRecheck(samples::starting(), {}, {});
        QCOMPARE(text.headline, u"Checking Docker…"_s);
    }

    void calmIsOnlyWhereNothingIsWrong()
    {
        QVERIFY(ui::presentCalm(samples::usable()).contains(u"1.1.1.1:443"_s));
        for (const Measurement &measurement :
             {samples::starting(), samples::containersKnown(), samples::cutOff(), samples::offline(),
              samples::limitsPartial(), samples::layerDamaged(), samples::frozen(), Measurement{}})
            QCOMPARE(ui::presentCalm(measurement), QString());
    }

    void everyMoodHasItsOwnWord()
    {
        QSet<QString> words;
        for (int mood = 0; mood <= int(Mood::Unknown); ++mood)
            words.insert(ui::moodWord(Mood(mood)));
        QCOMPARE(words.size(), 5);
    }
};

BERTH_TEST(HealthTest)

#include "tst_health.moc"
