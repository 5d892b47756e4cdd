// SPDX-License-Identifier: MIT
#include "core/docker/client.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"
#include "core/docker/child.h"
#include "core/docker/tail.h"

#include <QDir>
#include <QFileInfo>
#include <QThread>

#include <condition_variable>
#include <mutex>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace core {

namespace {

QString executableName()
{
#ifdef Q_OS_WIN
    return u"docker.exe"_s;
#else
    return u"docker"_s;
#endif
}

QStringList searchFolders(const QProcessEnvironment &environment)
{
    // Without PATH the system's own search path counts, as for a shell.
    const QString path = environment.value(u"PATH"_s, u"/usr/local/bin:/usr/bin:/bin"_s);
    QStringList folders = path.split(QDir::listSeparator(), Qt::SkipEmptyParts);
    const QString home = environment.value(u"HOME"_s, QDir::homePath());
    folders << home + u"/.local/bin"_s << home + u"/bin"_s << u"/usr/local/bin"_s << u"/snap/bin"_s
            << home + u"/.docker/bin"_s << home + u"/.rd/bin"_s;
    folders.removeDuplicates();
    return folders;
}

QString notFoundReason(const ClientLocation &location)
{
    return u"the docker CLI is not on PATH; searched "_s + location.searched.join(u", "_s);
}

// One command under way, shared by the thread that waits for it and the thread that its process lives on.
struct Job
{
    explicit Job(qsizetype kept)
        : out(kept)
        , err(kept)
    {}

    std::mutex mutex;
    std::condition_variable_any changed;
    std::optional<ChildEnding> ending;
    Tail out;
    Tail err;
    OutputSink output;
    std::stop_source over;

    void take(OutputChannel channel, const QByteArray &bytes)
    {
        {
            const std::lock_guard lock(mutex);
            (channel == OutputChannel::Out ? out : err).append(bytes);
        }
        if (output)
            output(channel, bytes, over.get_token());
    }
};

} // namespace

ClientLocation locateClient(const QString &configured, const QProcessEnvironment &environment)
{
    if (!configured.isEmpty())
        return {.program = configured, .searched = {configured}};
    ClientLocation location{.searched = searchFolders(environment)};
    for (const QString &folder : std::as_const(location.searched)) {
        const QFileInfo file(QDir(folder), executableName());
        if (!file.isFile())
            continue;
        if (file.isExecutable()) {
            location.program = file.absoluteFilePath();
            break;
        }
        if (location.program.isEmpty())
            location.program = file.absoluteFilePath();
    }
    return location;
}

// Owns the running children, on the Client's thread.
class Client::Host final : public QObject
{
public:
    void start(const std::shared_ptr<Job> &job, const QString &program, const QStringList &arguments,
               const QProcessEnvironment &environment, const QByteArray &input)
    {
        auto child = std::make_unique<Child>(program, arguments, environment);
        connect(child.get(), &Child::out, this,
                [job](const QByteArray &bytes) { job->take(OutputChannel::Out, bytes); });
        connect(child.get(), &Child::err, this,
                [job](const QByteArray &bytes) { job->take(OutputChannel::Err, bytes); });
        connect(child.get(), &Child::ended, this, [this, job](const ChildEnding &ending) {
            if (const auto found = m_children.find(job.get()); found != m_children.end()) {
                found->second.release()->deleteLater();
                m_children.erase(found);
            }
            const std::lock_guard lock(job->mutex);
            job->ending = ending;
            job->changed.notify_all();
        });
        Child *const started = child.get();
        m_children[job.get()] = std::move(child);
        started->start(input);
    }

    void abandon(const std::shared_ptr<Job> &job)
    {
        const auto found = m_children.find(job.get());
        if (found == m_children.end())
            return;
        auto child = std::move(found->second);
        m_children.erase(found);
        child->setParent(
            this); // so that it ends with the host where the thread ends before its grace is over
        Child::abandon(std::move(child));
    }

private:
    std::unordered_map<Job *, std::unique_ptr<Child>> m_children;
};

Client::Client(ClientLocation location, const QProcessEnvironment &environment)
    : m_location(std::move(location))
    , m_environment(environment)
    , m_thread(std::make_unique<QThread>())
    , m_host(std::make_unique<Host>())
{
    m_thread->setObjectName(u"docker"_s);
    m_host->moveToThread(m_thread.get());
    m_thread->start();
}

Client::~Client()
{
    // The host dies on its own thread, and its children with it.
    m_host.release()->deleteLater();
    m_thread->quit();
    m_thread->wait();
}

CommandOutcome Client::run(const QStringList &arguments, const CommandOptions &options)
{
    const auto started = std::chrono::steady_clock::now();
    const auto passed = [started] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now()
                                                                     - started);
    };
    if (m_location.program.isEmpty())
        return Failed{.cause = Failed::Cause::NotFound, .reason = notFoundReason(m_location)};
    if (options.stop.stop_requested())
        return Failed{.cause = Failed::Cause::Cancelled, .reason = u"cancelled"_s};
    qCDebug(lcDocker).noquote() << "running" << printable(arguments.join(u' '));

    const auto job = std::make_shared<Job>(options.kept);
    job->output = options.output;
    Host *const host = m_host.get();
    QMetaObject::invokeMethod(
        host,
        [this, host, job, arguments, input = options.input] {
            host->start(job, m_location.program, arguments, m_environment, input);
        },
        Qt::QueuedConnection);

    std::unique_lock lock(job->mutex);
    job->changed.wait_until(lock, options.stop, started + options.timeout,
                            [&job] { return job->ending.has_value(); });
    const QByteArray out = job->out.bytes();
    const QByteArray err = job->err.bytes();
    const auto ending = job->ending;
    lock.unlock();

    if (!ending) {
        job->over.request_stop(); // or the thread would wait for a reader instead of ending the process
        QMetaObject::invokeMethod(
            host, [host, job] { host->abandon(job); }, Qt::QueuedConnection);
        const bool cancelled = options.stop.stop_requested();
        qCDebug(lcDocker) << (cancelled ? "cancelled after" : "timed out after") << passed().count() << "ms";
        return Failed{.cause = cancelled ? Failed::Cause::Cancelled : Failed::Cause::TimedOut,
                      .reason = cancelled
                          ? u"cancelled"_s
                          : u"no answer within %1 s"_s.arg(double(options.timeout.count()) / 1000),
                      .out = out,
                      .err = err,
                      .elapsed = passed()};
    }
    if (!ending->exitCode) {
        return Failed{.cause = Failed::Cause::CouldNotStart,
                      .reason = u"could not start %1: %2"_s.arg(m_location.program, ending->startError),
                      .elapsed = passed()};
    }
    qCDebug(lcDocker) << "exit code" << *ending->exitCode << "after" << passed().count() << "ms";
    return Ran{.exitCode = *ending->exitCode, .out = out, .err = err, .elapsed = passed()};
}

} // namespace core
