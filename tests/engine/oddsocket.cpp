// SPDX-License-Identifier: MIT
#include "tests/engine/oddsocket.h"

#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

using namespace Qt::StringLiterals;

namespace tests {

namespace {

void listenOn(QLocalServer &server, const QString &path)
{
    server.setSocketOptions(QLocalServer::WorldAccessOption);
    if (!server.listen(path))
        QTest::qFail(server.errorString().toUtf8().constData(), __FILE__, __LINE__);
}

} // namespace

OddListener::OddListener(const QString &path, Manner manner, const QByteArray &answer)
    : m_manner(manner)
    , m_answer(answer)
{
    connect(&m_server, &QLocalServer::newConnection, this, &OddListener::greet);
    listenOn(m_server, path);
}

void OddListener::greet()
{
    QLocalSocket *const caller = m_server.nextPendingConnection();
    if (m_manner == Manner::ClosesAtOnce)
        caller->close();
    if (m_manner == Manner::Answers) {
        connect(caller, &QLocalSocket::readyRead, this, [this, caller] {
            // An answer to HEAD has no body, or the next one begins with it.
            const bool headOnly = caller->readAll().startsWith("HEAD ");
            const qsizetype bodyAt = m_answer.indexOf("\r\n\r\n") + 4;
            caller->write(headOnly ? m_answer.left(bodyAt) : m_answer);
        });
    }
}

QByteArray httpAnswer(const QByteArray &status, const QByteArray &type, const QByteArray &body)
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type
        + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

SocketProxy::SocketProxy(const QString &path, const QString &enginePath, Archive archive)
    : m_enginePath(enginePath)
    , m_archive(archive)
{
    connect(&m_server, &QLocalServer::newConnection, this, &SocketProxy::join);
    listenOn(m_server, path);
}

void SocketProxy::join()
{
    QLocalSocket *const client = m_server.nextPendingConnection();
    auto *const engine = new QLocalSocket(client);
    connect(client, &QLocalSocket::readyRead, engine, [this, client, engine] { handOn(client, engine); });
    connect(engine, &QLocalSocket::readyRead, client, [client, engine] { client->write(engine->readAll()); });
    connect(client, &QLocalSocket::disconnected, engine, &QLocalSocket::disconnectFromServer);
    connect(engine, &QLocalSocket::disconnected, client, &QLocalSocket::disconnectFromServer);
    connect(engine, &QLocalSocket::errorOccurred, client, &QLocalSocket::disconnectFromServer);
    engine->connectToServer(m_enginePath);
}

void SocketProxy::handOn(QLocalSocket *client, QLocalSocket *engine)
{
    static constexpr auto holding = "holding";
    QByteArray bytes = client->readAll();
    if (bytes.contains("/images/load")) {
        m_seenLoad = true;
        client->setProperty(holding, m_archive == Archive::HeldBack);
    } else if (client->property(holding).toBool()) {
        return;
    }
    if (m_archive == Archive::Spoilt)
        bytes.replace("ustar", "uztar");
    engine->write(bytes);
}

bool leaveStaleSocket(const QString &path)
{
    const QByteArray name = path.toUtf8();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, name.constData(), sizeof address.sun_path - 1);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool bound = ::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
    ::close(fd);
    return bound;
}

} // namespace tests
