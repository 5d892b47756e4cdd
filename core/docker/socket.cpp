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

SocketFacts::State connectOnce(const QByteArray &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= qsizetype(sizeof address.sun_path))
        return SocketFacts::State::Missing;
    std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0)
        return SocketFacts::State::Refused;
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    const int result = ::connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address);
    const int error = result == 0 ? 0 : errno;
    ::close(descriptor);
    switch (error) {
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

#else

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
