// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

#include <limits>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <csignal>
#endif

using namespace Qt::StringLiterals;

namespace core {

namespace {

// What /proc/<pid>/stat says of a process.
struct Stat
{
    char state = '?';
    quint64 startTime = 0;
};

std::optional<QByteArray> content(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll();
}

// The second field is the program's name, which may hold blanks and parentheses: the last ')' ends it.
std::optional<Stat> readStat(const QString &process)
{
    const auto text = content(u"/proc/"_s + process + u"/stat"_s);
    if (!text)
        return std::nullopt;
    const QList<QByteArray> fields = text->mid(text->lastIndexOf(')') + 1).simplified().split(' ');
    constexpr qsizetype startTimeField = 22 - 3; // fields count from 1, and these begin with the third
    if (fields.size() <= startTimeField || fields.first().size() != 1)
        return std::nullopt;
    bool ok = false;
    const quint64 startTime = fields.at(startTimeField).toULongLong(&ok);
    return ok ? std::optional(Stat{.state = fields.first().front(), .startTime = startTime}) : std::nullopt;
}

QString readPlace()
{
    const auto boot = content(u"/proc/sys/kernel/random/boot_id"_s);
    const QString space = QFile::symLinkTarget(u"/proc/self/ns/pid"_s);
    static const QRegularExpression inode(u"pid:\\[(\\d+)\\]$"_s);
    const auto match = inode.match(space);
    if (!boot || boot->size() < 8 || !match.hasMatch())
        return {};
    return QString::fromLatin1(boot->left(8)) % u'-' % match.captured(1);
}

// Whether /proc counts pids as this process does: not so in a pid namespace that kept its parent's /proc.
bool procIsOurs()
{
    return QFileInfo(QFile::symLinkTarget(u"/proc/self"_s)).fileName().toLongLong()
        == QCoreApplication::applicationPid();
}

bool exists(qint64 pid)
{
#ifdef Q_OS_UNIX
    if (pid <= 0 || pid > std::numeric_limits<pid_t>::max())
        return false;
    return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM;
#else
    Q_UNUSED(pid)
    return false;
#endif
}

} // namespace

ProcessIdentity ProcessIdentity::current()
{
    const auto stat = readStat(u"self"_s);
    return {.place = readPlace(),
            .pid = QCoreApplication::applicationPid(),
            .startTime = stat ? stat->startTime : 0};
}

std::optional<ProcessIdentity> ProcessIdentity::fromLabel(const QString &label)
{
    static const QRegularExpression form(u"\\A([A-Za-z0-9-]*)/([1-9][0-9]{0,9})/([0-9]{1,20})\\z"_s);
    const auto match = form.match(label);
    if (!match.hasMatch())
        return std::nullopt;
    bool ok = false;
    const quint64 startTime = match.capturedView(3).toULongLong(&ok);
    if (!ok)
        return std::nullopt;
    return ProcessIdentity{
        .place = match.captured(1), .pid = match.capturedView(2).toLongLong(), .startTime = startTime};
}

QString ProcessIdentity::toLabel() const
{
    return place % u'/' % QString::number(pid) % u'/' % QString::number(startTime);
}

ProcessIdentity::State ProcessIdentity::state() const
{
    if (place.isEmpty() || place != readPlace())
        return State::Elsewhere;
    if (!exists(pid))
        return State::Gone;
    const auto stat = procIsOurs() ? readStat(QString::number(pid)) : std::nullopt;
    if (!stat)
        return State::Alive; // hidden from us, but it exists
    const bool ended = stat->state == 'Z' || stat->state == 'X';
    return !ended && stat->startTime == startTime ? State::Alive : State::Gone;
}

} // namespace core
