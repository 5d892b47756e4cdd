// SPDX-License-Identifier: MIT
#include "core/devserver/ports.h"

#include "tests/registry.h"

#include <QCoreApplication>
#include <QFile>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using Holder = PortHolder::Kind;

namespace {

ContainerFacts container(const QString &name, const QString &state, const QString &address = {},
                         quint16 port = 4300)
{
    ContainerFacts facts{.id = u"id of "_s + name, .name = name, .state = state};
    if (!address.isEmpty())
        facts.published = {{.address = address, .hostPort = port, .containerPort = 80}};
    return facts;
}

} // namespace

Q_DECLARE_METATYPE(QList<core::ContainerFacts>)

class PortsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhoListensOnThisMachine_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("isHeld");
        QTest::newRow("on the loopback") << u"127.0.0.1"_s << true;
        QTest::newRow("on every address") << u"0.0.0.0"_s << true;
        QTest::newRow("on every address of both kinds") << u"::"_s << true;
        QTest::newRow("on another loopback address") << u"127.0.0.2"_s << false;
    }
    void findsWhoListensOnThisMachine()
    {
        QFETCH(QString, address);
        QFETCH(bool, isHeld);
        QTcpServer server;
        QVERIFY2(server.listen(QHostAddress(address)), qPrintable(server.errorString()));
        const auto listener = hostListener(server.serverPort());
        QCOMPARE(listener.has_value(), isHeld);
        if (isHeld) {
            QFile name(u"/proc/self/comm"_s);
            QVERIFY(name.open(QIODevice::ReadOnly));
            QCOMPARE(listener->program, QString::fromUtf8(name.readAll()).trimmed());
            QCOMPARE(listener->pid, QCoreApplication::applicationPid());
        }
        const quint16 port = server.serverPort();
        server.close();
        QVERIFY(!hostListener(port));
    }

    // As Java does, and node on request.
    void anIpv6SocketOnTheLoopbackOfIpv4IsFound()
    {
        sockaddr_in6 address{};
        address.sin6_family = AF_INET6;
        QCOMPARE(::inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr), 1);
        auto *generic = reinterpret_cast<sockaddr *>(&address);
        socklen_t length = sizeof address;
        const int descriptor = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int no = 0;
        QCOMPARE(::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no), 0);
        QCOMPARE(::bind(descriptor, generic, length), 0);
        QCOMPARE(::listen(descriptor, 1), 0);
        QCOMPARE(::getsockname(descriptor, generic, &length), 0);
        const auto listener = hostListener(ntohs(address.sin6_port));
        ::close(descriptor);
        QVERIFY(listener);
        QCOMPARE(listener->pid, QCoreApplication::applicationPid());
    }

    void aConnectionIsNoListener()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, server.serverPort());
        QVERIFY(socket.waitForConnected());
        QVERIFY(!hostListener(socket.localPort()));
    }

    void findsWhoHoldsAPort_data()
    {
        QTest::addColumn<QList<ContainerFacts>>("containers");
        QTest::addColumn<bool>("isListenedOn");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *claim, const QList<ContainerFacts> &containers, bool isListenedOn,
                            Holder kind, const QString &name = {}) {
            QTest::newRow(claim) << containers << isListenedOn << int(kind) << name;
        };
        const QString loopback = u"127.0.0.1"_s;
        const QString ours = u"berth-devserver-4300"_s;
        const auto predecessor = container(ours, u"exited"_s, loopback);
        row("nobody", {}, false, Holder::Nobody);
        row("a process", {}, true, Holder::Process, u"node"_s);
        row("a server of ours", {container(ours, u"running"_s, loopback)}, true, Holder::DevServer, ours);
        row("a server of ours that is paused", {container(ours, u"paused"_s, loopback)}, true,
            Holder::DevServer, ours);
        row("a server of ours that publishes nothing", {container(ours, u"running"_s)}, false,
            Holder::DevServer, ours);
        row("another's server", {container(u"harmony-devserver-4300"_s, u"running"_s, u"0.0.0.0"_s)}, true,
            Holder::DevServer, u"harmony-devserver-4300"_s);
        row("another container", {container(u"redis"_s, u"running"_s, u"::"_s)}, true, Holder::Container,
            u"redis"_s);
        row("one that was only created", {container(u"redis"_s, u"created"_s, loopback)}, false,
            Holder::Container, u"redis"_s);
        row("one that has ended holds nothing", {container(u"redis"_s, u"exited"_s, loopback)}, false,
            Holder::Nobody);
        row("one that has ended and has the name", {predecessor}, false, Holder::DevServer, ours);
        row("a running one before one that has the name",
            {predecessor, container(u"redis"_s, u"running"_s, loopback)}, true, Holder::Container,
            u"redis"_s);
        row("a process before one that has the name", {predecessor}, true, Holder::Process, u"node"_s);
        row("one on another port", {container(u"redis"_s, u"running"_s, loopback, 4301)}, false,
            Holder::Nobody);
        row("one on another address", {container(u"redis"_s, u"running"_s, u"192.168.1.5"_s)}, false,
            Holder::Nobody);
        row("a name that only begins like it", {container(u"berth-devserver-43001"_s, u"created"_s)}, false,
            Holder::Nobody);
    }
    void findsWhoHoldsAPort()
    {
        QFETCH(QList<ContainerFacts>, containers);
        QFETCH(bool, isListenedOn);
        QFETCH(QString, name);
        const auto listener = [isListenedOn](quint16 port) -> std::optional<HostListener> {
            return isListenedOn && port == 4300 ? std::optional(HostListener{.program = u"node"_s, .pid = 7})
                                                : std::nullopt;
        };
        const PortHolder holder = portHolder(4300, containers, listener);
        QTEST(int(holder.kind), "kind");
        QCOMPARE(holder.name, name);
        QCOMPARE(holder.pid, holder.kind == Holder::Process ? 7 : 0);
        const bool isContainer = holder.kind == Holder::DevServer || holder.kind == Holder::Container;
        QCOMPARE(holder.id, isContainer ? QString(u"id of "_s + name) : QString());
        QCOMPARE(holder.state.isEmpty(), !isContainer);
    }

    void choosesAFreePort_data()
    {
        QTest::addColumn<int>("preferred"); // 0: none
        QTest::addColumn<QList<int>>("held");
        QTest::addColumn<int>("port"); // 0: none
        const auto row = [](const char *claim, int preferred, const QList<int> &held, int port) {
            QTest::newRow(claim) << preferred << held << port;
        };
        row("the first one", 0, {}, 65533);
        row("the first one that is free", 0, {65533, 65534}, 65535);
        row("the preferred one", 65534, {}, 65534);
        row("the preferred one, also out of the range", 80, {}, 80);
        row("another one where the preferred one is held", 65534, {65534}, 65533);
        row("none", 65533, {65533, 65534, 65535}, 0);
    }
    void choosesAFreePort()
    {
        QFETCH(int, preferred);
        QFETCH(QList<int>, held);
        const auto port = freePort({.first = 65533, .last = 65535},
                                   preferred != 0 ? std::optional(quint16(preferred)) : std::nullopt,
                                   [&](quint16 candidate) { return held.contains(candidate); });
        QTEST(int(port.value_or(0)), "port");
    }

    void aHeldPortIsATrouble()
    {
        using Kind = ServerTrouble::Kind;
        QVERIFY(!troubleOf({}));
        QVERIFY(troubleOf({.kind = Holder::DevServer, .name = u"a"_s, .state = u"running"_s})
                == (ServerTrouble{.kind = Kind::PortHeldByServer, .holder = u"a"_s, .detail = u"running"_s}));
        QVERIFY(
            troubleOf({.kind = Holder::Container, .name = u"a"_s, .state = u"created"_s})
            == (ServerTrouble{.kind = Kind::PortHeldByContainer, .holder = u"a"_s, .detail = u"created"_s}));
        QVERIFY(troubleOf({.kind = Holder::Process, .name = u"node"_s, .pid = 7})
                == (ServerTrouble{.kind = Kind::PortHeldByProcess, .holder = u"node"_s, .holderPid = 7}));
    }
};

BERTH_TEST(PortsTest)

#include "tst_ports.moc"
