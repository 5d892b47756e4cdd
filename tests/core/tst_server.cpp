// SPDX-License-Identifier: MIT
#include "core/devserver/name.h"
#include "core/devserver/server.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class ServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesItByItsPort() { QCOMPARE(serverName(4300), u"berth-devserver-4300"_s); }

    void readsThePortInAName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("port"); // 0: none
        const auto row = [](const char *claim, const QString &name, int port) {
            QTest::newRow(claim) << name << port;
        };
        row("our own", u"berth-devserver-4300"_s, 4300);
        row("another's", u"harmony-devserver-4300"_s, 4300);
        row("a prefix with everything that docker allows", u"my_team.9-x-devserver-4301"_s, 4301);
        row("a suffix", u"berth-devserver-4300-inlet"_s, 4300);
        row("a suffix with a number", u"berth-devserver-4300-2"_s, 4300);
        row("a devserver in the prefix", u"devserver-devserver-80"_s, 80);
        row("a port in the prefix", u"a-devserver-x-devserver-81"_s, 81);
        row("the first port there is", u"a-devserver-1"_s, 1);
        row("the last port there is", u"a-devserver-65535"_s, 65535);
        row("one too many", u"a-devserver-65536"_s, 0);
        row("six digits", u"a-devserver-430000"_s, 0);
        row("no port", u"a-devserver-0"_s, 0);
        row("a leading zero", u"a-devserver-04300"_s, 0);
        row("no number", u"a-devserver-http"_s, 0);
        row("no prefix", u"devserver-4300"_s, 0);
        row("an empty prefix", u"-devserver-4300"_s, 0);
        row("an empty suffix", u"a-devserver-4300-"_s, 0);
        row("a port without its dash", u"a-devserver4300"_s, 0);
        row("a suffix without its dash", u"a-devserver-4300x"_s, 0);
        row("a line feed behind it", u"a-devserver-4300\n"_s, 0);
        row("a slash before it", u"/a-devserver-4300"_s, 0);
        row("other digits than ours", u"a-devserver-\u0664\u0663"_s, 0);
        row("nothing", {}, 0);
    }
    void readsThePortInAName()
    {
        QFETCH(QString, name);
        QFETCH(int, port);
        QCOMPARE(int(portOfServerName(name).value_or(0)), port);
    }

    void tellsWhereToOpenIt_data()
    {
        QTest::addColumn<QStringList>("published");
        QTest::addColumn<bool>("isHttps");
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("isExposed");
        const auto row = [](const char *claim, const QStringList &published, const QString &address,
                            bool isExposed = false, bool isHttps = false) {
            QTest::newRow(claim) << published << isHttps << address << isExposed;
        };
        row("on the loopback", {u"127.0.0.1:4300"_s}, u"http://127.0.0.1:4300"_s);
        row("encrypted", {u"127.0.0.1:4300"_s}, u"https://127.0.0.1:4300"_s, false, true);
        row("nowhere", {}, {});
        row("on every address", {u"0.0.0.0:4300"_s}, u"http://127.0.0.1:4300"_s, true);
        row("on every address of IPv6", {u"[::]:4300"_s}, u"http://127.0.0.1:4300"_s, true);
        row("on one address of the network", {u"192.168.1.5:4300"_s}, {}, true);
        row("on the loopback of IPv6 alone", {u"[::1]:4300"_s}, {});
        row("on another loopback address", {u"127.0.0.2:4300"_s}, {});
        row("on another port than its name says", {u"127.0.0.1:8080"_s}, u"http://127.0.0.1:8080"_s);
        row("on several ports, its own among them", {u"127.0.0.1:9229"_s, u"127.0.0.1:4300"_s},
            u"http://127.0.0.1:4300"_s);
        row("on several ports, the first one where none is its own",
            {u"127.0.0.1:9229"_s, u"127.0.0.1:9230"_s}, u"http://127.0.0.1:9229"_s);
        row("on the loopback and beyond", {u"127.0.0.1:4300"_s, u"192.168.1.5:4300"_s},
            u"http://127.0.0.1:4300"_s, true);
    }
    void tellsWhereToOpenIt()
    {
        QFETCH(QStringList, published);
        QFETCH(bool, isHttps);
        const Server server{.port = 4300, .isHttps = isHttps, .published = published};
        QTEST(server.address(), "address");
        QTEST(server.isExposed(), "isExposed");
    }

    void isAliveWhileThereIsAContainer()
    {
        using enum ServerState;
        for (const auto state :
             {Preparing, Starting, Announced, Ready, Stopping, Running, Paused, Created, Exited})
            QVERIFY2(Server{.state = state}.isAlive(), QByteArray::number(int(state)).constData());
        for (const auto state : {Failed, Stopped})
            QVERIFY2(!Server{.state = state}.isAlive(), QByteArray::number(int(state)).constData());
    }
};

BERTH_TEST(ServerTest)

#include "tst_server.moc"
