// SPDX-License-Identifier: MIT
#include "core/docker/child.h"

#include "core/base/logging.h"

#include <QTimer>

#include <chrono>

#ifdef Q_OS_UNIX
#include <csignal>
#include <unistd.h>
#endif
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

using namespace std::chrono_literals;

namespace core {

namespace {

constexpr auto terminationGrace = 2s;

#ifdef Q_OS_UNIX
// Runs in the child between fork and exec: only async-signal-safe calls.
void enterOwnGroup([[maybe_unused]] pid_t parent)
{
    ::setpgid(0, 0);
#ifdef Q_OS_LINUX
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // it died before the line above
        ::_exit(127);
#endif
}
#endif

} // namespace

Child::Child(const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    m_process.setProgram(program);
    m_process.setArguments(arguments);
    m_process.setProcessEnvironment(environment);
#ifdef Q_OS_UNIX
    m_process.setChildProcessModifier([parent = ::getpid()] { enterOwnGroup(parent); });
#endif
    connect(&m_process, &QProcess::readyReadStandardOutput, this,
            [this] { Q_EMIT out(m_process.readAllStandardOutput()); });
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { Q_EMIT err(m_process.readAllStandardError()); });
    connect(&m_process, &QProcess::finished, this, &Child::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            Q_EMIT ended({.startError = m_process.errorString()});
    });
}

Child::~Child()
{
    if (m_process.state() != QProcess::NotRunning)
        killNow();
}

void Child::start(const QByteArray &input)
{
    m_process.start();
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_group = m_process.processId();
    if (!input.isEmpty())
        m_process.write(input);
    m_process.closeWriteChannel();
}

// Nobody hears it any more, and it deletes itself when its process was reaped. Null where there is none.
Child *Child::silenced(std::unique_ptr<Child> child)
{
    Child *const orphan = child.release();
    orphan->disconnect();
    if (orphan->m_process.state() == QProcess::NotRunning) {
        orphan->deleteLater();
        return nullptr;
    }
    connect(orphan, &Child::ended, orphan, &QObject::deleteLater);
    return orphan;
}

void Child::abandonAtOnce(std::unique_ptr<Child> child)
{
    if (Child *const orphan = silenced(std::move(child)))
        orphan->signalGroup(Signal::Kill);
}

void Child::abandon(std::unique_ptr<Child> child)
{
    Child *const orphan = silenced(std::move(child));
    if (orphan == nullptr)
        return;
    orphan->signalGroup(Signal::Terminate);
    QTimer::singleShot(terminationGrace, orphan, [orphan] {
        qCWarning(lcDocker) << "a docker client did not end in time and was killed, pid" << orphan->m_group;
        orphan->signalGroup(Signal::Kill);
    });
}

void Child::killNow()
{
    m_process.disconnect(this);
    signalGroup(Signal::Kill);
    m_process.waitForFinished();
}

void Child::onFinished(int exitCode, QProcess::ExitStatus status)
{
    // Whoever it started and left behind goes with it.
    signalGroup(Signal::Kill);
    Q_EMIT ended({.exitCode = status == QProcess::NormalExit ? exitCode : 128 + exitCode});
}

void Child::signalGroup(Signal signal)
{
#ifdef Q_OS_UNIX
    const int number = signal == Signal::Kill ? SIGKILL : SIGTERM;
    const auto group = static_cast<pid_t>(m_group);
    // Right after the fork the group may not exist yet; then the child is still alone.
    if (group > 0 && ::kill(-group, number) != 0 && m_process.state() != QProcess::NotRunning)
        ::kill(group, number);
#else
    if (signal == Signal::Kill)
        m_process.kill();
    else
        m_process.terminate();
#endif
}

} // namespace core
