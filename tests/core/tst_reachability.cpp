// SPDX-License-Identifier: MIT
#include "core/devserver/reachability.h"

#include "core/base/blockingpool.h"
#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = ServerTrouble::Kind;

namespace {

// What stands behind the port: a server that says `reply` and closes the connection.
class Peer final
{
public:
    explicit Peer(const QByteArray &reply = {})
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, reply] {
            QTcpSocket *const socket = m_server.nextPendingConnection();
            if (!reply.isEmpty())
                socket->write(reply);
            socket->disconnectFromHost();
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
    }

    quint16 port() const { return m_server.serverPort(); }
    const QTcpServer &server() const { return m_server; }

private:
    QTcpServer m_server;
};

const QByteArray http = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

} // namespace

class ReachabilityTest : public QObject
{
    Q_OBJECT

    tests::ScriptedDocker m_docker;

    std::unique_ptr<Reachability> reach(quint16 port, std::chrono::milliseconds patience = 60s)
    {
        return std::make_unique<Reachability>(
            ReachSources{.docker = m_docker.runner(),
                         .payloads = std::make_shared<Payloads>(PayloadSources{}),
                         .architecture = QStringLiteral(BERTH_NATIVE_ARCHITECTURE),
                         .container = u"f00"_s,
                         .port = port,
                         .patience = patience,
                         .grace = 200ms});
    }

    void listens(const QByteArray &address, quint16 port)
    {
        m_docker.on(u" listeners$"_s, Ran{.out = "tcp " + address + ' ' + QByteArray::number(port) + '\n'});
    }

    static Kind kindOf(const QSignalSpy &unreachable)
    {
        return unreachable.last().first().value<ServerTrouble>().kind;
    }

private Q_SLOTS:
    void cleanup() { blockingPool().waitForDone(); } // what was dropped still asks m_docker

    void theWatchAsksUntilItIsAnswered()
    {
        QTcpServer closed; // takes the port, so that nobody else does, and gives it back
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const quint16 port = closed.serverPort();
        closed.close();
        ReadinessWatch watch(port, 60s);
        QSignalSpy unanswered(&watch, &ReadinessWatch::unanswered);
        QSignalSpy answered(&watch, &ReadinessWatch::answered);
        watch.start();
        QTRY_COMPARE(unanswered.size(), 2);
        QCOMPARE(watch.lastAnswer().kind, HttpAnswer::Kind::Refused);
        QTcpServer open;
        connect(&open, &QTcpServer::newConnection, &open, [&open] {
            QTcpSocket *const socket = open.nextPendingConnection();
            socket->write(http);
            socket->disconnectFromHost();
        });
        QVERIFY(open.listen(QHostAddress::LocalHost, port));
        QVERIFY(answered.wait());
        QCOMPARE(watch.lastAnswer().kind, HttpAnswer::Kind::Answered);
        QVERIFY(!answered.wait(400)); // it has stopped asking
    }

    void theWatchTellsOnceThatItHasWaitedLongEnough()
    {
        const Peer peer;
        ReadinessWatch watch(peer.port(), 100ms);
        QSignalSpy over(&watch, &ReadinessWatch::patienceOver);
        watch.start();
        QVERIFY(over.wait());
        QVERIFY(!over.wait(300));
        QCOMPARE(over.size(), 1);
    }

    // A list of many that nobody answers for is not asked all over in a few milliseconds.
    void whatHasRunForLongIsAskedOnceASecond_data()
    {
        QTest::addColumn<std::chrono::milliseconds>("age");
        QTest::addColumn<qint64>("least"); // ms
        QTest::addColumn<qint64>("most");
        QTest::newRow("just started") << 0ms << qint64(100) << qint64(900);
        QTest::newRow("for an hour") << std::chrono::milliseconds(1h) << qint64(900) << qint64(5000);
    }

    void whatHasRunForLongIsAskedOnceASecond()
    {
        QFETCH(const std::chrono::milliseconds, age);
        QFETCH(const qint64, least);
        QFETCH(const qint64, most);
        const Peer peer;
        ReadinessWatch watch(peer.port(), 60s, age);
        QSignalSpy unanswered(&watch, &ReadinessWatch::unanswered);
        watch.start();
        QVERIFY(unanswered.wait());
        QElapsedTimer pause;
        pause.start();
        QVERIFY(unanswered.wait());
        QVERIFY2(pause.elapsed() >= least, qPrintable(QString::number(pause.elapsed())));
        QVERIFY2(pause.elapsed() < most, qPrintable(QString::number(pause.elapsed())));
    }

