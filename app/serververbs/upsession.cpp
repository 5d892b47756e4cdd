// SPDX-License-Identifier: MIT
#include "app/serververbs/upsession.h"

#include "app/serververbs/up.h"
#include "core/base/redaction.h"
#include "ui/presentation/steps.h"

#include <QCoreApplication>

using namespace core;
using namespace std::chrono_literals;

namespace app {

namespace {

constexpr std::chrono::milliseconds patienceWithPreparing = 3s;
// Who interrupts does not want to wait for a reader that has stalled.
constexpr std::chrono::milliseconds patienceWithReaders = 2s;

QString text(const char *source)
{
    return QCoreApplication::translate("UpVerb", source);
}

} // namespace

UpSession::UpSession(const LaunchRequest &request, const LaunchSources &sources, const EngineAccess &access,
                     Keeping keeping)
    : m_out(standardOutput)
    , m_err(standardError)
    , m_server(request, sources,
               [this, startStream = access.stream](const QStringList &arguments) {
                   return startTapped(startStream, arguments);
               })
    , m_sources(sources)
    , m_keeping(keeping)
{
    connect(&m_out, &OutputQueue::skipped, this, &UpSession::onSkipped);
    connect(&m_err, &OutputQueue::skipped, this, &UpSession::onSkipped);
    connect(&m_out, &OutputQueue::readerGone, this, &UpSession::onReaderGone);
    connect(&m_out, &OutputQueue::drained, this, &UpSession::sayLast);
    connect(&m_err, &OutputQueue::drained, this, &UpSession::conclude);
    connect(&m_server, &DevServer::changed, this, &UpSession::onChanged);
    connect(&m_server, &DevServer::ended, this, &UpSession::onEnded);
    m_preparing.setSingleShot(true);
    connect(&m_preparing, &QTimer::timeout, this, [this] {
        if (m_server.server().state == ServerState::Preparing)
            note(text("still preparing: the image may have to be pulled"));
    });
}

void UpSession::start()
{
    note(text("starting…"));
    m_preparing.start(patienceWithPreparing);
    m_server.launch();
}

void UpSession::interrupt(int number)
{
    const bool isSecond = m_takenDown.has_value();
    m_takenDown = ExitSignal + number;
    if (m_server.isOver()) {
        conclude();
        return;
    }
    if (m_keeping == Keeping::Keep && m_server.server().state != ServerState::Preparing) {
        keep(Then::Leave);
        return;
    }
    note(isSecond ? text("killing it…") : text("taking it down…"));
    m_server.stop(isSecond ? Haste::Kill : Haste::Stop);
}

// The bytes themselves: the server's log is bounded, and cut into lines.
std::unique_ptr<Stream> UpSession::startTapped(const StreamStarter &startStream, const QStringList &arguments)
{
    auto stream = startStream(arguments);
    connect(stream.get(), &Stream::bytes, this, &UpSession::onBytes);
    return stream;
}

void UpSession::onBytes(OutputChannel channel, const QByteArray &bytes)
{
    (channel == OutputChannel::Out ? m_out : m_err).write(bytes);
}

void UpSession::onSkipped(qint64 lines)
{
    note(lines == 1 ? text("1 line skipped: it came faster than it was read")
                    : text("%1 lines skipped: they came faster than they were read").arg(lines));
}

void UpSession::onReaderGone()
{
    if (!m_takenDown)
        m_takenDown = ExitNoReader;
    if (m_keeping == Keeping::Keep && m_server.server().state != ServerState::Preparing)
        keep(Then::Leave);
    else
        m_server.stop();
}

void UpSession::onChanged()
{
    const Server &server = m_server.server();
    if (server.state == ServerState::Ready && !m_isReadyTold) {
        m_isReadyTold = true;
        const QString ready = m_keeping == Keeping::Keep
            ? text("ready at %1 after %2 (Ctrl+C leaves it running)")
            : text("ready at %1 after %2 (Ctrl+C takes it down)");
        note(ready.arg(server.address(), ui::durationText(server.readyAfter.value_or(0ms))));
    }
    const bool isThere = server.state == ServerState::Announced || server.state == ServerState::Ready;
    if (isThere && m_keeping == Keeping::Keep && !m_isKept && !m_keepTask.isRunning())
        keep(Then::GoOn);
    // The trouble that it ends with is told last.
    if (server.state == ServerState::Failed || !server.trouble || m_told.contains(server.trouble->kind))
        return;
    m_told.append(server.trouble->kind);
    note(upSentence(*server.trouble));
}

// Written down early: whoever kills this process does not end what is to be kept.
void UpSession::keep(Then then)
{
    m_keepTask.start(
        [sources = m_sources, run = m_server.run()](const std::stop_token &) {
            return keepRun(sources.docker, sources.stateFolder, sources.engine.endpoint, run,
                           QDateTime::currentDateTimeUtc());
        },
        [this, then](const std::optional<Error> &error) { onKept(error, then); });
}

void UpSession::onKept(const std::optional<Error> &error, Then then)
{
    m_isKept = !error;
    if (then == Then::GoOn)
        return;
    if (error) {
        note(text("it could not be noted that it is to be kept, so it is taken down: %1")
                 .arg(excerpt(reasonText(*error))));
        m_server.stop();
        return;
    }
    m_isLeft = true;
    m_server.leave();
}

void UpSession::onEnded()
{
    m_out.finish();
    if (m_takenDown)
        QTimer::singleShot(patienceWithReaders, this, &UpSession::conclude);
}

void UpSession::sayLast()
{
    const Server &server = m_server.server();
    if (m_isLeft)
        note(text("left running (“berth down %1” takes it down)").arg(server.port));
    else if (server.state == ServerState::Stopped)
        note(text("taken down"));
    else if (server.state == ServerState::Failed && server.trouble)
        note(upSentence(*server.trouble));
    m_err.finish();
}

void UpSession::note(const QString &sentence)
{
    m_err.writeNote("berth: " + sentence.toUtf8());
}

void UpSession::conclude()
{
    if (std::exchange(m_isConcluded, true))
        return;
    if (m_isLeft)
        Q_EMIT over(ExitDone);
    else
        Q_EMIT over(upExitCode(m_server.server(), m_takenDown.value_or(ExitFailed)));
}

} // namespace app
