// SPDX-License-Identifier: MIT
#include "core/probe/egress.h"

#include "core/base/redaction.h"
#include "core/base/rejectedsetting.h"
#include "core/docker/wording.h"

#include <QDnsLookup>
#include <QEventLoop>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// What stands in for the agent where there is none. $0 is busybox, $1 the address, $2 the port, $3 the name.
//
// Busybox builds differ in what their nc can do, and one that lacks an option answers as if the port were
// closed. So the usage text decides: -z, or -e (run a program once connected; it has to come last). Without
// either, plain nc waits for a peer that says nothing just as for one that does not answer, so its silence
// proves nothing and is told as 126, "cannot say". -w is a ceiling there, never a verdict. The timeout applet
// ends what it stops with 143 or 137. The numbers are the agent's: an errno for tcp, 1 to 4 for dns.
constexpr auto busyboxScript = R"sh(
up=$("$0" ifconfig 2>/dev/null | "$0" sed -n 's/^\([^ ]\{1,\}\) .*/\1/p' | "$0" sort | "$0" tr '\n' ' ')
echo "interfaces ${up% }"

silence=110
usage=$("$0" timeout 5 "$0" nc --help 2>&1)
case $usage in
*[![:alnum:]]-z*)
    said=$("$0" timeout 5 "$0" nc -w 3 -z "$1" "$2" 2>&1 </dev/null) ;;
*"-e PROG"*)
    said=$("$0" timeout 5 "$0" nc -w 3 "$1" "$2" -e "$0" true 2>&1 </dev/null) ;;
*)
    silence=126
    said=$("$0" timeout 5 "$0" nc "$1" "$2" 2>&1 </dev/null) ;;
esac
tcp=$?
case $tcp in
0 | 126 | 127) ;;
137 | 143) tcp=$silence ;;
*)
    case $said in
    *efused*) tcp=111 ;;
    *"timed out"*) tcp=110 ;;
    *"No route"*) tcp=113 ;;
    *nreachable*) tcp=101 ;;
    esac ;;
esac
echo "tcp $1:$2 status $tcp $said"

said=$("$0" timeout 12 "$0" nslookup "$3" 2>&1 </dev/null)
dns=$?
case $dns in
0 | 126 | 127) ;;
137 | 143) dns=2 ;;
*)
    case $said in
    *NXDOMAIN* | *"not known"* | *"does not resolve"*) dns=1 ;;
    *"timed out"*) dns=2 ;;
    *SERVFAIL* | *efused* | *REFUSED* | *nreachable*) dns=3 ;;
    *) dns=4 ;;
    esac ;;
esac
echo "dns $3 status $dns $said"
echo "berth-egress-tcp=$tcp"
echo "berth-egress-dns=$dns"
)sh"_L1;

bool isHostName(const QString &name)
{
    static const QRegularExpression labels(QRegularExpression::anchoredPattern(
        u"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"_s));
    // With a last label of digits it would be an address, which needs no DNS.
    static const QRegularExpression numericEnd(u"\\.[0-9]+\\z"_s);
    return name.size() <= 253 && labels.match(name).hasMatch() && !numericEnd.match(name).hasMatch();
}

// The last `name=NUMBER` line counts: what stands above it was printed on the way.
std::optional<int> lastMarker(const QString &output, const QString &name)
{
    static const QRegularExpression number(QRegularExpression::anchoredPattern(u"[0-9]{1,6}"_s));
    std::optional<int> value;
    for (QStringView line : QStringView(output).split(u'\n')) {
        line = line.trimmed();
        if (!line.startsWith(name))
            continue;
        const QString digits = line.mid(name.size()).toString();
        value = number.match(digits).hasMatch() ? std::optional(digits.toInt()) : std::nullopt;
    }
    return value;
}

// Whether the container did not come to run its program: the platform speaks, not the payload.
bool didNotStart(const Ran &ran)
{
    const QString said = QString::fromUtf8(ran.err);
    return ran.exitCode == 125 || isEngineSpeaking(said) || saysConnectionBroke(said);
}

bool lacksApplet(int status)
{
    return status == 126 || status == 127;
}

// Linux' numbers, which are those of the container and not of this machine.
QString wordsForTcp(int status)
{
    switch (status) {
    case 101:
        return u"network unreachable"_s;
    case 110:
        return u"timed out"_s;
    case 111:
        return u"connection refused"_s;
    case 113:
        return u"no route to host"_s;
    default:
        return u"error %1"_s.arg(status);
    }
}

QString wordsForDns(int status)
{
    switch (status) {
    case 1:
        return u"the name server knows no such name"_s;
    case 2:
        return u"no name server answered in time"_s;
    case 3:
        return u"the name server failed or cannot be reached"_s;
    case 4:
        return u"no address was found"_s;
    default:
        return u"error %1"_s.arg(status);
    }
}

Egress conclude(Egress egress, Egress::Status status, const QString &reason, bool recheck = false)
{
    egress.status = status;
    egress.reason = excerpt(reason);
    egress.recheck = recheck;
    return egress;
}

