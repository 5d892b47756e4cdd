// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checkidentity.h"
#include "core/docker/command.h"

#include <QMap>
#include <QString>

#include <stop_token>

namespace core {

// What to think of a thing that carries labels of a check, seen by the check `self`.
enum class Leftover {
    Own,      // of this very check
    InUse,    // of a check that may still be under way: leave it alone
    Abandoned // its maker is gone, or has long gone on to another check
};

// `ageSeconds` decides where the maker lives elsewhere, so that nothing can be told of it: no check lasts ten
// minutes, and a sandbox run no longer than the lifetime on its label. A sandbox run of the own process lives
// beside its checks.
Leftover judgeLeftover(const QMap<QString, QString> &labels, qint64 ageSeconds, const CheckIdentity &self);

// Removes the containers of this very check that are still there. False where there was none to be removed,
// true also where the engine did not say.
bool removeContainers(const CommandRunner &docker, const CheckIdentity &self);

// Removes the containers and images that abandoned checks have left on the engine. Bounded by a few seconds;
// what cannot be removed is logged and left to the next check. A check that was told to stop removes nothing
// here: the next one of this process may be under way already, and to judge by its labels it is abandoned.
void sweepLeftovers(const CommandRunner &docker, const CheckIdentity &self, const std::stop_token &stop = {});

} // namespace core
