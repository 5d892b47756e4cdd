// SPDX-License-Identifier: MIT
#include "app/serververbs/down.h"

#include "app/composition.h"
#include "app/printing.h"
#include "app/remember.h"
#include "app/serververbs/listed.h"
#include "core/base/blockingpool.h"
#include "core/base/redaction.h"
#include "core/devserver/removal.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>
#include <QtConcurrentMap>

#include <utility>

using namespace core;

namespace app {

namespace {

// What became of one of them.
struct Removal
{
    Server server;
    std::optional<QString> left; // what is wrong where it is still there
};

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

void tell(const Removal &removal)
{
    const QString name = excerpt(removal.server.name, 100);
    if (removal.left)
        say(tr("%1: %2").arg(
            name, ui::troubleSentence({.kind = ServerTrouble::Kind::NotRemoved, .detail = *removal.left})));
    else
        print(tr("took down %1").arg(name));
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

// Each is told as it goes. Blocking.
int takeDown(const CommandLine &line, const EngineAccess &access, const QList<Server> &servers)
{
    QList<Removal> removals;
    for (const Server &server : meant(line, servers))
        removals.append({.server = server});
    QtConcurrent::blockingMap(&blockingPool(), removals, [&access](Removal &removal) {
        removal.left = removeServer(access.docker, removal.server.id, Haste::Stop);
        tell(removal);
    });
    bool isDone = tellOfNothing(line, servers);
    QList<HistoryEntry> ends;
    for (const Removal &removal : std::as_const(removals)) {
        isDone = isDone && !removal.left;
        if (!removal.left)
            ends += takenDown(removal.server);
    }
    remember(ends);
    return isDone ? ExitDone : ExitFailed;
}

} // namespace

int runDownVerb(const CommandLine &line, const Settings &settings)
{
    const EngineAccess access = composeAccess(settings, line.context);
    return withServers(access, [&](const QList<Server> &servers, const std::stop_token &) {
        return takeDown(line, access, servers);
    });
}

} // namespace app
