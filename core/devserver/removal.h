// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "core/docker/command.h"

#include <QString>

#include <optional>

namespace core {

// Takes a container down and sees to it that it is gone. Bounded, never throws, never cancelled. Returns what
// is wrong where it is still there, else nothing. One that is not there is gone.
std::optional<QString> removeServer(const CommandRunner &docker, const QString &idOrName, Haste haste);

} // namespace core
