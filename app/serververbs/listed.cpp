// SPDX-License-Identifier: MIT
#include "app/serververbs/listed.h"

#include "app/commandline.h"
#include "app/composition.h"
#include "app/printing.h"
#include "core/base/blockingpool.h"
#include "core/base/logging.h"
#include "core/base/task.h"
#include "core/devserver/keptservers.h"
#include "core/devserver/look.h"
#include "core/devserver/owners.h"
#include "core/devserver/readiness.h"
#include "core/sandbox/ending.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>
#include <QUrl>
#include <QtConcurrentMap>

using namespace core;
using namespace std::chrono_literals;
using Kind = ServerTrouble::Kind;

namespace app {

namespace {

constexpr std::chrono::milliseconds readinessBudget = 1s;

QString tr(const char *text)
{
    return QCoreApplication::translate("ServerVerbs", text);
}

void askReadiness(Server &server, const std::stop_token &stop)
{
    if (server.state != ServerState::Running && server.state != ServerState::Starting)
        return;
    server.state = ServerState::Running;
    const int port = QUrl(server.address()).port();
    if (port <= 0)
        return;
    const HttpAnswer answer = askHttp(quint16(port), readinessBudget, stop);
    server.isHttps = answer.isTls;
    if (answer.kind == HttpAnswer::Kind::Answered)
        server.state = ServerState::Ready;
    else if (answer.kind == HttpAnswer::Kind::NotHttp)
        server.trouble = ServerTrouble{.kind = Kind::NotHttp};
}

Looked<QList<Server>> listedServers(const EngineAccess &access, const std::stop_token &stop)
{
    const OwnerSources owners = composeOwners();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const auto containers = listServers(access.docker, stop);
    if (!containers)
        return tl::unexpected(containers.error());
    QStringList ids;
    for (const ContainerFacts &container : *containers)
        ids.append(container.id);
    if (const auto error = forgetGoneServers(owners.stateFolder, access.facts.endpoint, ids, now))
        qCWarning(lcDevServer).noquote() << reasonText(*error);
    return judgedServers(owners, access.facts, *containers);
}

// What is wrong where the engine did not answer, and what to do.
QString engineSentence(const CommandOutcome &outcome, const EngineFacts &engine)
{
    const SandboxOutcome read = notStarted(Attempt::AskVersion, outcome,
                                           {.engine = engine, .socket = lookAtSocket(engine.socketPath())});
    return ui::troubleSentence(
        {.kind = Kind::EngineUnreachable, .detail = read.reason, .diagnosis = read.diagnosis});
}

} // namespace

int withServers(const EngineAccess &access, const ServersWork &work)
{
    Task<int> task;
    task.start(
        [&](const std::stop_token &stop) {
            const auto servers = listedServers(access, stop);
            if (servers)
                return work(*servers, stop);
            say(engineSentence(servers.error(), access.facts));
            return int(ExitNoAnswer);
        },
        [](int exitCode) { QCoreApplication::exit(exitCode); });
    const int exitCode = QCoreApplication::exec();
    task.cancel();
    blockingPool().waitForDone();
    return exitCode;
}

void lookAt(QList<Server> &servers, const EngineFacts &engine, const std::stop_token &stop)
{
    QtConcurrent::blockingMap(&blockingPool(), servers, [&](Server &server) {
        if (!engine.isElsewhere()) // else it is another server that would answer here
            askReadiness(server, stop);
        if (!server.trouble && server.why.isFolderGone)
            server.trouble = ServerTrouble{.kind = Kind::FolderGone};
    });
}

QList<Server> serversOnPort(const QList<Server> &servers, quint16 port)
{
    QList<Server> found = servers;
    found.removeIf([port](const Server &server) { return server.port != port; });
    return found;
}

QString nothingOnPortSentence(quint16 port)
{
    return tr("There is no dev server on port %1: “berth ls” lists those that there are.").arg(port);
}

} // namespace app
