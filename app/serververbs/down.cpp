// SPDX-License-Identifier: MIT
#include "app/serververbs/down.h"

#include "app/composition.h"
#include "app/printing.h"
#include "app/remember.h"
#include "app/serververbs/listed.h"
#include "core/base/redaction.h"
#include "core/base/task.h"
#include "core/devserver/removal.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>
#include <QtConcurrentMap>

using namespace core;

namespace app {

namespace {

// What became of one of them.
struct Removal
{
    Server server;
    std::optional<QString> left; // what is wrong where it is still there
};

using Removing = Task<Looked<QList<Server>>, Removal>;

QString tr(const char *text)
{
    return QCoreApplication::translate("ServerVerbs", text);
}

QList<Server> meant(const CommandLine &line, const QList<Server> &servers)
{
    if (line.allServers)
        return servers;
    QList<Server> found;
    for (const quint16 port : line.ports)
        found += serversOnPort(servers, port);
    return found;
}

// Those that there were, each of them told as it goes.
Looked<QList<Server>> takeDown(const CommandLine &line, const EngineAccess &access,
                               const std::stop_token &stop, const Removing::Reporter &report)
{
    auto listed = listedServers(access, stop);
    if (!listed)
        return listed;
    QList<Server> servers = meant(line, *listed);
    QtConcurrent::blockingMap(&blockingPool(), servers, [&](const Server &server) {
        report({.server = server, .left = removeServer(access.docker, server.id, Haste::Stop)});
    });
    return servers;
}

// Whether it is gone.
bool tell(const Removal &removal)
{
    const QString name = excerpt(removal.server.name, 100);
    if (!removal.left) {
        print(tr("took down %1").arg(name));
        return true;
    }
    say(tr("%1: %2").arg(
        name, ui::troubleSentence({.kind = ServerTrouble::Kind::NotRemoved, .detail = *removal.left})));
    return false;
}

// Whether there was something on each port.
bool tellOfNothing(const CommandLine &line, const QList<Server> &servers)
{
    bool isAll = true;
    for (const quint16 port : line.ports) {
        if (serversOnPort(servers, port).isEmpty()) {
            say(nothingOnPortSentence(port));
            isAll = false;
        }
    }
    if (line.allServers && servers.isEmpty())
        print(tr("No dev servers."));
    return isAll;
}

} // namespace

int runDownVerb(const CommandLine &line, const Settings &settings)
{
    const EngineAccess access = composeAccess(settings, line.context);
    bool isDone = true;
    QList<HistoryEntry> ends;
    Removing task;
    task.startReporting(
        [access, &line](const std::stop_token &stop, const Removing::Reporter &report) {
            return takeDown(line, access, stop, report);
        },
        [&](const Removal &removal) {
            isDone = tell(removal) && isDone;
            if (!removal.left)
                ends += takenDown(removal.server);
        },
        [&](const Looked<QList<Server>> &servers) {
            if (servers)
                isDone = tellOfNothing(line, *servers) && isDone;
            else
                say(engineSentence(servers.error(), access.facts));
            const int failure = servers ? ExitFailed : ExitNoAnswer;
            QCoreApplication::exit(servers && isDone ? int(ExitDone) : failure);
        });
    const int exitCode = QCoreApplication::exec();
    remember(ends);
    return exitCode;
}

} // namespace app
