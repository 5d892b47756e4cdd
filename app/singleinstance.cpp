// SPDX-License-Identifier: MIT
#include "app/singleinstance.h"

#include "core/base/logging.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QDir>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTimer>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace app {

namespace {

constexpr auto betweenAttempts = 20ms;
constexpr auto longestSilence = 2s; // of somebody who has connected and says nothing
constexpr qint64 longestLine = 4096;
const QByteArray accepted = "ok\n";
const QByteArray refused = "refused\n";

// A display's name may have slashes in it, and a socket's path is short.
QString fileName(const QString &display)
{
    const QByteArray hash = QCryptographicHash::hash(display.toUtf8(), QCryptographicHash::Sha256).toHex();
    return u"window-"_s % QString::fromLatin1(hash.first(12));
}

int msecs(const QDeadlineTimer &deadline)
{
    return int(std::max<qint64>(1, deadline.remainingTime()));
}

} // namespace

SingleInstance::SingleInstance(const QString &folder, const QString &display, QObject *parent)
    : QObject(parent)
    , m_socketPath(folder % u'/' % fileName(display) % u".sock"_s)
    , m_lock(folder % u'/' % fileName(display) % u".lock"_s)
{
    QDir().mkpath(folder);
    // However long it is held: it is free when its process has ended.
    m_lock.setStaleLockTime(0);
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::onConnection);
}

SingleInstance::~SingleInstance()
{
    release();
}

SingleInstance::Role SingleInstance::start(const Handover &wanted, std::chrono::milliseconds patience)
{
    const QDeadlineTimer deadline(patience);
    // The other may just be starting or ending: both are over in a moment.
    while (true) {
        if (takeLock())
            return Role::First;
        const QByteArray answer = handOver(wanted, deadline);
        if (!answer.isEmpty())
            return answer == accepted ? Role::HandedOver : Role::Refused;
        if (deadline.hasExpired())
            return Role::NoAnswer;
        std::this_thread::sleep_for(betweenAttempts);
    }
}

void SingleInstance::release()
{
    m_server.close();
    m_lock.unlock();
}

qint64 SingleInstance::holder() const
{
    qint64 pid = 0;
    QString host;
    QString program;
    return m_lock.getLockInfo(&pid, &host, &program) ? pid : 0;
}

// Where there can be no lock, a window is better than none.
bool SingleInstance::takeLock()
{
    if (m_lock.tryLock(0)) {
        // Whoever listened there has no lock any more.
        QLocalServer::removeServer(m_socketPath);
        if (!m_server.listen(m_socketPath))
            qCWarning(core::lcMonitor) << "a second start will not find this one:" << m_server.errorString();
        return true;
    }
    return m_lock.error() != QLockFile::LockFailedError;
}

// Returns what the other answered; nothing where it did not.
QByteArray SingleInstance::handOver(const Handover &wanted, const QDeadlineTimer &deadline) const
{
    QLocalSocket socket;
    socket.connectToServer(m_socketPath);
    if (!socket.waitForConnected(msecs(deadline)))
        return {};
    socket.write(toLine(wanted) + '\n');
    while (!socket.canReadLine() && socket.waitForReadyRead(msecs(deadline))) {
    }
    return socket.canReadLine() ? socket.readLine() : QByteArray();
}

void SingleInstance::onConnection()
{
    while (QLocalSocket *const socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(*socket); });
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        QTimer::singleShot(longestSilence, socket, &QLocalSocket::abort);
        read(*socket);
    }
}

void SingleInstance::read(QLocalSocket &socket)
{
    if (!socket.canReadLine()) {
        if (socket.bytesAvailable() > longestLine)
            socket.abort();
        return;
    }
    const auto handover = parseHandover(socket.readLine(longestLine).trimmed());
    socket.write(handover ? accepted : refused);
    socket.disconnectFromServer();
    if (handover)
        Q_EMIT wanted(*handover);
}

QString runtimeFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) % u"/berth"_s;
}

QString displayName()
{
    for (const char *const variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
        const QString name = qEnvironmentVariable(variable);
        if (!name.isEmpty())
            return QString::fromLatin1(variable) % u'=' % name;
    }
    return {};
}

QString activationToken()
{
    const QString token = qEnvironmentVariable("XDG_ACTIVATION_TOKEN");
    return token.isEmpty() ? qEnvironmentVariable("DESKTOP_STARTUP_ID") : token;
}

} // namespace app
