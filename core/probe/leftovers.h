// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"

#include <QJsonObject>
#include <QMap>
#include <QString>

#include <stop_token>

namespace core {

// Which check made a container or an image: written on it before it exists.
struct CheckIdentity
{
    QString process; // ProcessIdentity::toLabel()
    QString check;   // random, its own for each check

    // The labels berth.probe and berth.check.
    QMap<QString, QString> labels() const;
};

// What to think of a thing that carries labels of a check, seen by the check `self`.
enum class Leftover {
    Own,      // of this very check
    InUse,    // of a check that may still be under way: leave it alone
    Abandoned // its maker is gone, or has long gone on to another check
};

// `ageSeconds` decides where the maker lives elsewhere, so that nothing can be told of it: no check lasts ten
// minutes.
Leftover judgeLeftover(const QMap<QString, QString> &labels, qint64 ageSeconds, const CheckIdentity &self);

// Removes the containers of this very check that are still there. False where there was none to be removed,
// true also where the engine did not say.
bool removeContainers(const CommandRunner &docker, const CheckIdentity &self);

// Removes the containers and images that abandoned checks have left on the engine. Bounded by a few seconds;
// what cannot be removed is logged and left to the next check. A check that was told to stop removes nothing
// here: the next one of this process may be under way already, and to judge by its labels it is abandoned.
void sweepLeftovers(const CommandRunner &docker, const CheckIdentity &self, const std::stop_token &stop = {});

} // namespace core
