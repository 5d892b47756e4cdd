// SPDX-License-Identifier: MIT
#include "tests/bench/footprint.h"

#include "core/base/blockingpool.h"
#include "tests/bench/realengine.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace bench {

namespace {

constexpr int longestWorkMs = 2000;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Those that have ended and are not waited for are among them.
qsizetype childProcesses()
{
    const QByteArray self = QByteArray::number(QCoreApplication::applicationPid());
    qsizetype count = 0;
    const QStringList all = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &pid : all) {
        // `pid (name) state parent …`, and a name may have blanks and brackets of its own.
        const QByteArray stat = contentOf(u"/proc/%1/stat"_s.arg(pid));
        if (stat.mid(stat.lastIndexOf(')') + 2).split(' ').value(1) == self)
            ++count;
    }
    return count;
}

qsizetype entriesOf(const QString &folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size();
}

qsizetype linesOf(const QStringList &question)
{
    const auto answer = docker(question);
    return answer ? answer->count('\n') : -1;
}

double pagesAsMiB(double pages)
{
    return pages * double(::sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

bool isLockFile(const QString &name)
{
    return name.contains(".lock"_L1);
}

} // namespace

Footprint footprint(const QString &folder)
{
    Footprint now;
    now[containers] = linesOf({u"ps"_s, u"--all"_s, u"--quiet"_s});
    now[volumes] = linesOf({u"volume"_s, u"ls"_s, u"--quiet"_s});
    now[lockFiles] = 0;
    now[otherFiles] = 0;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        ++now[isLockFile(files.fileName()) ? lockFiles : otherFiles];
    }
    core::blockingPool().waitForDone(longestWorkMs);
    core::lookingPool().waitForDone(longestWorkMs);
    now[processes] = childProcesses();
    now[threads] = entriesOf(u"/proc/self/task"_s);
    now[descriptors] = entriesOf(u"/proc/self/fd"_s);
    return now;
}

QStringList moreThan(const Footprint &before, const Footprint &now, const QStringList &names)
{
    QStringList more;
    for (const QString &name : names) {
        const qsizetype count = now.value(name, -1);
        if (count < 0 || count > before.value(name, -1))
            more.append(name);
    }
    return more;
}

double residentMiB()
{
    return pagesAsMiB(contentOf(u"/proc/self/statm"_s).split(' ').value(1).toDouble());
}

double ownMiB()
{
    const QList<QByteArray> pages = contentOf(u"/proc/self/statm"_s).split(' ');
    return pagesAsMiB(pages.value(1).toDouble() - pages.value(2).toDouble());
}

} // namespace bench
