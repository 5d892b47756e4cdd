// SPDX-License-Identifier: MIT
#include "core/devserver/readiness.h"

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace core {

namespace {

using Kind = HttpAnswer::Kind;

constexpr int sliceMs = 50; // how long a stop request can go unheard
constexpr qsizetype enough = qsizetype(4) * 1024;
constexpr qsizetype statusEnd = 12; // of "HTTP/1.1 400"
constexpr QByteArrayView tlsAlert{"\x15\x03"};
constexpr QByteArrayView httpBegin{"HTTP/"};

// What a request brought.
struct Reply
{
    bool isClosed = false; // by the peer
    QByteArray bytes;
};

class Asking final
{
public:
    Asking(quint16 port, std::chrono::milliseconds timeout, const std::stop_token &stop)
        : m_port(port)
        , m_deadline(timeout)
        , m_stop(stop)
    {}

    HttpAnswer ask()
    {
        QTcpSocket plain;
        if (!connectTo(plain)) {
            const bool isRefused = plain.error() == QAbstractSocket::ConnectionRefusedError;
            return {.kind = isRefused ? Kind::Refused : Kind::Silent};
        }
        const Reply reply = exchange(plain);
        plain.abort(); // a server that serves one at a time would not hear the next one
        const HttpAnswer answer{.kind = kindOf(reply)};
        return mayBeTls(reply) && speaksHttpOverTls() ? HttpAnswer{.kind = Kind::Answered, .isTls = true}
                                                      : answer;
    }

private:
    bool isOver() const { return m_deadline.hasExpired() || m_stop.stop_requested(); }
    int slice() const { return int(qMin<qint64>(sliceMs, m_deadline.remainingTime())); }

    // A connection that is not made within a slice is given up by Qt, and begun anew: it waits for a peer
    // that is behind with accepting.
    bool connectTo(QTcpSocket &socket)
    {
        while (!isOver()) {
            socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
            if (socket.waitForConnected(slice()))
                return true;
            if (socket.error() != QAbstractSocket::SocketTimeoutError)
                return false;
        }
        return false;
    }

    Reply exchange(QTcpSocket &socket)
    {
        socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port)
                     + "\r\nConnection: close\r\nAccept: */*\r\n\r\n");
        Reply reply;
        while (!isOver() && !isDecided(reply.bytes)) {
            if (!socket.waitForReadyRead(slice()) && socket.state() != QAbstractSocket::ConnectedState) {
                reply.bytes += socket.readAll();
                reply.isClosed = true;
                break;
            }
            reply.bytes += socket.readAll();
        }
        return reply;
    }

    // A refusal is read to its end: it may ask for TLS.
    static bool isDecided(const QByteArray &bytes)
    {
        if (!httpBegin.startsWith(bytes) && !bytes.startsWith(httpBegin))
            return true;
        return bytes.size() >= enough || (bytes.size() >= statusEnd && !isBadRequest(bytes));
    }

    static bool isBadRequest(const QByteArray &bytes)
    {
        return bytes.size() >= statusEnd && bytes.sliced(0, statusEnd).endsWith(" 400");
    }

    static Kind kindOf(const Reply &reply)
    {
        if (reply.bytes.startsWith(httpBegin))
            return Kind::Answered;
        if (!reply.bytes.isEmpty() && (reply.isClosed || !httpBegin.startsWith(reply.bytes)))
            return Kind::NotHttp;
        return reply.isClosed ? Kind::Closed : Kind::Silent;
    }

    // How a TLS server takes a plain request: it closes, sends an alert, or says so: "Client sent an HTTP
    // request to an HTTPS server" (Go), "The plain HTTP request was sent to HTTPS port" (nginx), "You're
    // speaking plain HTTP to an SSL-enabled server port" (Apache), "This combination of host and port
    // requires TLS" (Tomcat).
    static bool mayBeTls(const Reply &reply)
    {
        const QByteArray &bytes = reply.bytes;
        if (isBadRequest(bytes))
            return bytes.contains("HTTPS") || bytes.contains("SSL-enabled") || bytes.contains("requires TLS");
        return bytes.isEmpty() ? reply.isClosed : bytes.startsWith(tlsAlert);
    }

    bool speaksHttpOverTls()
    {
        QSslSocket socket;
        socket.setPeerVerifyMode(QSslSocket::VerifyNone);
        if (!QSslSocket::supportsSsl() || !connectTo(socket))
            return false;
        socket.startClientEncryption();
        while (!socket.isEncrypted()) {
            if (isOver()
                || (!socket.waitForEncrypted(slice()) && socket.state() != QAbstractSocket::ConnectedState))
                return false;
        }
        return kindOf(exchange(socket)) == Kind::Answered;
    }

    quint16 m_port;
    QDeadlineTimer m_deadline;
    const std::stop_token &m_stop;
};

} // namespace

HttpAnswer askHttp(quint16 port, std::chrono::milliseconds timeout, const std::stop_token &stop)
{
    return Asking(port, timeout, stop).ask();
}

} // namespace core
