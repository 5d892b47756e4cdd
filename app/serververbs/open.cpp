// SPDX-License-Identifier: MIT
#include "app/serververbs/open.h"

#include "app/composition.h"
#include "app/opener.h"
#include "app/printing.h"
#include "app/serververbs/listed.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>

#include <algorithm>

using namespace core;

namespace app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("ServerVerbs", text);
}

int openOne(quint16 port, const QList<Server> &servers, const EngineFacts &engine)
{
    const auto ready = std::ranges::find(servers, ServerState::Ready, &Server::state);
    if (ready == servers.end()) {
        say(notOpenedSentence(port, servers, engine));
        return ExitFailed;
    }
    const QString address = ready->address();
    print(address);
    if (openAddress(address))
        return ExitDone;
    say(tr("There is nothing to open addresses with: open it yourself, or install xdg-utils."));
    return ExitFailed;
}

} // namespace

QString notOpenedSentence(quint16 port, const QList<Server> &servers, const EngineFacts &engine)
{
    if (servers.isEmpty())
        return nothingOnPortSentence(port);
    const auto running = std::ranges::find(servers, ServerState::Running, &Server::state);
    if (running == servers.end())
        return tr("The dev server on port %1 does not run: “berth logs %1” prints what it printed last.")
            .arg(port);
    if (running->trouble)
        return ui::troubleSentence(*running->trouble);
    if (running->address().isEmpty())
        return tr("The dev server on port %1 is not published at 127.0.0.1: start it with “berth up”.")
            .arg(port);
    if (engine.isElsewhere())
        return tr("The dev server on port %1 is published on the engine's host, which is another machine: "
                  "open "
                  "it there.")
            .arg(port);
    return tr("The dev server on port %1 does not answer yet: “berth logs %1” tells what it is doing.")
        .arg(port);
}

int runOpenVerb(const CommandLine &line, const Settings &settings)
{
    const EngineAccess access = composeAccess(settings, line.context);
    const quint16 port = line.ports.first();
    return withServers(access, [&](const QList<Server> &all, const std::stop_token &stop) {
        QList<Server> servers = serversOnPort(all, port);
        lookAt(servers, access.facts, stop);
        return openOne(port, servers, access.facts);
    });
}

} // namespace app
