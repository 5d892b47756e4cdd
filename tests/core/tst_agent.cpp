// SPDX-License-Identifier: MIT
#include "tests/core/program.h"
#include "tests/registry.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using tests::runInFakeInternet;
using tests::runProgram;

namespace {

const QString agent = QStringLiteral(BERTH_AGENT);

QHash<QString, QString> valuesOf(const core::Ran &ran)
{
    QHash<QString, QString> values;
    for (const QString &line : QString::fromUtf8(ran.out).split(u'\n')) {
        if (const qsizetype equals = line.indexOf(u'='); equals > 0)
            values.insert(line.left(equals), line.mid(equals + 1));
    }
    return values;
}

// Root of a user namespace may do what root may.
QStringList unshare(const QStringList &flags)
{
    const QStringList root = geteuid() == 0 ? QStringList() : QStringList{u"--map-root-user"_s};
    return QStringList{u"unshare"_s} + root + flags;
}

QStringList egressOf(const QString &port, const QString &name)
{
    return {agent, u"egress"_s, u"127.0.0.1"_s, port, name};
}

} // namespace

class AgentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isSmall() { QVERIFY(QFileInfo(agent).size() < qint64(900) * 1024); }

    void saysItsTextAndNothingElse()
    {
        const auto ran = runProgram({agent, u"say"_s, u"%s mark-4711 \\n"_s});
        QCOMPARE(ran.exitCode, 0);
        QCOMPARE(ran.out, QByteArray("%s mark-4711 \\n\n"));
        QCOMPARE(ran.err, QByteArray());
    }

    void wrongUsageIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no verb") << QStringList{};
        QTest::newRow("an unknown verb") << QStringList{u"sing"_s};
        QTest::newRow("a text too few") << QStringList{u"say"_s};
        QTest::newRow("a text too many") << QStringList{u"say"_s, u"a"_s, u"b"_s};
        QTest::newRow("a name for a host")
            << QStringList{u"egress"_s, u"localhost"_s, u"443"_s, u"ok.test"_s};
        QTest::newRow("a port beyond all")
            << QStringList{u"egress"_s, u"127.0.0.1"_s, u"65536"_s, u"ok.test"_s};
        QTest::newRow("a port with a tail")
            << QStringList{u"egress"_s, u"127.0.0.1"_s, u"1x"_s, u"ok.test"_s};
        QTest::newRow("no name") << QStringList{u"egress"_s, u"127.0.0.1"_s, u"443"_s, QString()};
    }

    void wrongUsageIsOneSentence()
    {
        QFETCH(QStringList, arguments);
        const auto ran = runProgram(QStringList{agent} + arguments);
        QCOMPARE(ran.exitCode, 64);
        QCOMPARE(ran.out, QByteArray());
        QCOMPARE(ran.err.count('\n'), 1);
    }

    void listsWhatListens()
    {
        QTcpServer loopback;
        QVERIFY(loopback.listen(QHostAddress::LocalHost));
        QTcpServer everywhere;
        QVERIFY(everywhere.listen(QHostAddress::AnyIPv4));
        const auto ran = runProgram({agent, u"listeners"_s});
        QCOMPARE(ran.exitCode, 0);
        const QByteArrayList lines = ran.out.split('\n');
        QVERIFY(lines.contains("tcp 127.0.0.1 " + QByteArray::number(loopback.serverPort())));
        QVERIFY(lines.contains("tcp 0.0.0.0 " + QByteArray::number(everywhere.serverPort())));
    }

    void listsIpv6Listeners()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::AnyIPv6));
        const auto ran = runProgram({agent, u"listeners"_s});
        QVERIFY(ran.out.split('\n').contains("tcp6 :: " + QByteArray::number(server.serverPort())));
    }

    void listsNoConnection()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QTcpSocket client;
        client.connectToHost(QHostAddress::LocalHost, server.serverPort());
        QVERIFY(client.waitForConnected());
        const QByteArray line = "tcp 127.0.0.1 " + QByteArray::number(client.localPort());
        QVERIFY(!runProgram({agent, u"listeners"_s}).out.split('\n').contains(line));
    }

    void tellsWhoItIsAndWhereItsHomeIs()
    {
        const QTemporaryDir home;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, home.path());
        const auto values = valuesOf(runProgram({agent, u"limits"_s}, environment));
        QCOMPARE(values[u"uid"_s], QString::number(getuid()));
        QCOMPARE(values[u"gid"_s], QString::number(getgid()));
        QCOMPARE(values[u"home"_s], home.path());
        QCOMPARE(values[u"home_writable"_s], u"1"_s);
        QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(),
                 0);
        QVERIFY(values[u"interfaces"_s].split(u' ').contains(u"lo"_s));
    }

    void aHomeThatIsMissingIsNotWritable()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, u"/nonexistent"_s);
        QCOMPARE(valuesOf(runProgram({agent, u"limits"_s}, environment))[u"home_writable"_s], u"0"_s);
    }

    void printsEveryLimitInItsOrder()
    {
        QStringList keys;
        for (const QString &line : QString::fromUtf8(runProgram({agent, u"limits"_s}).out).split(u'\n'))
            keys.append(line.section(u'=', 0, 0));
        QCOMPARE(
            keys.join(u' '),
            u"uid gid capabilities no_new_privileges seccomp memory memory_swap pids cgroup interfaces home "
            "home_writable init "_s);
    }

    void seesTheFlagThatForbidsNewPrivileges()
    {
        QCOMPARE(valuesOf(runProgram({agent, u"limits"_s}))[u"no_new_privileges"_s], u"0"_s);
        const auto ran = runProgram({u"setpriv"_s, u"--no-new-privs"_s, agent, u"limits"_s});
        QCOMPARE(valuesOf(ran)[u"no_new_privileges"_s], u"1"_s);
    }

    void seesItsCapabilities()
    {
        const auto ran = runProgram(unshare({u"--net"_s, agent, u"limits"_s}));
        QVERIFY(valuesOf(ran)[u"capabilities"_s].toULongLong(nullptr, 16) != 0);
        const auto dropped = runProgram(unshare(
            {u"--net"_s, u"setpriv"_s, u"--bounding-set=-all"_s, u"--inh-caps=-all"_s, agent, u"limits"_s}));
        QCOMPARE(valuesOf(dropped)[u"capabilities"_s], u"0000000000000000"_s);
    }

    void tellsWhetherItIsTheFirstProcess()
    {
        QCOMPARE(valuesOf(runProgram({agent, u"limits"_s}))[u"init"_s], u"1"_s);
        const auto ran = runProgram(unshare({u"--pid"_s, u"--fork"_s, agent, u"limits"_s}));
        QCOMPARE(valuesOf(ran)[u"init"_s], u"0"_s);
    }

    void namesOnlyInterfacesThatAreUp()
    {
        const auto ran = runProgram(unshare({u"--net"_s, agent, u"limits"_s}));
        QCOMPARE(valuesOf(ran)[u"interfaces"_s], QString());
        const auto inside = runInFakeInternet({agent, u"limits"_s});
        QCOMPARE(valuesOf(inside)[u"interfaces"_s], u"lo"_s);
    }

    void egressTellsHowTheConnectionWent_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("port");
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("line");
        QTest::newRow("a peer that accepts and stays silent")
            << u"127.0.0.1"_s << u"443"_s << u"0"_s << u"tcp 127.0.0.1:443 connected in "_s;
        QTest::newRow("a closed port")
            << u"127.0.0.1"_s << u"81"_s << u"111"_s << u"tcp 127.0.0.1:81 refused after "_s;
        QTest::newRow("a peer that never answers")
            << u"127.0.0.1"_s << u"444"_s << u"110"_s << u"tcp 127.0.0.1:444 timed out after "_s;
        QTest::newRow("an address without a route")
            << u"192.0.2.1"_s << u"443"_s << u"101"_s << u"tcp 192.0.2.1:443 network unreachable after "_s;
    }

    void egressTellsHowTheConnectionWent()
    {
        QFETCH(QString, address);
        QFETCH(QString, port);
        QFETCH(QString, line);
        const auto ran = runInFakeInternet({agent, u"egress"_s, address, port, u"ok.test"_s});
        QCOMPARE(ran.exitCode, 0);
        QTEST(valuesOf(ran)[u"berth-egress-tcp"_s], "status");
        QCOMPARE(valuesOf(ran)[u"berth-egress-dns"_s], u"0"_s);
        const QStringList lines = QString::fromUtf8(ran.out).split(u'\n');
        QCOMPARE(lines[0], u"interfaces lo"_s);
        QVERIFY2(lines[1].startsWith(line), qPrintable(lines[1]));
        if (line.endsWith("timed out after "_L1)) { // 3 s, and what a busy machine is late
            const int milliseconds = lines[1].section(u' ', -2, -2).toInt();
            QVERIFY2(milliseconds >= 3000 && milliseconds < 4000, qPrintable(lines[1]));
        }
    }

    void egressTellsHowTheLookUpWent_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("line");
        QTest::newRow("an IPv4 address")
            << u"ok.test"_s << u"0"_s << u"dns ok.test resolved to 203.0.113.7 in "_s;
        QTest::newRow("an IPv6 address only")
            << u"six.test"_s << u"0"_s << u"dns six.test resolved to 2001:db8::7 in "_s;
        QTest::newRow("no such name")
            << u"missing.test"_s << u"1"_s << u"dns missing.test no such name after "_s;
        QTest::newRow("no answer") << u"silent.test"_s << u"2"_s
                                   << u"dns silent.test no answer in time after 1"_s;
        QTest::newRow("a server that fails")
            << u"failing.test"_s << u"3"_s
            << u"dns failing.test name server failed or cannot be reached after "_s;
        QTest::newRow("a server that refuses")
            << u"refused.test"_s << u"3"_s
            << u"dns refused.test name server failed or cannot be reached after "_s;
        QTest::newRow("a name without addresses")
            << u"none.test"_s << u"4"_s << u"dns none.test no address after "_s;
    }

    void egressTellsHowTheLookUpWent()
    {
        QFETCH(QString, name);
        QFETCH(QString, line);
        const auto ran = runInFakeInternet(egressOf(u"443"_s, name));
        QCOMPARE(ran.exitCode, 0);
        QCOMPARE(valuesOf(ran)[u"berth-egress-tcp"_s], u"0"_s);
        QTEST(valuesOf(ran)[u"berth-egress-dns"_s], "status");
        const QString said = QString::fromUtf8(ran.out).split(u'\n')[2];
        QVERIFY2(said.startsWith(line), qPrintable(said));
    }

    void egressWithoutANetworkEndsAtOnce()
    {
        const auto ran =
            runProgram(unshare({u"--net"_s, agent, u"egress"_s, u"192.0.2.1"_s, u"443"_s, u"ok.test"_s}));
        QCOMPARE(valuesOf(ran)[u"berth-egress-tcp"_s], u"101"_s);
        QCOMPARE(valuesOf(ran)[u"berth-egress-dns"_s], u"3"_s);
        QVERIFY(ran.elapsed < 3s);
    }

    // A resolver that would wait for half a minute is not waited for; the two attempts share their time.
    void egressIsBoundedByTheNamesCeiling()
    {
        const auto ran = runInFakeInternet(egressOf(u"444"_s, u"silent.test"_s), u"timeout:30 attempts:1"_s);
        QCOMPARE(valuesOf(ran)[u"berth-egress-tcp"_s], u"110"_s);
        QCOMPARE(valuesOf(ran)[u"berth-egress-dns"_s], u"2"_s);
        QVERIFY2(ran.elapsed >= 12s && ran.elapsed < 14s, qPrintable(QString::number(ran.elapsed.count())));
    }
};

BERTH_TEST(AgentTest)

#include "tst_agent.moc"
