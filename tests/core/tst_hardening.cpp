// SPDX-License-Identifier: MIT
#include "core/probe/hardening.h"

#include "tests/core/program.h"
#include "tests/registry.h"

#include <QTest>

#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using Status = Hardening::Status;

namespace {

const Limits asked{.user = u"1000:1000"_s};

const QByteArray enforced = R"(uid=1000
gid=1000
capabilities=0000000000000000
no_new_privileges=1
seccomp=2
memory=2147483648
memory_swap=2147483648
pids=512
cgroup=2
interfaces=lo
home=/tmp
home_writable=1
init=1
)";

CommandOutcome printed(const QByteArray &out, int exitCode = 0, const QByteArray &err = {})
{
    return Ran{.exitCode = exitCode, .out = out, .err = err};
}

QByteArray withLine(const QByteArray &before, const QByteArray &after)
{
    QByteArray changed = enforced;
    if (!changed.contains(before))
        qFatal("the fixture has no such line");
    return changed.replace(before, after);
}

// Interfaces are a set: the kernel lists them by number and a shell by name.
QStringList linesOf(const QByteArray &out)
{
    QStringList lines = QString::fromUtf8(out).split(u'\n');
    for (QString &line : lines) {
        if (!line.startsWith(u"interfaces="_s))
            continue;
        QStringList names = line.section(u'=', 1).split(u' ');
        names.sort();
        line = names.join(u' ');
    }
    return lines;
}

} // namespace

class HardeningTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForEveryLimit()
    {
        QCOMPARE(
            hardeningArguments(asked).join(u' '),
            u"--cap-drop=ALL --security-opt=no-new-privileges --memory=2g --memory-swap=2g --pids-limit=512 "
            "--init --user 1000:1000 --env HOME=/tmp --tmpfs /tmp:rw,exec,nosuid,nodev,mode=1777"_s);
    }

    void leavesInitAwayWhereTheEngineHasNone()
    {
        Limits limits = asked;
        limits.init = false;
        QVERIFY(!hardeningArguments(limits).contains(u"--init"_s));
        QCOMPARE(hardeningArguments(limits).size(), hardeningArguments(asked).size() - 1);
    }

    void readsMemoryAsDockerDoes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<QString>("argument");
        QTest::newRow("gigabytes") << u"2g"_s << (qint64(2) << 30) << u"--memory=2g"_s;
        QTest::newRow("megabytes") << u"512m"_s << (qint64(512) << 20) << u"--memory=512m"_s;
        QTest::newRow("a capital and a b") << u"1GB"_s << (qint64(1) << 30) << u"--memory=1g"_s;
        QTest::newRow("kilobytes") << u"6145k"_s << (qint64(6145) << 10) << u"--memory=6145k"_s;
        QTest::newRow("bytes") << u"7000001"_s << qint64(7000001) << u"--memory=7000001"_s;
        QTest::newRow("the least") << u"6m"_s << (qint64(6) << 20) << u"--memory=6m"_s;
        QTest::newRow("more megabytes than a gigabyte")
            << u"1024m"_s << (qint64(1) << 30) << u"--memory=1g"_s;
        QTest::newRow("spaces around") << u" 2g "_s << (qint64(2) << 30) << u"--memory=2g"_s;
    }

    void readsMemoryAsDockerDoes()
    {
        QFETCH(QString, text);
        QFETCH(QString, argument);
        const auto limits = parseLimits(text, u"512"_s, u"1:1"_s);
        QVERIFY2(limits.has_value(), qPrintable(limits ? QString() : limits.error().detail));
        QTEST(limits->memory, "bytes");
        QVERIFY(hardeningArguments(*limits).contains(argument));
    }

    void rejectsMemoryThatIsNone_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QString();
        QTest::newRow("a byte under the least") << u"6291455"_s;
        QTest::newRow("zero, which docker takes for no limit") << u"0"_s;
        QTest::newRow("a minus") << u"-2g"_s;
        QTest::newRow("a unit alone") << u"g"_s;
        QTest::newRow("an unknown unit") << u"2t"_s;
        QTest::newRow("a fraction") << u"1.5g"_s;
        QTest::newRow("more than fits") << u"9999999999999999g"_s;
        QTest::newRow("more digits than fit") << u"99999999999999999999"_s;
        QTest::newRow("a second argument") << u"2g --privileged"_s;
    }

    void rejectsMemoryThatIsNone()
    {
        QFETCH(QString, text);
        const auto limits = parseLimits(text, u"512"_s, u"1:1"_s);
        QVERIFY(!limits.has_value());
        QVERIFY(limits.error().detail.contains(u"sandbox/memory"_s));
    }

    void readsTheNumberOfProcesses()
    {
        QCOMPARE(parseLimits(u"2g"_s, u"16"_s, u"1:1"_s).value().pids, 16);
        QCOMPARE(parseLimits(u"2g"_s, u"4194304"_s, u"1:1"_s).value().pids, 4194304);
    }

    void rejectsANumberOfProcessesThatIsNone_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << QString();
        QTest::newRow("fifteen") << u"15"_s;
        QTest::newRow("zero, which docker takes for no limit") << u"0"_s;
        QTest::newRow("minus one, which docker takes for no limit") << u"-1"_s;
        QTest::newRow("more than the kernel numbers") << u"4194305"_s;
        QTest::newRow("more than fits") << u"99999999999"_s;
        QTest::newRow("a word") << u"many"_s;
    }

    void rejectsANumberOfProcessesThatIsNone()
    {
        QFETCH(QString, text);
        const auto limits = parseLimits(u"2g"_s, text, u"1:1"_s);
        QVERIFY(!limits.has_value());
        QVERIFY(limits.error().detail.contains(u"sandbox/pids"_s));
    }

    void theUserIsTheCallerUnlessRootInsideIsTheCaller()
    {
        const QString caller = u"%1:%2"_s.arg(getuid()).arg(getgid());
        QCOMPARE(sandboxUser(EngineFacts{}), caller);
        QCOMPARE(sandboxUser({.flavour = Flavour::Desktop}), caller);
        QCOMPARE(sandboxUser({.flavour = Flavour::Rootless}), u"0:0"_s);
        QCOMPARE(sandboxUser({.flavour = Flavour::Docker, .userNamespaces = true}), u"0:0"_s);
    }

    // A folder whose owner is somebody else, whoever runs this.
    void theUserOfAProjectIsItsOwnerWhereOwnersCount()
    {
        const QTemporaryDir folder;
        QString project = u"/"_s;
        QString owner = u"0:0"_s;
        if (getuid() == 0) {
            project = folder.path();
            owner = u"1234:2345"_s;
            QCOMPARE(chown(QFile::encodeName(project).constData(), 1234, 2345), 0);
        }
        const QString caller = u"%1:%2"_s.arg(getuid()).arg(getgid());
        QCOMPARE(sandboxUser({.flavour = Flavour::Docker}, project), owner);
        QCOMPARE(sandboxUser({.flavour = Flavour::Podman}, project), owner);
        QCOMPARE(sandboxUser({.flavour = Flavour::Desktop}, project), caller);
        QCOMPARE(sandboxUser({.flavour = Flavour::Rootless}, project), u"0:0"_s);
        QCOMPARE(sandboxUser({.flavour = Flavour::Docker, .userNamespaces = true}, project), u"0:0"_s);
    }

    void everyLimitInForceIsEnforced()
    {
        const Hardening hardening = judgeHardening(printed(enforced), asked);
        QCOMPARE(hardening.status, Status::Enforced);
        QCOMPARE(hardening.notEnforced, QStringList());
        QCOMPARE(hardening.observed.size(), 13);
        QCOMPARE(hardening.observed.first(), (std::pair{u"uid"_s, u"1000"_s}));
        QCOMPARE(hardening.observed.last(), (std::pair{u"init"_s, u"1"_s}));
    }

    void namesTheLimitThatIsNotInForce_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QStringList>("notEnforced");
        const auto row = [](const char *name, const QByteArray &out, const QString &limit) {
            QTest::newRow(name) << out << (limit.isEmpty() ? QStringList() : QStringList{limit});
        };
        row("a capability is left",
            withLine("capabilities=0000000000000000", "capabilities=00000000a80425fb"), u"capabilities"_s);
        row("capabilities that are no number", withLine("capabilities=0000000000000000", "capabilities="),
            u"capabilities"_s);
        row("new privileges", withLine("no_new_privileges=1", "no_new_privileges=0"), u"no-new-privileges"_s);
        row("unlimited memory", withLine("memory=2147483648", "memory=max"), u"memory"_s);
        row("too much memory", withLine("memory=2147483648", "memory=2147483649"), u"memory"_s);
        row("memory rounded down to pages", withLine("memory=2147483648", "memory=2147479552"), QString());
        row("swap on top", withLine("memory_swap=2147483648", "memory_swap=4294967296"), u"memory-swap"_s);
        row("swap that is not accounted for", withLine("memory_swap=2147483648", "memory_swap=unknown"),
            u"memory-swap"_s);
        row("unlimited processes", withLine("pids=512", "pids=max"), u"pids"_s);
        row("another user", withLine("uid=1000", "uid=0"), u"user"_s);
        row("root's group", withLine("gid=1000", "gid=0"), u"user"_s);
        row("a network", withLine("interfaces=lo", "interfaces=lo eth0"), u"network"_s);
        row("a home elsewhere", withLine("home=/tmp", "home=/"), u"home"_s);
        row("a home that cannot be written", withLine("home_writable=1", "home_writable=0"), u"home"_s);
        row("no init", withLine("init=1", "init=0"), u"init"_s);
        row("no seccomp is shown, but was not asked for", withLine("seccomp=2", "seccomp=0"), QString());
    }

    void namesTheLimitThatIsNotInForce()
    {
        QFETCH(QByteArray, out);
        QFETCH(QStringList, notEnforced);
        const Hardening hardening = judgeHardening(printed(out), asked);
        QCOMPARE(hardening.notEnforced, notEnforced);
        QCOMPARE(hardening.status, notEnforced.isEmpty() ? Status::Enforced : Status::Partial);
    }

    void anInitThatWasNotAskedForIsNotMissed()
    {
        Limits without = asked;
        without.init = false;
        QCOMPARE(judgeHardening(printed(withLine("init=1", "init=0")), without).status, Status::Enforced);
    }

    void whatWasNotSeenIsUnknown_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("nothing was printed") << QByteArray() << 0;
        QTest::newRow("the run failed") << enforced << 125;
        QTest::newRow("the output was cut") << enforced.left(enforced.indexOf("init=")) << 0;
        QTest::newRow("words only") << QByteArray("usage: limits\n") << 0;
    }

    void whatWasNotSeenIsUnknown()
    {
        QFETCH(QByteArray, out);
        QFETCH(int, exitCode);
        const Hardening hardening = judgeHardening(printed(out, exitCode, "said"), asked);
        QCOMPARE(hardening.status, Status::Unknown);
        QVERIFY(!hardening.reason.isEmpty());
    }

    void aRunWithoutAnEndIsUnknown()
    {
        const Failed failed{.cause = Failed::Cause::TimedOut, .reason = u"too slow"_s, .out = enforced};
        const Hardening hardening = judgeHardening(failed, asked);
        QCOMPARE(hardening.status, Status::Unknown);
        QVERIFY(hardening.reason.contains(u"too slow"_s));
    }

    void hugeOutputIsBounded()
    {
        const Hardening hardening =
            judgeHardening(printed(enforced + QByteArray("x=y\n").repeated(5000)), asked);
        QCOMPARE(hardening.status, Status::Enforced);
        QVERIFY(hardening.observed.size() <= 40);
    }

    void theAgentIsAskedForItsLimits()
    {
        const Payload agent{.kind = Payload::Kind::Agent, .program = u"/berth-agent"_s};
        QCOMPARE(limitsArguments(agent), QStringList({u"/berth-agent"_s, u"limits"_s}));
    }

    // On one machine the two payloads see the same.
    void theScriptPrintsWhatTheAgentPrints_data()
    {
        QTest::addColumn<QStringList>("wrapper");
        QTest::newRow("as this test") << QStringList{u"env"_s, u"HOME=/tmp"_s};
        QTest::newRow("with nothing allowed")
            << QStringList{u"setpriv"_s, u"--no-new-privs"_s, u"env"_s, u"HOME=/nonexistent"_s};
        QTest::newRow("in a network of its own")
            << QStringList{QStringLiteral(BERTH_FAKE_NETWORK), u"timeout:1"_s, u"/usr/bin/env"_s};
    }

    void theScriptPrintsWhatTheAgentPrints()
    {
        QFETCH(QStringList, wrapper);
        const Payload agent{.kind = Payload::Kind::Agent, .program = QStringLiteral(BERTH_AGENT)};
        const auto script = tests::runProgram(wrapper + limitsArguments(tests::installedBusybox()));
        QCOMPARE(script.err, QByteArray());
        QCOMPARE(linesOf(script.out), linesOf(tests::runProgram(wrapper + limitsArguments(agent)).out));
    }
};

BERTH_TEST(HardeningTest)

#include "tst_hardening.moc"