Egress concludeFromMarkers(const Egress &egress)
{
    using Status = Egress::Status;
    const int tcp = *egress.tcp;
    const int dns = *egress.dns;
    if (lacksApplet(tcp) || lacksApplet(dns))
        return conclude(egress, Status::Undetermined,
                        u"the payload cannot make this check: it lacks %1"_s.arg(
                            lacksApplet(tcp) ? u"a usable nc"_s : u"nslookup"_s));
    if (tcp == 0 && dns == 0)
        return conclude(egress, Status::Reachable, {});
    if (tcp == 0)
        return conclude(egress, Status::Blocked,
                        u"containers reach %1 but cannot resolve %2: %3"_s.arg(egress.target, egress.dnsName,
                                                                               wordsForDns(dns)));
    if (dns == 0)
        return conclude(
            egress, Status::Undetermined,
            u"%1 resolves, so there is a way out, but %2 is not reached (%3): it is probably "
            "filtered; choose another target"_s.arg(egress.dnsName, egress.target, wordsForTcp(tcp)));
    return conclude(egress, Status::Blocked,
                    u"containers neither reach %1 (%2) nor resolve %3 (%4)"_s.arg(
                        egress.target, wordsForTcp(tcp), egress.dnsName, wordsForDns(dns)));
}

} // namespace

Result<EgressTarget> parseEgressTarget(const QString &target, const QString &dnsName)
{
    static const QString quad = u"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"_s;
    static const QRegularExpression form(
        QRegularExpression::anchoredPattern(u"((?:%1\\.){3}%1):([1-9][0-9]{0,4})"_s.arg(quad)));
    const auto match = form.match(target);
    const int port = match.captured(2).toInt();
    if (port < 1 || port > 65535)
        return rejectedSetting(u"probe/target"_s, target,
                               u"a literal IPv4 address and a port, like 1.1.1.1:443"_s);
    if (!isHostName(dnsName))
        return rejectedSetting(u"probe/dnsName"_s, dnsName,
                               u"a host name with a dot in it, like example.com"_s);
    return EgressTarget{.address = match.captured(1), .port = quint16(port), .name = dnsName};
}

QStringList egressArguments(const Payload &payload, const EgressTarget &target)
{
    const QStringList values{target.address, QString::number(target.port), target.name};
    switch (payload.kind) {
    case Payload::Kind::Agent:
        return QStringList{payload.program, u"egress"_s} + values;
    case Payload::Kind::Busybox:
        return QStringList{payload.program, u"sh"_s, u"-c"_s, busyboxScript, payload.program} + values;
    }
    Q_UNREACHABLE();
}

Egress classifyEgress(const CommandOutcome &outcome, const EgressTarget &target)
{
    using Status = Egress::Status;
    Egress egress{.target = u"%1:%2"_s.arg(target.address).arg(target.port), .dnsName = target.name};
    if (const auto *failed = std::get_if<Failed>(&outcome))
        return conclude(egress, Status::Undetermined, u"the check did not end: %1"_s.arg(failed->reason),
                        true);

    const auto &ran = std::get<Ran>(outcome);
    const QString output = outText(outcome);
    egress.tcp = lastMarker(output, u"berth-egress-tcp="_s);
    egress.dns = lastMarker(output, u"berth-egress-dns="_s);
    if (egress.tcp && egress.dns)
        return concludeFromMarkers(egress);
    const QString said = errText(outcome);
    if (didNotStart(ran))
        return conclude(egress, Status::Undetermined, u"the container did not start: %1"_s.arg(said), true);
    return conclude(egress, Status::Undetermined,
                    u"the check printed no result (exit code %1): %2"_s.arg(ran.exitCode).arg(said));
}

HostEgress attemptFromHost(const EgressTarget &target, std::chrono::milliseconds timeout,
                           const std::stop_token &stop)
{
    std::optional<bool> tcp;
    std::optional<bool> dns;
    QEventLoop loop;
    // The first answer counts: a peer may hang up on a connection that stood.
    const auto settle = [&](std::optional<bool> &attempt, bool succeeded) {
        attempt = attempt.value_or(succeeded);
        if (tcp && dns)
            loop.quit();
    };

    QTcpSocket socket;
    socket.setProxy(QNetworkProxy::NoProxy); // the question is whether there is a route
    QObject::connect(&socket, &QTcpSocket::connected, &loop, [&] { settle(tcp, true); });
    QObject::connect(&socket, &QTcpSocket::errorOccurred, &loop, [&] { settle(tcp, false); });
    QDnsLookup lookup(QDnsLookup::A, target.name);
    QObject::connect(&lookup, &QDnsLookup::finished, &loop, [&] {
        // Qt reports a name without addresses of this kind as an error among others.
        const bool isResolved = !lookup.hostAddressRecords().isEmpty();
        if (isResolved || lookup.type() == QDnsLookup::AAAA)
            return settle(dns, isResolved);
        lookup.setType(QDnsLookup::AAAA);
        lookup.lookup();
    });
    const std::stop_callback leave(
        stop, [&loop] { QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection); });
    QTimer::singleShot(timeout, &loop, &QEventLoop::quit);

    lookup.lookup();
    socket.connectToHost(QHostAddress(target.address), target.port);
    if (!tcp || !dns)
        loop.exec();
    return {.tcp = tcp.value_or(false), .dns = dns.value_or(false)};
}

} // namespace core