    // Whoever still serves hears nothing of it.
    void whatStillServesIsNotAskedAnew()
    {
        QTcpServer server;
        int requests = 0;
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket *const socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket, &requests] {
                ++requests;
                socket->write(http);
                socket->disconnectFromHost();
            });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        QVERIFY(server.listen(QHostAddress::LocalHost));
        ReadinessWatch watch(server.serverPort(), 60s);
        QSignalSpy answered(&watch, &ReadinessWatch::answered);
        QSignalSpy lost(&watch, &ReadinessWatch::lost);
        QSignalSpy connected(&server, &QTcpServer::newConnection);
        watch.recheck(); // nothing has answered yet
        watch.start();
        QVERIFY(answered.wait());
        QCOMPARE(requests, 1);
        watch.recheck();
        watch.recheck(); // one is under way
        QTRY_COMPARE(connected.size(), 2);
        QVERIFY(!lost.wait(500));
        watch.recheck();
        QTRY_COMPARE(connected.size(), 3);
        QCOMPARE(requests, 1);
        QCOMPARE(answered.size(), 1);
    }

    void whatServesNoMoreIsLost_data()
    {
        QTest::addColumn<bool>("proxy");
        QTest::newRow("the connection is refused") << false;
        QTest::newRow("docker's proxy closes it") << true;
    }

    void whatServesNoMoreIsLost()
    {
        QFETCH(const bool, proxy);
        auto peer = std::make_unique<Peer>(http);
        const quint16 port = peer->port();
        ReadinessWatch watch(port, 60s);
        QSignalSpy answered(&watch, &ReadinessWatch::answered);
        QSignalSpy unanswered(&watch, &ReadinessWatch::unanswered);
        QSignalSpy lost(&watch, &ReadinessWatch::lost);
        watch.start();
        QVERIFY(answered.wait());
        peer.reset();
        QTcpServer closing;
        if (proxy) {
            connect(&closing, &QTcpServer::newConnection, &closing,
                    [&closing] { closing.nextPendingConnection()->disconnectFromHost(); });
            QVERIFY(closing.listen(QHostAddress::LocalHost, port));
        }
        watch.recheck();
        QVERIFY(lost.wait());
        QVERIFY(!lost.wait(400));
        QCOMPARE(lost.size(), 1);
        QCOMPARE(unanswered.size(), 0);
    }

    void aDroppedWatchIsSilent()
    {
        const Peer peer;
        auto watch = std::make_unique<ReadinessWatch>(peer.port(), 60s);
        QSignalSpy asked(&peer.server(), &QTcpServer::newConnection);
        watch->start();
        QVERIFY(asked.wait());
        watch.reset();
        asked.wait(100); // what was under way
        QVERIFY(!asked.wait(400));
    }

    void anAnswerIsTold()
    {
        const Peer peer(http);
        const auto reach = this->reach(peer.port());
        QSignalSpy answered(reach.get(), &Reachability::answered);
        QSignalSpy unreachable(reach.get(), &Reachability::unreachable);
        reach->start();
        QVERIFY(answered.wait());
        reach->announce(); // a line that comes late
        QVERIFY(!unreachable.wait(400));
    }

    void whatIsWrongIsFoundOut_data()
    {
        QTest::addColumn<QByteArray>("address"); // where it listens inside; empty for nowhere
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<bool>("announces");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("announced, on its loopback")
            << QByteArray("127.0.0.1") << QByteArray() << true << Kind::OwnLoopback;
        QTest::newRow("announced, nowhere") << QByteArray() << QByteArray() << true << Kind::ServesNothing;
        QTest::newRow("silent, on its loopback")
            << QByteArray("127.0.0.1") << QByteArray() << false << Kind::OwnLoopback;
        QTest::newRow("announced, no HTTP")
            << QByteArray("0.0.0.0") << QByteArray("220 mail.example ESMTP\r\n") << true << Kind::NotHttp;
    }

    void whatIsWrongIsFoundOut()
    {
        QFETCH(const QByteArray, address);
        QFETCH(const QByteArray, reply);
        QFETCH(const bool, announces);
        QFETCH(const Kind, kind);
        const Peer peer(reply);
        listens(address, peer.port());
        const auto reach = this->reach(peer.port());
        QSignalSpy unreachable(reach.get(), &Reachability::unreachable);
        reach->start();
        if (announces)
            reach->announce();
        QVERIFY(unreachable.wait());
        QCOMPARE(kindOf(unreachable), kind);
    }

    void oneThatOnlyTakesItsTimeIsNotBlamed()
    {
        const Peer peer;
        listens({}, peer.port());
        const auto reach = this->reach(peer.port());
        QSignalSpy unreachable(reach.get(), &Reachability::unreachable);
        reach->start();
        QVERIFY(!unreachable.wait(600));
    }

    void patienceEnds_data()
    {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<Kind>("kind");
        QTest::newRow("nothing answers") << QByteArray() << QByteArray() << Kind::NotReadyInTime;
        QTest::newRow("it listens everywhere, and does not answer")
            << QByteArray("0.0.0.0") << QByteArray() << Kind::NotReadyInTime;
        QTest::newRow("its own loopback") << QByteArray("127.0.0.1") << QByteArray() << Kind::OwnLoopback;
        QTest::newRow("no HTTP") << QByteArray("0.0.0.0") << QByteArray("SSH-2.0-x\r\n") << Kind::NotHttp;
    }

    void patienceEnds()
    {
        QFETCH(const QByteArray, address);
        QFETCH(const QByteArray, reply);
        QFETCH(const Kind, kind);
        const Peer peer(reply);
        listens(address, peer.port());
        const auto reach = this->reach(peer.port(), 100ms);
        QSignalSpy unreachable(reach.get(), &Reachability::unreachable);
        reach->start();
        QVERIFY(unreachable.wait());
        QCOMPARE(kindOf(unreachable), kind);
    }
};

BERTH_TEST(ReachabilityTest)

#include "tst_reachability.moc"
