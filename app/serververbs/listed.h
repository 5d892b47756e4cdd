// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/look.h"
#include "core/devserver/server.h"
#include "core/docker/access.h"

#include <QList>
#include <QString>

#include <stop_token>

namespace app {

// Every dev server of the engine with who has it, by port and then by name. Blocking, bounded.
core::Looked<QList<core::Server>> listedServers(const core::EngineAccess &access,
                                                const std::stop_token &stop);

// Looks at each from this machine: those that run are Ready where they answer, else Running with what is
// known of the reason. On another machine's engine they are as it calls them. Blocking, bounded.
void lookAt(QList<core::Server> &servers, const core::EngineFacts &engine, const std::stop_token &stop);

// Those on that port.
QList<core::Server> serversOnPort(const QList<core::Server> &servers, quint16 port);

// What is wrong where the engine did not answer, and what to do.
QString engineSentence(const core::CommandOutcome &outcome, const core::EngineFacts &engine);

QString nothingOnPortSentence(quint16 port);

} // namespace app
