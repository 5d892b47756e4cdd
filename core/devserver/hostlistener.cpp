// SPDX-License-Identifier: MIT
#include "core/devserver/ports.h"

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QSet>
#include <QtEndian>

#include <filesystem>
#include <system_error>

#ifndef Q_OS_LINUX
#include <QTcpServer>
#endif

using namespace Qt::StringLiterals;

namespace core {

#ifdef Q_OS_LINUX

namespace {

namespace fs = std::filesystem;

constexpr QByteArrayView listening{"0A"};

// The kernel prints an address as 32-bit words in the machine's own byte order.
QByteArray addressText(const QList<quint32> &words)
{
    QByteArray text;
    for (const quint32 word : words)
        text += QByteArray::number(qToBigEndian(word), 16).toUpper().rightJustified(8, '0');
    return text;
}

// 127.0.0.1 and every address, plain and as IPv6 writes them. Of a socket on :: nobody is told whether it
// takes IPv4 as well; it mostly does.
bool meetsLoopback(const QByteArray &address)
{
    static const QSet<QByteArray> meeting{addressText({0x7f000001}), addressText({0}),
                                          addressText({0, 0, 0xffff, 0x7f000001}),
                                          addressText({0, 0, 0xffff, 0}), addressText({0, 0, 0, 0})};
    return meeting.contains(address);
}

// The sockets that listen: the second field is the address, the fourth the state, the tenth the inode.
void addListeners(QSet<QByteArray> &inodes, const QString &table, quint16 port)
{
    QFile file(table);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QByteArray wanted = ':' + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (!line.contains(wanted))
            continue;
        const QList<QByteArray> fields = line.simplified().split(' ');
        if (fields.size() > 9 && fields.at(3) == listening && fields.at(1).endsWith(wanted)
            && meetsLoopback(fields.at(1).chopped(wanted.size())))
            inodes.insert(fields.at(9));
    }
}

bool holdsOneOf(const QSet<QByteArray> &inodes, const fs::path &process)
{
    std::error_code error;
    fs::directory_iterator descriptor(process / "fd", error);
    while (!error && descriptor != fs::directory_iterator()) {
        std::error_code gone; // between the listing and the look
        const auto target = QByteArray::fromStdString(fs::read_symlink(descriptor->path(), gone).native());
        if (target.startsWith("socket:[") && inodes.contains(target.sliced(8).chopped(1)))
            return true;
        descriptor.increment(error);
    }
    return false;
}

HostListener listenerOf(qint64 pid)
{
    QFile name(u"/proc/%1/comm"_s.arg(pid));
    const bool isOpen = name.open(QIODevice::ReadOnly);
    return {.program = isOpen ? QString::fromUtf8(name.readAll()).trimmed() : QString(), .pid = pid};
}

} // namespace

std::optional<HostListener> hostListener(quint16 port)
{
    QSet<QByteArray> inodes;
    addListeners(inodes, u"/proc/net/tcp"_s, port);
    addListeners(inodes, u"/proc/net/tcp6"_s, port);
    if (inodes.isEmpty())
        return std::nullopt;
    std::error_code error;
    fs::directory_iterator process("/proc", error);
    while (!error && process != fs::directory_iterator()) {
        bool isPid = false;
        const qint64 pid = QByteArray::fromStdString(process->path().filename().native()).toLongLong(&isPid);
        if (isPid && holdsOneOf(inodes, process->path()))
            return listenerOf(pid);
        process.increment(error);
    }
    return HostListener{}; // somebody else's
}

#else

std::optional<HostListener> hostListener(quint16 port)
{
    QTcpServer server;
    const bool isHeld = !server.listen(QHostAddress::LocalHost, port)
        && server.serverError() == QAbstractSocket::AddressInUseError;
    return isHeld ? std::optional(HostListener{}) : std::nullopt;
}

#endif

} // namespace core
