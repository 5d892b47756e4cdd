// SPDX-License-Identifier: MIT
#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

// What berth is expected to have found out.
struct Reach
{
    QString status;
    int tcp = -1; // 0: reached, 1: not, -1: not measured
    int dns = -1;
    QJsonValue hostReaches; // null: not asked
    QString diagnosis;
};

int zeroOrOne(const QJsonValue &printed)
{
    return printed.isDouble() ? (printed.toInt() == 0 ? 0 : 1) : -1;
}

void untouched(Scene &) {}

Break inside(const QString &script)
{
    return [script](Scene &scene) { scene.engine.mustRunInside(script); };
}

Break outside(const QString &script)
{
    return [script](Scene &scene) { mustRun(scene.engine.network().outside() + shell(script)); };
}

Break restartedWith(const QStringList &arguments)
{
    return [arguments](Scene &scene) { scene.engine.restart({.arguments = arguments}); };
}

Break both(const Break &first, const Break &second)
{
    return [=](Scene &scene) {
        first(scene);
        second(scene);
    };
}

} // namespace

Q_DECLARE_METATYPE(Reach)

// The engine is usable in every row; what its containers reach differs. Berth runs on the engine's machine,
// so that "this machine" has the same way out.
class EngineEgressTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine(EngineSetup{.arguments = m_withDns}); }

    void saysWhatContainersReach_data()
    {
        QTest::addColumn<Break>("breakIt");
        QTest::addColumn<Break>("healIt");
        QTest::addColumn<Reach>("reach");
        const Break healthy = restartedWith(m_withDns);
        const Break link = outside(u"ip link set %1 down"_s.arg(PrivateNetwork::uplink()));
        const Break linkBack = outside(u"ip link set %1 up"_s.arg(PrivateNetwork::uplink()));

        QTest::newRow("everything works")
            << Break(untouched) << Break(untouched) << Reach{u"reachable"_s, 0, 0, {}, {}};
        QTest::newRow("addresses are not translated")
            << inside(u"iptables --table nat --flush POSTROUTING"_s) << healthy
            << Reach{u"blocked"_s, 1, 1, true, u"nat-missing"_s};
        QTest::newRow("packets are not forwarded") << inside(u"echo 0 >/proc/sys/net/ipv4/ip_forward"_s)
                                                   << inside(u"echo 1 >/proc/sys/net/ipv4/ip_forward"_s)
                                                   << Reach{u"blocked"_s, 1, 1, true, u"forwarding-off"_s};
        QTest::newRow("the name server is dead") << restartedWith({u"--dns"_s, u"192.0.2.53"_s}) << healthy
                                                 << Reach{u"blocked"_s, 0, 1, true, u"dns-dead"_s};
        QTest::newRow("the address is filtered")
            << outside(u"iptables --append INPUT --protocol tcp --jump DROP"_s)
            << outside(u"iptables --flush INPUT"_s)
            << Reach{u"undetermined"_s, 1, 0, {}, u"address-filtered"_s};
        QTest::newRow("the engine has no bridge") << restartedWith({u"--bridge"_s, u"none"_s}) << healthy
                                                  << Reach{u"blocked"_s, 1, 1, true, u"no-bridge"_s};
        QTest::newRow("the bridge was deleted") << inside(u"ip link delete docker0"_s) << healthy
                                                << Reach{u"undetermined"_s, -1, -1, {}, u"bridge-missing"_s};
        QTest::newRow("this machine is offline")
            << link << linkBack << Reach{u"blocked"_s, 1, 1, false, u"offline"_s};
        QTest::newRow("a firewall reload took the engine's rules")
            << inside(u"iptables --flush; iptables --table nat --flush; iptables --policy FORWARD DROP"_s)
            << both(inside(u"iptables --policy FORWARD ACCEPT"_s), healthy)
            << Reach{u"blocked"_s, 1, 1, true, u"nat-missing"_s};
    }

    void saysWhatContainersReach()
    {
        QFETCH(const Break, breakIt);
        QFETCH(const Break, healIt);
        QFETCH(const Reach, reach);
        Scene scene(*m_engine);
        scene.undo.push_back([&] { healIt(scene); });
        breakIt(scene);
        scene.call.arguments = {u"check"_s, u"--json"_s};
        scene.call.prefix = m_engine->network().insideWithDns(scene.folder.path());

        const BerthRun run = runBerth(scene.call);
        verifyJudgement(run, u"usable"_s, reach.diagnosis);
        QCOMPARE(run.egress()["status"_L1].toString(), reach.status);
        QCOMPARE(zeroOrOne(run.egress()["tcp"_L1]), reach.tcp);
        QCOMPARE(zeroOrOne(run.egress()["dns"_L1]), reach.dns);
        QCOMPARE(run.egress()["hostReaches"_L1], reach.hostReaches);
        scene.heal();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

private:
    const QStringList m_withDns{u"--dns"_s, PrivateNetwork::dnsServer()};
    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(EngineEgressTest)

#include "tst_egress.moc"
