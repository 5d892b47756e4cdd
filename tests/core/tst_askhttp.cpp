// SPDX-License-Identifier: MIT
#include "core/devserver/readiness.h"

#include "tests/core/tlsserver.h"
#include "tests/registry.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <thread>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = HttpAnswer::Kind;

namespace {

// How a peer behaves once it has read a request.
enum class Then { Close, KeepOpen };

// Answers every connection in the same way, on a thread of its own.
class Peer final
{
public:
    Peer(const QList<QByteArray> &pieces, Then then)
        : m_thread([this, pieces, then] { serve(pieces, then); })
    {
        while (m_port == 0)
            QThread::yieldCurrentThread();
    }
    ~Peer() { end(); }

    quint16 port() const { return m_port; }
    // The last request; the peer is over then.
    QByteArray lastRequest()
    {
        end();
        return m_request;
    }

private:
    void end()
    {
        m_over = true;
        if (m_thread.joinable())
            m_thread.join();
    }

    void serve(const QList<QByteArray> &pieces, Then then)
    {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        m_port = server.serverPort();
        while (!m_over) {
            if (!server.waitForNewConnection(10))
                continue;
            const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
            socket->waitForReadyRead(1000);
            m_request = socket->readAll();
            for (const QByteArray &piece : pieces) {
                socket->write(piece);
                socket->waitForBytesWritten(1000);
                socket->waitForReadyRead(20); // a peer that is slow
            }
            while (then == Then::KeepOpen && !m_over && socket->state() == QAbstractSocket::ConnectedState)
                socket->waitForReadyRead(10);
            socket->disconnectFromHost();
        }
    }

    std::atomic<quint16> m_port = 0;
    std::atomic<bool> m_over = false;
    QByteArray m_request;
    std::thread m_thread; // last: it uses the others
};

// A port on which nobody listens.
quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

Q_DECLARE_METATYPE(QList<QByteArray>)

class AskHttpTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatCameBack_data()
    {
        QTest::addColumn<QList<QByteArray>>("pieces");
        QTest::addColumn<bool>("isClosed");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *claim, const QList<QByteArray> &pieces, Then then, Kind kind) {
            QTest::newRow(claim) << pieces << (then == Then::Close) << int(kind);
        };
        row("a page", {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"}, Then::Close, Kind::Answered);
        row("a page on a connection that stays", {"HTTP/1.1 200 OK\r\n\r\n"}, Then::KeepOpen, Kind::Answered);
        row("an error", {"HTTP/1.1 500 Internal Server Error\r\n\r\n"}, Then::Close, Kind::Answered);
        row("a bad request", {"HTTP/1.1 400 Bad Request\r\n\r\n"}, Then::Close, Kind::Answered);
        row("an older HTTP", {"HTTP/1.0 404 Not Found\r\n\r\n"}, Then::Close, Kind::Answered);
        row("the beginning of an answer", {"HTTP/"}, Then::Close, Kind::Answered);
        row("an answer in pieces", {"H", "TT", "P/1.1 2", "00 OK\r\n"}, Then::Close, Kind::Answered);
        row("a bad request that speaks of HTTPS, where there is no TLS",
            {"HTTP/1.0 400 Bad Request\r\n\r\n", "Client sent an HTTP request to an HTTPS server.\n"},
            Then::Close, Kind::Answered);
        row("another protocol", {"SSH-2.0-OpenSSH_9.2\r\n"}, Then::Close, Kind::NotHttp);
        row("another protocol on a connection that stays", {"+PONG\r\n"}, Then::KeepOpen, Kind::NotHttp);
        row("what only begins like HTTP", {"HTT"}, Then::Close, Kind::NotHttp);
        row("HTML without a head", {"<html>HTTP/1.1</html>"}, Then::Close, Kind::NotHttp);
        row("an alert of TLS, where there is no TLS", {QByteArray("\x15\x03\x01\x00\x02\x02\x46", 7)},
            Then::Close, Kind::NotHttp);
        row("nothing, and closed", {}, Then::Close, Kind::Closed);
        row("nothing", {}, Then::KeepOpen, Kind::Silent);
    }
    void tellsWhatCameBack()
    {
        QFETCH(QList<QByteArray>, pieces);
        QFETCH(bool, isClosed);
        QFETCH(int, kind);
        const Peer peer(pieces, isClosed ? Then::Close : Then::KeepOpen);
        const auto timeout = Kind(kind) == Kind::Silent ? 200ms : 10s;
        const HttpAnswer answer = askHttp(peer.port(), timeout, {});
        QCOMPARE(int(answer.kind), kind);
        QVERIFY(!answer.isTls);
    }

    void asksForTheFirstPage()
    {
        Peer peer({"HTTP/1.1 200 OK\r\n\r\n"}, Then::Close);
        askHttp(peer.port(), 10s, {});
        const QByteArray request = peer.lastRequest();
        QVERIFY(request.startsWith("GET / HTTP/1.1\r\n"));
        const QByteArray host = "\r\nHost: 127.0.0.1:" + QByteArray::number(peer.port()) + "\r\n";
        QVERIFY(request.contains(host));
        QVERIFY(request.contains("\r\nConnection: close\r\n"));
        QVERIFY(request.endsWith("\r\n\r\n"));
    }

    void nobodyListens() { QCOMPARE(askHttp(freePort(), 10s, {}), (HttpAnswer{.kind = Kind::Refused})); }

    void aProxyIsNotAsked()
    {
        const Peer peer({"HTTP/1.1 200 OK\r\n\r\n"}, Then::Close);
        QNetworkProxy::setApplicationProxy({QNetworkProxy::HttpProxy, u"127.0.0.1"_s, freePort()});
        const HttpAnswer answer = askHttp(peer.port(), 10s, {});
        QNetworkProxy::setApplicationProxy({});
        QCOMPARE(answer.kind, Kind::Answered);
    }

    void itEndsInTime()
    {
        const Peer peer({}, Then::KeepOpen);
        QElapsedTimer elapsed;
        elapsed.start();
        askHttp(peer.port(), 300ms, {});
        QVERIFY(elapsed.elapsed() >= 290);
        QVERIFY(elapsed.elapsed() < 5000);
    }

    void itEndsWhenItIsStopped()
    {
        const Peer peer({}, Then::KeepOpen);
        std::stop_source source;
        source.request_stop();
        QElapsedTimer elapsed;
        elapsed.start();
        QCOMPARE(askHttp(peer.port(), 60s, source.get_token()).kind, Kind::Silent);
        QVERIFY(elapsed.elapsed() < 5000);
    }

    void findsHttpBehindTls()
    {
        QVERIFY(QSslSocket::supportsSsl());
        const tests::TlsServer server;
        QCOMPARE(askHttp(server.port(), 20s, {}), (HttpAnswer{.kind = Kind::Answered, .isTls = true}));
    }
};

BERTH_TEST(AskHttpTest)

#include "tst_askhttp.moc"
