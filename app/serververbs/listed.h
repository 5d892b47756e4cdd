// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "core/docker/access.h"

#include <QList>
#include <QString>

#include <functional>
#include <stop_token>

namespace app {

// What a verb does with the dev servers; blocking. Returns the exit code.
using ServersWork = std::function<int(QList<core::Server> servers, const std::stop_token &stop)>;

// Does that with every dev server of the engine and who has it, by port and then by name; where the engine
// does not answer it says so. Runs the event loop until it is done; returns the exit code.
int withServers(const core::EngineAccess &access, const ServersWork &work);

// Looks at each from this machine: those that run are Ready where they answer, else Running with what is
// known of the reason. On another machine's engine they are as it calls them. Blocking, bounded.
void lookAt(QList<core::Server> &servers, const core::EngineFacts &engine, const std::stop_token &stop);

// Those on that port.
QList<core::Server> serversOnPort(const QList<core::Server> &servers, quint16 port);

QString nothingOnPortSentence(quint16 port);

} // namespace app
