// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"

#include <QCoreApplication>
#include <QCryptographicHash>
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

std::optional<QByteArray> content(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll();
}

// The parts of a place: machine, boot, pid namespace.
struct Place
{
    QString machine;
    QString boot;
    QString space;
};

// The machine's id is not to leave the machine (machine-id(5)), so what stands for it is a hash.
QString readMachine(const MachineFiles &files)
{
    const auto id = content(files.machineId);
    if (!id || id->trimmed().isEmpty())
        return u"0"_s; // a container's image may have none
    const QByteArray text = "berth " + id->trimmed();
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex().first(12));
}

Place readPlace(const MachineFiles &files)
{
    const auto boot = content(files.proc + u"/sys/kernel/random/boot_id"_s);
    const QString space = QFile::symLinkTarget(files.proc + u"/self/ns/pid"_s);
    static const QRegularExpression inode(u"pid:\\[(\\d+)\\]$"_s);
    const auto match = inode.match(space);
    if (!boot || boot->size() < 8 || !match.hasMatch())
        return {};
    return {.machine = readMachine(files),
            .boot = QString::fromLatin1(boot->first(8)),
            .space = match.captured(1)};
}

std::optional<Place> placeOf(const QString &text)
{
    const QStringList parts = text.split(u'-');
    if (parts.size() != 3)
        return std::nullopt;
    return Place{.machine = parts.at(0), .boot = parts.at(1), .space = parts.at(2)};
}

bool isRealProc(const MachineFiles &files)
{
    return files.proc == MachineFiles().proc;
}

// Whether /proc counts pids as this process does: not so in a pid namespace that kept its parent's /proc.
bool procIsOurs(const MachineFiles &files)
{
    return !isRealProc(files)
        || QFileInfo(QFile::symLinkTarget(u"/proc/self"_s)).fileName().toLongLong()
        == QCoreApplication::applicationPid();
}

// Asked of the kernel: /proc may hide the processes of other users.
bool exists(qint64 pid, const MachineFiles &files)
{
    if (!isRealProc(files))
        return QFileInfo::exists(files.proc + u'/' + QString::number(pid));
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

// The second field is the program's name, which may hold blanks and parentheses: the last ')' ends it.
std::optional<ProcessStat> readProcessStat(const QString &process, const MachineFiles &files)
{
    const auto text = content(files.proc + u'/' + process + u"/stat"_s);
    if (!text)
        return std::nullopt;
    const qsizetype begin = text->indexOf('(') + 1;
    const qsizetype end = text->lastIndexOf(')');
    const QList<QByteArray> fields = text->mid(end + 1).simplified().split(' ');
    constexpr qsizetype parentField = 4 - 3; // fields count from 1, and these begin with the third
    constexpr qsizetype startTimeField = 22 - 3;
    if (begin < 1 || end < begin || fields.size() <= startTimeField || fields.first().size() != 1)
        return std::nullopt;
    bool isNumber = false;
    const quint64 startTime = fields.at(startTimeField).toULongLong(&isNumber);
    if (!isNumber)
        return std::nullopt;
    return ProcessStat{.program = text->sliced(begin, end - begin),
                       .state = fields.first().front(),
                       .parent = fields.at(parentField).toLongLong(),
                       .startTime = startTime};
}

ProcessIdentity ProcessIdentity::current(const MachineFiles &files)
{
    const Place place = readPlace(files);
    const auto stat = readProcessStat(u"self"_s, files);
    return {.place = place.boot.isEmpty() ? QString()
                                          : QString(place.machine % u'-' % place.boot % u'-' % place.space),
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

ProcessIdentity::State ProcessIdentity::state(const MachineFiles &files) const
{
    const Place here = readPlace(files);
    const auto there = placeOf(place);
    if (!there || here.boot.isEmpty())
        return State::Elsewhere;
    if (there->boot != here.boot)
        return there->machine == here.machine && here.machine != "0"_L1 ? State::BeforeBoot
                                                                        : State::Elsewhere;
    if (there->space != here.space)
        return State::Elsewhere;
    if (!exists(pid, files))
        return State::Gone;
    const auto stat = procIsOurs(files) ? readProcessStat(QString::number(pid), files) : std::nullopt;
    if (!stat)
        return State::Alive; // hidden from us, but it exists
    const bool hasEnded = stat->state == 'Z' || stat->state == 'X';
    return !hasEnded && stat->startTime == startTime ? State::Alive : State::Gone;
}

} // namespace core
