// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/access.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QTemporaryDir>

#include <utility>

namespace tests {

// A socket that accepts like an engine. While it is frozen it answers nothing; what was asked meanwhile it
// answers when it thaws.
class FreezingEngine final
{
public:
    FreezingEngine()
    {
        QObject::connect(&m_server, &QLocalServer::newConnection, &m_server, [this] {
            QLocalSocket *const socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QLocalSocket::readyRead, socket, [this, socket] { onAsked(socket); });
            QObject::connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        });
        if (!m_server.listen(m_folder.filePath(QStringLiteral("docker.sock"))))
            qFatal("the test has no socket");
    }

    core::EngineAccess access() const
    {
        return {.facts = {.endpoint = QString(QStringLiteral("unix://") + m_server.fullServerName())}};
    }
    void close() { m_server.close(); }
    void freeze() { m_isFrozen = true; }
    void thaw()
    {
        m_isFrozen = false;
        const auto waiting = m_server.findChildren<QLocalSocket *>();
        for (QLocalSocket *const socket : waiting)
            answer(socket);
    }

    int asked = 0;

private:
    void onAsked(QLocalSocket *socket)
    {
        ++asked;
        if (!m_isFrozen)
            answer(socket);
    }
    static void answer(QLocalSocket *socket) { socket->write("HTTP/1.0 200 OK\r\n\r\nOK"); }

    QTemporaryDir m_folder;
    QLocalServer m_server;
    bool m_isFrozen = false;
};

} // namespace tests
