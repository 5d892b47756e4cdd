// SPDX-License-Identifier: MIT
#include "app/serververbs/logs.h"

#include "app/composition.h"
#include "app/outputpipe.h"
#include "app/printing.h"
#include "app/serververbs/listed.h"
#include "app/signalwatch.h"
#include "core/base/redaction.h"
#include "core/devserver/name.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace core;
using namespace Qt::StringLiterals;

namespace app {

namespace {

// Nothing limits it but its reader: a page of `less` may stay open for days.
constexpr std::chrono::milliseconds asLongAsItTakes = std::chrono::hours(24 * 365);

QString tr(const char *text)
{
    return QCoreApplication::translate("ServerVerbs", text);
}

// The likelier the smaller; absent where it has printed nothing.
std::optional<int> rank(const Server &server)
{
    const int notOurs = server.name == serverName(server.port) ? 0 : 1;
    switch (server.state) {
    case ServerState::Exited:
        return 2 + notOurs;
    case ServerState::Created:
    case ServerState::Preparing:
        return std::nullopt;
    case ServerState::Starting:
    case ServerState::Announced:
    case ServerState::Ready:
    case ServerState::Stopping:
    case ServerState::Running:
    case ServerState::Paused:
    case ServerState::Failed:
    case ServerState::Stopped:
        return notOurs;
    }
    Q_UNREACHABLE();
}

int printLastRun(quint16 port, const std::stop_token &stop)
{
    const auto run = readLastRun(stateFolder(), port);
    if (!run) {
        say(nothingOnPortSentence(port));
        return ExitFailed;
    }
    say(lastRunSentence(*run));
    return OutputPipe(standardOutput).write(run->output, stop) ? int(ExitDone) : int(ExitNoReader);
}

// Up to the last byte; returns the exit code. Blocking.
int printLog(const CommandLine &line, const EngineAccess &access, const QList<Server> &servers,
             const OutputSink &output, const std::stop_token &stop)
{
    const quint16 port = line.ports.first();
    const auto server = loggedServer(serversOnPort(servers, port));
    if (!server)
        return printLastRun(port, stop);
    QStringList arguments{u"logs"_s};
    if (line.follow)
        arguments.append(u"--follow"_s);
    const auto printed = access.docker(arguments + QStringList{server->id},
                                       {.timeout = asLongAsItTakes, .stop = stop, .output = output});
    return succeeded(printed) ? ExitDone : ExitFailed;
}

} // namespace

std::optional<Server> loggedServer(const QList<Server> &servers)
{
    QList<Server> printing = servers;
    printing.removeIf([](const Server &server) { return !rank(server); });
    const auto first = std::ranges::min_element(printing, {}, rank);
    return first == printing.end() ? std::nullopt : std::optional(*first);
}

QString lastRunSentence(const LastRun &run)
{
    const QString ended = QLocale().toString(run.ended.toLocalTime(), QLocale::ShortFormat);
    return run.reason.isEmpty() ? tr("the last run, taken down %1").arg(ended)
                                : tr("the last run, ended %1: %2").arg(ended, excerpt(run.reason));
}

int runLogsVerb(const CommandLine &line, const Settings &settings)
{
    outliveReaders();
    const EngineAccess access = composeAccess(settings, line.context);
    const OutputSink output = passOn([] {
        QMetaObject::invokeMethod(
            qApp, [] { QCoreApplication::exit(ExitNoReader); }, Qt::QueuedConnection);
    });
    SignalWatch signalWatch;
    QObject::connect(&signalWatch, &SignalWatch::interrupted, &signalWatch,
                     [](int number) { QCoreApplication::exit(ExitSignal + number); });
    return withServers(access, [&](const QList<Server> &servers, const std::stop_token &stop) {
        return printLog(line, access, servers, output, stop);
    });
}

} // namespace app
