// SPDX-License-Identifier: MIT
#include "tests/engine/privatenetwork.h"

#include "tests/engine/tool.h"

#include <QCoreApplication>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tests {

namespace {

QString uniqueName(QLatin1StringView role)
{
    static int count = 0;
    return u"berth-%1-%2-%3"_s.arg(role).arg(QCoreApplication::applicationPid()).arg(++count);
}

QStringList enter(const QString &name)
{
    return {u"nsenter"_s, u"--net=/run/netns/"_s + name};
}

} // namespace

PrivateNetwork::PrivateNetwork()
    : m_inside(uniqueName("inside"_L1))
    , m_outside(uniqueName("outside"_L1))
{
    const QString script = uR"(set -e
        ip netns add "$1"
        ip netns add "$2"
        ip -n "$1" link add "$3" type veth peer name "$3" netns "$2"
        ip -n "$1" link set lo up
        ip -n "$2" link set lo up
        ip -n "$1" address add 198.18.0.1/24 dev "$3"
        ip -n "$2" address add 198.18.0.2/24 dev "$3"
        ip -n "$2" address add "$4/32" dev lo
        ip -n "$2" address add 1.1.1.1/32 dev lo
        ip -n "$1" link set "$3" up
        ip -n "$2" link set "$3" up
        ip -n "$1" route add default via 198.18.0.2)"_s;
    mustRun(shell(script, {m_inside, m_outside, uplink(), dnsServer()}));

    const QStringList command = outside() + QStringList{QString::fromUtf8(BERTH_INTERNET), dnsServer()};
    m_internet.start(command.first(), command.mid(1));
    if (!QTest::qWaitFor([this] { return m_internet.canReadLine(); }))
        QTest::qFail("the play internet does not answer", __FILE__, __LINE__);
}

PrivateNetwork::~PrivateNetwork()
{
    m_internet.kill();
    m_internet.waitForFinished();
    runTool({u"ip"_s, u"netns"_s, u"delete"_s, m_inside});
    runTool({u"ip"_s, u"netns"_s, u"delete"_s, m_outside});
}

QString PrivateNetwork::dnsServer()
{
    return u"203.0.113.1"_s;
}

QString PrivateNetwork::uplink()
{
    return u"uplink"_s;
}

QStringList PrivateNetwork::inside() const
{
    return enter(m_inside);
}

QStringList PrivateNetwork::outside() const
{
    return enter(m_outside);
}

QStringList PrivateNetwork::insideWithDns(const QString &folder) const
{
    const QString resolvConf = folder + u"/resolv.conf"_s;
    if (!writeFile(resolvConf, "nameserver " + dnsServer().toUtf8() + '\n'))
        QTest::qFail("cannot write resolv.conf", __FILE__, __LINE__);
    // /etc/resolv.conf is often a link into /run.
    return inside() + withMounts(u"mount --bind %1 \"$(readlink -f /etc/resolv.conf)\""_s.arg(resolvConf));
}

} // namespace tests
