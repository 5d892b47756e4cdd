// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "core/sandbox/draft.h"

#include <QList>
#include <QStringList>

#include <optional>

namespace core {

// What is wrong with a request, field by field, and the command that would run, as far as it can be
// told.
struct LaunchPreview
{
    QList<DraftProblem> problems;
    std::optional<quint16> port;
    std::optional<ServerTrouble> portTrouble;
    std::optional<quint16> freePort; // where portTrouble is: the next one
    QStringList arguments;           // empty where it cannot be told
};

} // namespace core
