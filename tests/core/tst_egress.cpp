// SPDX-License-Identifier: MIT
#include "core/probe/egress.h"

#include "tests/core/program.h"
#include "tests/registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <thread>

#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using tests::runInFakeInternet;
using Status = Egress::Status;

namespace {

const EgressTarget target{.address = u"1.1.1.1"_s, .port = 443, .name = u"example.com"_s};
const Payload agent{.kind = Payload::Kind::Agent, .program = u"/berth-agent"_s};

CommandOutcome printed(const QByteArray &out, int exitCode = 0, const QByteArray &err = {})
{
    return Ran{.exitCode = exitCode, .out = out, .err = err};
}

QByteArray markers(int tcp, int dns)
{
    return "berth-egress-tcp=" + QByteArray::number(tcp) + "\nberth-egress-dns=" + QByteArray::number(dns)
        + '\n';
}

} // namespace

class EgressTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acceptsALiteralAddressAndAHostName_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("address");
        QTest::addColumn<int>("port");
        QTest::newRow("the defaults") << u"1.1.1.1:443"_s << u"example.com"_s << u"1.1.1.1"_s << 443;
        QTest::newRow("the largest numbers")
            << u"255.255.255.255:65535"_s << u"a.b"_s << u"255.255.255.255"_s << 65535;
        QTest::newRow("the smallest numbers") << u"0.0.0.0:1"_s << u"1a.2b"_s << u"0.0.0.0"_s << 1;
        QTest::newRow("a name in punycode")
            << u"10.20.30.40:53"_s << u"xn--bcher-kva.example"_s << u"10.20.30.40"_s << 53;
        QTest::newRow("a label of 63 characters")
            << u"1.1.1.1:443"_s << QString(QString(63, u'a') + u".com") << u"1.1.1.1"_s << 443;
        QTest::newRow("a name in capitals") << u"1.1.1.1:443"_s << u"EXAMPLE.COM"_s << u"1.1.1.1"_s << 443;
    }

    void acceptsALiteralAddressAndAHostName()
    {
        QFETCH(QString, value);
        QFETCH(QString, name);
        QFETCH(QString, address);
        QFETCH(int, port);
        const auto parsed = parseEgressTarget(value, name);
        QVERIFY2(parsed.has_value(), qPrintable(parsed ? QString() : parsed.error().detail));
        QCOMPARE(*parsed, (EgressTarget{.address = address, .port = quint16(port), .name = name}));
    }

    void rejectsEveryOtherTarget_data()
    {
        QTest::addColumn<QString>("value");
        QTest::newRow("a quad over 255") << u"256.1.1.1:443"_s;
        QTest::newRow("a leading zero, which some read as octal") << u"01.1.1.1:443"_s;
        QTest::newRow("three quads") << u"1.1.1:443"_s;
        QTest::newRow("five quads") << u"1.1.1.1.1:443"_s;
        QTest::newRow("port zero") << u"1.1.1.1:0"_s;
        QTest::newRow("a port over 65535") << u"1.1.1.1:65536"_s;
        QTest::newRow("a port of six digits") << u"1.1.1.1:100000"_s;
        QTest::newRow("a port with leading zeros") << u"1.1.1.1:00443"_s;
        QTest::newRow("two ports") << u"1.1.1.1:443:1"_s;
        QTest::newRow("no port") << u"1.1.1.1"_s;
        QTest::newRow("an empty port") << u"1.1.1.1:"_s;
        QTest::newRow("a signed port") << u"1.1.1.1:+443"_s;
        QTest::newRow("IPv6") << u"[::1]:443"_s;
        QTest::newRow("a name, which would make the route depend on DNS") << u"example.com:443"_s;
        QTest::newRow("a space in front") << u" 1.1.1.1:443"_s;
        QTest::newRow("a space behind") << u"1.1.1.1:443 "_s;
        QTest::newRow("a line feed behind") << u"1.1.1.1:443\n"_s;
        QTest::newRow("a command") << u"1.1.1.1:443;id"_s;
        QTest::newRow("quotes") << u"'1.1.1.1:443'"_s;
        QTest::newRow("digits that are not ASCII") << u"١.1.1.1:443"_s;
        QTest::newRow("300 characters") << QString(300, u'1');
        QTest::newRow("nothing") << QString();
    }

    void rejectsEveryOtherTarget()
    {
        QFETCH(QString, value);
        const auto parsed = parseEgressTarget(value, u"example.com"_s);
        QVERIFY(!parsed.has_value());
        QVERIFY(parsed.error().tried.contains(u"probe/target"_s));
        QVERIFY(parsed.error().detail.contains(u"probe/target"_s));
        QVERIFY(parsed.error().detail.size() < 200);
    }

    void rejectsEveryOtherName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("an underscore: DNS has it, a host name has not") << u"_dmarc.example.com"_s;
        QTest::newRow("a trailing dot: one name has one spelling") << u"example.com."_s;
        QTest::newRow("a leading dot") << u".example.com"_s;
        QTest::newRow("an empty label") << u"example..com"_s;
        QTest::newRow("a label of 64 characters") << QString(QString(64, u'a') + u".com");
        QTest::newRow("no dot: it would be a name of the local network") << u"localhost"_s;
        QTest::newRow("an address: it needs no DNS") << u"1.1.1.1"_s;
        QTest::newRow("a hyphen in front: it would be read as an option") << u"-type.example.com"_s;
        QTest::newRow("a hyphen at a label's end") << u"example-.com"_s;
        QTest::newRow("letters that are not ASCII: punycode says the same") << u"bücher.example"_s;
        QTest::newRow("a space") << u"example .com"_s;
        QTest::newRow("a line feed behind") << u"example.com\n"_s;
        QTest::newRow("a command") << u"example.com;id"_s;
        QTest::newRow("quotes") << u"\"example.com\""_s;
        QTest::newRow("a port") << u"example.com:443"_s;
        QTest::newRow("254 characters") << QString(u"a."_s.repeated(126) + u"aa");
        QTest::newRow("nothing") << QString();
    }

    void rejectsEveryOtherName()
    {
        QFETCH(QString, name);
        const auto parsed = parseEgressTarget(u"1.1.1.1:443"_s, name);
        QVERIFY(!parsed.has_value());
        QVERIFY(parsed.error().detail.contains(u"probe/dnsName"_s));
        QVERIFY(parsed.error().detail.size() < 200);
    }

    void theAgentGetsTheValuesAsArguments()
    {
        QCOMPARE(egressArguments(agent, target).join(u' '), u"/berth-agent egress 1.1.1.1 443 example.com"_s);
    }

    void theScriptGetsTheValuesAsArgumentsToo()
    {
        const QStringList arguments =
            egressArguments({.kind = Payload::Kind::Busybox, .program = u"/busybox"_s}, target);
        QCOMPARE(arguments.size(), 8);
        QCOMPARE(arguments.first(3), QStringList({u"/busybox"_s, u"sh"_s, u"-c"_s}));
        QVERIFY(!arguments[3].contains(u"1.1.1.1"_s) && !arguments[3].contains(u"example.com"_s));
        QCOMPARE(arguments.mid(4), QStringList({u"/busybox"_s, u"1.1.1.1"_s, u"443"_s, u"example.com"_s}));
    }

    void theScriptTellsWhatTheAgentWould_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<int>("port");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("tcp");
        QTest::addColumn<int>("dns");
        const QString here = u"127.0.0.1"_s;
        QTest::newRow("a peer that accepts and stays silent is reached")
            << here << 443 << u"ok.test"_s << 0 << 0;
        QTest::newRow("a peer that hangs up is reached") << here << 445 << u"ok.test"_s << 0 << 0;
        QTest::newRow("a closed port is refused") << here << 81 << u"ok.test"_s << 111 << 0;
        QTest::newRow("a peer that never answers is timed out") << here << 444 << u"ok.test"_s << 110 << 0;
        QTest::newRow("an address without a route is unreachable")
            << u"192.0.2.1"_s << 443 << u"ok.test"_s << 101 << 0;
        QTest::newRow("a missing name does not resolve") << here << 443 << u"missing.test"_s << 0 << 1;
        QTest::newRow("a silent name server is timed out") << here << 443 << u"silent.test"_s << 0 << 2;
        QTest::newRow("a failing name server is one that fails")
            << here << 443 << u"failing.test"_s << 0 << 3;
    }

    void theScriptTellsWhatTheAgentWould()
    {
        QFETCH(QString, address);
        QFETCH(int, port);
        QFETCH(QString, name);
        const EgressTarget peer{.address = address, .port = quint16(port), .name = name};
        const auto ran = runInFakeInternet(egressArguments(tests::installedBusybox(), peer));
        QCOMPARE(ran.exitCode, 0);
        QVERIFY(ran.out.startsWith("interfaces lo\n"));
        const Egress egress = classifyEgress(ran, peer);
        QVERIFY2(egress.tcp && egress.dns, ran.out.constData());
        QTEST(*egress.tcp, "tcp");
        QTEST(*egress.dns, "dns");
    }

    // Other builds of busybox than this machine's, as far as the script sees them. A timeout of theirs
    // answers 143 where nc would hang.
    void theScriptTestsWhatItsNcCanDo_data()
    {
        QTest::addColumn<QString>("usage");
        QTest::addColumn<QString>("nc");
        QTest::addColumn<int>("tcp");
        const QString bloated = u"nc [OPTIONS] HOST PORT\n\t-e PROG\tRun PROG\n\t-z\tZero-I/O mode"_s;
        const QString usual = u"nc [-wN] IPADDR PORT [-e PROG]\n\t-e PROG\tRun PROG after connect"_s;
        const QString bare = u"nc IPADDR PORT"_s;
        QTest::newRow("-z is the first choice") << bloated << u"[ \"$*\" = '-w 3 -z 1.1.1.1 443' ]"_s << 0;
        QTest::newRow("-e comes last") << usual << u"[ \"$*\" = \"-w 3 1.1.1.1 443 -e $0 true\" ]"_s << 0;
        QTest::newRow("plain nc may succeed") << bare << u"[ \"$*\" = '1.1.1.1 443' ]"_s << 0;
        QTest::newRow("plain nc may be refused") << bare << u"echo Connection refused; false"_s << 111;
        QTest::newRow("the silence of plain nc proves nothing") << bare << u"(exit 143)"_s << 126;
        QTest::newRow("the silence of -z is a connection timed out") << bloated << u"(exit 143)"_s << 110;
        QTest::newRow("killed for silence is timed out too") << usual << u"(exit 137)"_s << 110;
        QTest::newRow("no nc at all") << u"nc: applet not found"_s << u"(exit 127)"_s << 127;
    }

    void theScriptTestsWhatItsNcCanDo()
    {
        QFETCH(QString, usage);
        QFETCH(QString, nc);
        const QTemporaryDir folder;
        QFile program(folder.filePath(u"busybox"_s));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write(u"#!/bin/sh\napplet=$1; shift\ncase $applet in\nsh) exec /bin/sh \"$@\" ;;\n"
                      "timeout) shift; exec \"$@\" ;;\nnslookup) exit 0 ;;\nnc) ;;\nesac\n"
                      "if [ \"$*\" = --help ]; then echo '%1'; exit 1; fi\n%2\n"_s.arg(usage, nc)
                          .toUtf8());
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const Payload payload{.kind = Payload::Kind::Busybox, .program = program.fileName()};
        const Egress egress = classifyEgress(tests::runProgram(egressArguments(payload, target)), target);
        QVERIFY(egress.tcp.has_value());
        QTEST(*egress.tcp, "tcp");
        QCOMPARE(egress.dns, std::optional(0));
    }

    void theScriptEndsAtOnceWithoutANetwork()
    {
        const QStringList rootOfANamespace =
            geteuid() == 0 ? QStringList() : QStringList{u"--map-root-user"_s};
        const auto ran =
            tests::runProgram(QStringList{u"unshare"_s} + rootOfANamespace + QStringList{u"--net"_s}
                              + egressArguments(tests::installedBusybox(), target));
        const Egress egress = classifyEgress(ran, target);
        QCOMPARE(egress.tcp, std::optional(101));
        QCOMPARE(egress.dns, std::optional(3));
        QVERIFY(ran.elapsed < 3s);
    }

    void markersGiveTheVerdict_data()
    {
        QTest::addColumn<int>("tcp");
        QTest::addColumn<int>("dns");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("reason");
        QTest::newRow("both work") << 0 << 0 << int(Status::Reachable) << QString();
        QTest::newRow("the route works and DNS does not")
            << 0 << 2 << int(Status::Blocked)
            << u"containers reach 1.1.1.1:443 but cannot resolve example.com: no name server answered in time"_s;
        QTest::newRow("a resolved name proves a way out")
            << 110 << 0 << int(Status::Undetermined)
            << u"example.com resolves, so there is a way out, but 1.1.1.1:443 is not reached (timed out): it "
               u"is "
               "probably filtered; choose another target"_s;
        QTest::newRow("neither works")
            << 101 << 3 << int(Status::Blocked)
            << u"containers neither reach 1.1.1.1:443 (network unreachable) nor "
               u"resolve example.com (the name server failed or cannot be reached)"_s;
        QTest::newRow("no nc in the payload")
            << 127 << 0 << int(Status::Undetermined)
            << u"the payload cannot make this check: it lacks a usable nc"_s;
        QTest::newRow("an nc that cannot tell")
            << 126 << 2 << int(Status::Undetermined)
            << u"the payload cannot make this check: it lacks a usable nc"_s;
        QTest::newRow("no nslookup in the payload")
            << 0 << 127 << int(Status::Undetermined)
            << u"the payload cannot make this check: it lacks nslookup"_s;
    }

    void markersGiveTheVerdict()
    {
        QFETCH(int, tcp);
        QFETCH(int, dns);
        const Egress egress = classifyEgress(printed(markers(tcp, dns)), target);
        QTEST(int(egress.status), "status");
        QTEST(egress.reason, "reason");
        QVERIFY(!egress.recheck);
        QCOMPARE(egress.target, u"1.1.1.1:443"_s);
        QCOMPARE(egress.dnsName, u"example.com"_s);
        QCOMPARE(egress.tcp, std::optional(tcp));
        QCOMPARE(egress.dns, std::optional(dns));
    }

    void theLastMarkerCounts()
    {
        QCOMPARE(classifyEgress(printed(markers(0, 0) + "words\n" + markers(110, 2)), target).status,
                 Status::Blocked);
        QCOMPARE(classifyEgress(printed(markers(110, 2) + markers(0, 0) + "words\r\n"), target).status,
                 Status::Reachable);
    }

    void theExitCodeDoesNotCountWhereMarkersDo()
    {
        QCOMPARE(classifyEgress(printed(markers(0, 0), 1), target).status, Status::Reachable);
    }

    void withoutMarkersNothingIsDetermined_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("err");
        QTest::addColumn<bool>("recheck");
        const QByteArray platform = "docker: Error response from daemon: no bridge docker0.";
        QTest::newRow("the client's own exit code: it did not start")
            << QByteArray() << 125 << QByteArray() << true;
        QTest::newRow("the engine's text with a guessed exit code: it did not start")
            << QByteArray() << 127 << platform << true;
        QTest::newRow("a broken connection: it may start the next time")
            << QByteArray("berth-egress-tcp=0\n") << 1
            << QByteArray("time=\"now\" level=error msg=\"error waiting for container: unexpected EOF\"")
            << true;
        QTest::newRow("a payload that printed nothing") << QByteArray() << 0 << QByteArray() << false;
        QTest::newRow("a payload that crashed") << QByteArray() << 139 << QByteArray() << false;
        QTest::newRow("one marker of two")
            << QByteArray("berth-egress-dns=0\n") << 0 << QByteArray() << false;
        QTest::newRow("a marker with a word for a number")
            << QByteArray("berth-egress-tcp=no\nberth-egress-dns=0\n") << 0 << QByteArray() << false;
        QTest::newRow("a marker without a number")
            << QByteArray("berth-egress-tcp=\nberth-egress-dns=0\n") << 0 << QByteArray() << false;
        QTest::newRow("a word of docker that is not at the beginning of a line")
            << QByteArray() << 1 << QByteArray("no docker: here") << false;
    }

    void withoutMarkersNothingIsDetermined()
    {
        QFETCH(QByteArray, out);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, err);
        const Egress egress = classifyEgress(printed(out, exitCode, err), target);
        QCOMPARE(egress.status, Status::Undetermined);
        QTEST(egress.recheck, "recheck");
        QVERIFY(!egress.reason.isEmpty());
    }

    void aRunWithoutAnEndIsLookedAtAgain_data()
    {
        QTest::addColumn<int>("cause");
        QTest::newRow("timed out") << int(Failed::Cause::TimedOut);
        QTest::newRow("cancelled") << int(Failed::Cause::Cancelled);
        QTest::newRow("could not start") << int(Failed::Cause::CouldNotStart);
        QTest::newRow("not found") << int(Failed::Cause::NotFound);
    }

    void aRunWithoutAnEndIsLookedAtAgain()
    {
        QFETCH(int, cause);
        const Failed failed{.cause = Failed::Cause(cause), .reason = u"because"_s, .out = markers(0, 0)};
        const Egress egress = classifyEgress(failed, target);
        QCOMPARE(egress.status, Status::Undetermined);
        QVERIFY(egress.recheck);
        QVERIFY(egress.reason.contains(u"because"_s));
    }

    void theHostMakesBothAttempts_data()
    {
        QTest::addColumn<QStringList>("peer");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("both work") << QStringList{u"127.0.0.1"_s, u"443"_s, u"ok.test"_s}
                                   << QByteArray("tcp=1 dns=1\n");
        QTest::newRow("a closed port")
            << QStringList{u"127.0.0.1"_s, u"81"_s, u"ok.test"_s} << QByteArray("tcp=0 dns=1\n");
        QTest::newRow("an IPv6 address is an address")
            << QStringList{u"127.0.0.1"_s, u"443"_s, u"six.test"_s} << QByteArray("tcp=1 dns=1\n");
        QTest::newRow("a name without addresses")
            << QStringList{u"127.0.0.1"_s, u"443"_s, u"none.test"_s} << QByteArray("tcp=1 dns=0\n");
        QTest::newRow("a peer that hangs up was reached")
            << QStringList{u"127.0.0.1"_s, u"445"_s, u"silent.test"_s} << QByteArray("tcp=1 dns=0\n");
        QTest::newRow("no such name")
            << QStringList{u"127.0.0.1"_s, u"443"_s, u"missing.test"_s} << QByteArray("tcp=1 dns=0\n");
        QTest::newRow("no route and no answer")
            << QStringList{u"192.0.2.1"_s, u"443"_s, u"silent.test"_s} << QByteArray("tcp=0 dns=0\n");
    }

    void theHostMakesBothAttempts()
    {
        QFETCH(QStringList, peer);
        const auto ran = runInFakeInternet(QStringList{QStringLiteral(BERTH_HOST_EGRESS)} + peer);
        QCOMPARE(ran.exitCode, 0);
        QTEST(ran.out, "found");
    }

    void theHostsAttemptsEndWithTheirTime()
    {
        QElapsedTimer timer;
        timer.start();
        // A documentation address: either no route, or no answer.
        const EgressTarget nowhere{.address = u"192.0.2.1"_s, .port = 443, .name = u"missing.invalid"_s};
        QCOMPARE(attemptFromHost(nowhere, 200ms, {}), HostEgress{});
        QVERIFY(timer.elapsed() < 2000);
    }

    void theHostsAttemptsEndWhenStopped()
    {
        std::stop_source stop;
        std::jthread stopper([&stop] { stop.request_stop(); });
        QElapsedTimer timer;
        timer.start();
        const EgressTarget nowhere{.address = u"192.0.2.1"_s, .port = 443, .name = u"missing.invalid"_s};
        QCOMPARE(attemptFromHost(nowhere, 60s, stop.get_token()), HostEgress{});
        QVERIFY(timer.elapsed() < 5000);
    }
};

BERTH_TEST(EgressTest)

#include "tst_egress.moc"
