// SPDX-License-Identifier: MIT
#include "core/base/instancelock.h"

#include "core/base/logging.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

using namespace Qt::StringLiterals;

namespace core {

#ifdef Q_OS_UNIX

namespace {

constexpr QLatin1StringView ending{".lock"};

QString pathOf(const QString &folder, const ProcessIdentity &process)
{
    return QDir(folder).filePath(process.toLabel().replace(u'/', u'_') + ending);
}

bool makeFolder(const QString &folder)
{
    if (!QDir().mkpath(folder))
        return false;
    constexpr QFileDevice::Permissions ownersAlone =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    return QFile::setPermissions(folder, ownersAlone);
}

InstanceLock::Seen lookAt(const QString &path)
{
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return InstanceLock::Seen::Absent;
    // Shared, so that those who look do not see each other.
    const bool isFree = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0;
    const bool isHeld = !isFree && errno == EWOULDBLOCK;
    ::close(descriptor);
    if (isFree)
        return InstanceLock::Seen::Free;
    return isHeld ? InstanceLock::Seen::Held : InstanceLock::Seen::Absent;
}

// Locked before it has its name, so that nobody ever sees it free.
int createLocked(const QString &path)
{
    QByteArray name = QFile::encodeName(path) + ".XXXXXX";
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0
        && ::rename(name.constData(), QFile::encodeName(path).constData()) == 0)
        return descriptor;
    ::unlink(name.constData());
    ::close(descriptor);
    return -1;
}

} // namespace

InstanceLock::InstanceLock(const QString &folder, const ProcessIdentity &self)
    : m_path(pathOf(folder, self))
{
    if (makeFolder(folder))
        m_descriptor = createLocked(m_path);
    if (m_descriptor < 0)
        qCWarning(lcBase).noquote() << "no lock could be taken in" << folder;
    else
        sweep(folder);
}

InstanceLock::~InstanceLock()
{
    if (m_descriptor < 0)
        return;
    QFile::remove(m_path);
    ::close(m_descriptor);
}

InstanceLock::Seen InstanceLock::look(const QString &folder, const ProcessIdentity &process)
{
    return folder.isEmpty() ? Seen::Absent : lookAt(pathOf(folder, process));
}

void InstanceLock::sweep(const QString &folder, const MachineFiles &files)
{
    const QFileInfoList entries = QDir(folder).entryInfoList({u'*' + ending}, QDir::Files);
    for (const QFileInfo &entry : entries) {
        const auto process = ProcessIdentity::fromLabel(entry.completeBaseName().replace(u'_', u'/'));
        if (!process || lookAt(entry.filePath()) != Seen::Free)
            continue;
        // Of another pid namespace the file is all that tells of its end.
        const auto state = process->state(files);
        if (state == ProcessIdentity::State::Gone || state == ProcessIdentity::State::BeforeBoot)
            QFile::remove(entry.filePath());
    }
}

#else

InstanceLock::InstanceLock(const QString &, const ProcessIdentity &) {}

InstanceLock::~InstanceLock() = default;

InstanceLock::Seen InstanceLock::look(const QString &, const ProcessIdentity &)
{
    return Seen::Absent;
}

void InstanceLock::sweep(const QString &, const MachineFiles &) {}

#endif

} // namespace core
