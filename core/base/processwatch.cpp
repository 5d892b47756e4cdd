// SPDX-License-Identifier: MIT
#include "core/base/processwatch.h"

#include <QSocketNotifier>

#ifdef Q_OS_LINUX
#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace core {

namespace {

int openProcess(qint64 pid)
{
#ifdef Q_OS_LINUX
    return int(::syscall(SYS_pidfd_open, pid_t(pid), 0)); // close-on-exec by itself
#else
    Q_UNUSED(pid)
    return -1;
#endif
}

bool isMissing()
{
#ifdef Q_OS_LINUX
    return errno == ESRCH;
#else
    return false;
#endif
}

} // namespace

// A descriptor of the process, which can be read as soon as it has ended.
struct ProcessWatch::Watched
{
    explicit Watched(int theDescriptor)
        : descriptor(theDescriptor)
        , notifier(theDescriptor, QSocketNotifier::Read)
    {}
    ~Watched()
    {
        notifier.setEnabled(false);
#ifdef Q_OS_LINUX
        ::close(descriptor);
#endif
    }
    Watched(const Watched &) = delete;
    Watched &operator=(const Watched &) = delete;

    const int descriptor;
    QSocketNotifier notifier;
};

ProcessWatch::ProcessWatch(QObject *parent)
    : QObject(parent)
{}

ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::setProcesses(const QSet<qint64> &pids)
{
    m_watched.removeIf([&pids](const auto entry) { return !pids.contains(entry.key()); });
    for (const qint64 pid : pids) {
        if (!m_watched.contains(pid))
            watch(pid);
    }
}

void ProcessWatch::watch(qint64 pid)
{
    const int descriptor = openProcess(pid);
    if (descriptor < 0) {
        if (isMissing())
            QMetaObject::invokeMethod(
                this, [this, pid] { Q_EMIT ended(pid); }, Qt::QueuedConnection);
        return;
    }
    const auto watched = std::make_shared<Watched>(descriptor);
    connect(&watched->notifier, &QSocketNotifier::activated, this, [this, pid] { onEnded(pid); });
    m_watched.insert(pid, watched);
}

void ProcessWatch::onEnded(qint64 pid)
{
    const auto watched = m_watched.take(pid);
    if (watched == nullptr)
        return;
    watched->notifier.setEnabled(false);
    // The notifier is what tells of it right now.
    QMetaObject::invokeMethod(
        this, [watched] {}, Qt::QueuedConnection);
    Q_EMIT ended(pid);
}

} // namespace core
