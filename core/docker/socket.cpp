// SPDX-License-Identifier: MIT
#include "core/docker/socket.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QLocalSocket>

#ifdef Q_OS_UNIX
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#endif

namespace core {

#ifdef Q_OS_UNIX

namespace {

// A socket that asks `path` and does not wait; nobody listens where `error` is not 0.
class Attempt final
{
public:
    explicit Attempt(const QByteArray &path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        if (path.size() >= qsizetype(sizeof address.sun_path)) {
            m_error = ENOENT;
            return;
        }
        std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
        m_descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (m_descriptor < 0) {
            m_error = ECONNREFUSED;
            return;
        }
        ::fcntl(m_descriptor, F_SETFD, FD_CLOEXEC);
        ::fcntl(m_descriptor, F_SETFL, O_NONBLOCK);
        const int result =
            ::connect(m_descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address);
        m_error = result == 0 ? 0 : errno;
    }
    ~Attempt()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Attempt(const Attempt &) = delete;
    Attempt &operator=(const Attempt &) = delete;

    int error() const { return m_error; }
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor = -1;
    int m_error = 0;
};

SocketFacts::State connectOnce(const QByteArray &path)
{
    switch (Attempt(path).error()) {
    case 0:
    case EAGAIN: // somebody listens and is behind with accepting
        return SocketFacts::State::Listening;
    case EACCES:
    case EPERM:
        return SocketFacts::State::Denied;
    case ENOENT:
    case ENOTDIR:
        return SocketFacts::State::Missing;
    default:
        return SocketFacts::State::Refused;
    }
}

bool processHasGroup(gid_t group)
{
    if (::getegid() == group)
        return true;
    const int count = ::getgroups(0, nullptr);
    std::vector<gid_t> groups(size_t(std::max(count, 0)));
    if (::getgroups(count, groups.data()) < 0)
        return false;
    return std::find(groups.begin(), groups.end(), group) != groups.end();
}

bool databaseHasMember(const group &entry, const passwd &user)
{
    if (user.pw_gid == entry.gr_gid)
        return true;
    for (char **member = entry.gr_mem; *member != nullptr; ++member) {
        if (std::strcmp(*member, user.pw_name) == 0)
            return true;
    }
    return false;
}

// The group that would open the socket: its own, or "docker" where there is no socket to be seen behind a
// folder that this user may not enter. None where it is root's: nobody is to be added to that one.
const group *groupOf(const QByteArray &path)
{
    struct stat facts
    {};
    if (::stat(path.constData(), &facts) != 0)
        return ::getgrnam("docker");
    return facts.st_gid != 0 ? ::getgrgid(facts.st_gid) : nullptr;
}

} // namespace

SocketFacts lookAtSocket(const QString &path)
{
    if (path.isEmpty())
        return {};
    const QByteArray name = QFile::encodeName(path);
    SocketFacts facts{.state = connectOnce(name), .path = path};
    const passwd *user = ::getpwuid(::geteuid());
    facts.user = user != nullptr ? QString::fromLocal8Bit(user->pw_name) : QString::number(::geteuid());
    if (const group *entry = groupOf(name)) {
        facts.group = QString::fromLocal8Bit(entry->gr_name);
        facts.memberOnlyInDatabase =
            user != nullptr && databaseHasMember(*entry, *user) && !processHasGroup(entry->gr_gid);
    }
    return facts;
}

bool isListenerInSight(const QString &path)
{
#ifdef Q_OS_LINUX
    const Attempt attempt(QFile::encodeName(path));
    ucred listener{};
    socklen_t size = sizeof listener;
    // The kernel tells a process of another namespace as 0.
    return attempt.error() == 0
        && ::getsockopt(attempt.descriptor(), SOL_SOCKET, SO_PEERCRED, &listener, &size) == 0
        && listener.pid > 0;
#else
    Q_UNUSED(path)
    return false;
#endif
}

#else

bool isListenerInSight(const QString &)
{
    return false;
}

SocketFacts lookAtSocket(const QString &)
{
    return {};
}

#endif

bool pingAnswers(const QString &path, std::chrono::milliseconds timeout, const std::stop_token &stop)
{
    // Waits in short turns: nobody is told of a stop while the socket waits.
    constexpr int turnMs = 100;
    const QDeadlineTimer deadline(timeout);
    QLocalSocket socket;
    const auto mayGoOn = [&] {
        return socket.state() != QLocalSocket::UnconnectedState && !deadline.hasExpired()
            && !stop.stop_requested();
    };
    socket.connectToServer(path);
    while (!socket.waitForConnected(turnMs)) {
        if (!mayGoOn())
            return false;
    }
    socket.write("GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n");
    while (!socket.waitForReadyRead(turnMs)) {
        if (!mayGoOn())
            return false;
    }
    return true;
}

} // namespace core
