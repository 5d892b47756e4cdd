// SPDX-License-Identifier: MIT
#pragma once

#include <QLocalServer>
#include <QLocalSocket>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QtEndian>

#include <array>
#include <memory>
#include <utility>

namespace tests {

// A session manager of X (XSMP) with one client, as far as a logout needs one. All messages of ICE begin with
// two bytes that say what they are, two of their own and the length of what follows, in units of eight bytes.
class SessionManager final
{
public:
    SessionManager()
    {
        QObject::connect(&m_server, &QLocalServer::newConnection, &m_server, [this] {
            m_client.reset(m_server.nextPendingConnection());
            QObject::connect(m_client.get(), &QLocalSocket::readyRead, m_client.get(), [this] { read(); });
            send(0, byteOrder, 0, 0);
        });
        if (!m_server.listen(m_folder.filePath(QStringLiteral("manager"))))
            qFatal("no session manager");
    }

    // What a client finds it by, in SESSION_MANAGER.
    QString address() const
    {
        return QStringLiteral("local/%1:%2").arg(QSysInfo::machineHostName(), m_server.fullServerName());
    }

    bool isRegistered() const { return m_isRegistered; }
    // How often the client has said that all is saved.
    int saves() const { return m_saves; }
    // Whether the client wants to be started by the next session.
    enum class Restart : char { Unknown = -1, IfRunning, Anyway, Immediately, Never };
    Restart restart() const { return m_restart; }

    // Of all that is open, for the session is about to end.
    void save()
    {
        // Everything, for a shutdown, and nobody is to be asked.
        send(smProtocol, saveYourself, 0, 0, QByteArray("\2\1\0\0\0\0\0\0", 8));
    }
    void cancel() { send(smProtocol, shutdownCancelled, 0, 0); }
    void endSession() { send(smProtocol, die, 0, 0); }

private:
    static constexpr char smProtocol = 1;
    // Of ICE itself.
    static constexpr char byteOrder = 1;
    static constexpr char connectionSetup = 2;
    static constexpr char connectionReply = 6;
    static constexpr char protocolSetup = 7;
    static constexpr char protocolReply = 8;
    // Of the protocol in it.
    static constexpr char registerClient = 1;
    static constexpr char registerReply = 2;
    static constexpr char saveYourself = 3;
    static constexpr char saveYourselfDone = 8;
    static constexpr char die = 9;
    static constexpr char shutdownCancelled = 10;
    static constexpr char setProperties = 12;

    static constexpr qsizetype header = 8;

    void send(char protocol, char message, char first, char second, const QByteArray &rest = {})
    {
        const std::array<char, header> begin{protocol, message, first, second, char(rest.size() / 8),
                                             '\0',     '\0',    '\0'};
        m_client->write(QByteArray(begin.data(), header) + rest);
    }

    void read()
    {
        m_received += m_client->readAll();
        while (m_received.size() >= header) {
            const auto units = qFromLittleEndian<quint32>(m_received.constData() + 4);
            const qsizetype size = header + 8 * qsizetype(units);
            if (m_received.size() < size)
                return;
            obey(m_received.first(size));
            m_received.remove(0, size);
        }
    }

    void obey(const QByteArray &message)
    {
        // Vendor and release, both without a character.
        const QByteArray nobody(8, '\0');
        const std::pair kind(message.at(0), message.at(1));
        if (kind == std::pair('\0', connectionSetup)) {
            send(0, connectionReply, 0, 0, nobody);
        } else if (kind == std::pair('\0', protocolSetup)) {
            send(0, protocolReply, 0, smProtocol, nobody);
        } else if (kind == std::pair(smProtocol, registerClient)) {
            m_isRegistered = true;
            send(smProtocol, registerReply, 0, 0, QByteArray("\4\0\0\0ship", 8));
        } else if (kind == std::pair(smProtocol, setProperties)) {
            if (message.contains("RestartStyleHint"))
                m_restart = Restart(message.at(message.size() - 4)); // one byte, and three that fill up
        } else if (kind == std::pair(smProtocol, saveYourselfDone)) {
            ++m_saves;
        }
    }

    QTemporaryDir m_folder;
    QLocalServer m_server;
    std::unique_ptr<QLocalSocket> m_client;
    QByteArray m_received;
    bool m_isRegistered = false;
    int m_saves = 0;
    Restart m_restart = Restart::Unknown;
};

} // namespace tests
