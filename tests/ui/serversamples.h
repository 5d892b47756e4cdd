// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/launchrequest.h"
#include "core/devserver/server.h"

#include <QList>

// Dev servers as a list would tell them, made by hand: for the window's tests and its screenshots.
namespace samples {

core::Server ready(quint64 key, quint16 port, const QString &project);
core::Server starting(quint64 key, quint16 port, const QString &project);
core::Server failed(quint64 key, quint16 port, const QString &project, const core::ServerTrouble &trouble);
core::Server orphan(quint64 key, quint16 port, const QString &project);
core::Server exposed(quint64 key, quint16 port, const QString &project);
core::Server ended(quint64 key, quint16 port, const QString &project);

// One of each of the above, and some more.
QList<core::Server> everyKind();

core::LaunchRequest request(const QString &project, const QStringList &command);

} // namespace samples
