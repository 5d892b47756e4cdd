// SPDX-License-Identifier: MIT
#include "app/networkwatch.h"

#include "tests/registry.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <functional>
#include <memory>

#include <sched.h>

using namespace app;
using namespace Qt::StringLiterals;

namespace {

constexpr int longestMs = 5000;
constexpr int silentMs = 1500; // longer than it takes to be told

void ip(const QString &arguments)
{
    QVERIFY2(QProcess::execute(u"ip"_s, arguments.split(u' ')) == 0, qPrintable(arguments));
}

// In a thread with a network of its own: the watch, and the programs that change the network.
void inNetworkOfItsOwn(const std::function<void()> &test)
{
    int refused = -1;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        refused = ::unshare(CLONE_NEWNET);
        if (refused == 0)
            test();
    }));
    thread->start();
    QVERIFY(thread->wait(60'000));
    QCOMPARE(refused, 0);
}

} // namespace

class NetworkWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNetworkIsBackWithItsDefaultRoute_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("neighbours");
        QTest::addColumn<QString>("gateway");
        QTest::newRow("IPv4") << u"192.0.2.2/24"_s << u"198.51.100.0/24"_s << u"192.0.2.1"_s;
        QTest::newRow("IPv6") << u"2001:db8:1::2/64 nodad"_s << u"2001:db8:2::/64"_s << u"2001:db8:1::1"_s;
    }
    void theNetworkIsBackWithItsDefaultRoute()
    {
        QFETCH(const QString, address);
        QFETCH(const QString, neighbours);
        QFETCH(const QString, gateway);
        inNetworkOfItsOwn([&] {
            NetworkWatch watch;
            QSignalSpy returned(&watch, &NetworkWatch::returned);
            ip(u"link add d0 type veth peer name d1"_s);
            ip(u"link set d1 up"_s);
            ip(u"link set d0 up"_s);
            ip(u"address add dev d0 "_s + address);
            ip(u"route add %1 dev d0"_s.arg(neighbours));
            QVERIFY(!returned.wait(silentMs)); // a link and its neighbours are no way out
            ip(u"route add default via "_s + gateway);
            QVERIFY(returned.wait(longestMs));
            ip(u"route del default via "_s + gateway);
            QVERIFY(!returned.wait(silentMs));
            ip(u"route add default via "_s + gateway);
            QVERIFY(returned.wait(longestMs));
            QCOMPARE(returned.size(), 2);
        });
    }
};

BERTH_TEST(NetworkWatchTest)

#include "tst_networkwatch.moc"
