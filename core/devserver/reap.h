// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/owners.h"
#include "core/devserver/server.h"
#include "core/docker/command.h"

#include <QList>
#include <QStringList>

#include <functional>
#include <stop_token>

namespace core {

// What became of one server that was to be removed because its owner is gone.
struct Reaped
{
    enum class Outcome {
        Removed,
        Spared, // no orphan any more, gone by itself, or another container by now
        Left    // to be removed, and still there: detail
    };

    Server server;
    Outcome outcome = Outcome::Spared;
    QString detail; // one scrubbed line

    bool operator==(const Reaped &) const = default;
};

// What became of all of them.
struct ReapReport
{
    struct Left
    {
        QString name;
        QString detail; // one scrubbed line

        bool operator==(const Left &) const = default;
    };

    QStringList removed; // names
    QStringList spared;
    QList<Left> left;

    bool operator==(const ReapReport &) const = default;
};
ReapReport reportOf(const QList<Reaped> &all);

// Removes what was seen to be left behind. Right before, each is looked at and judged once more: only the
// same container, by id, under the same name and not started since, whose owner is still gone, is removed.
// Blocking, bounded; tells each as it is done.
QList<Reaped> reapServers(const CommandRunner &docker, const EngineFacts &engine, const OwnerSources &sources,
                          const QList<Server> &servers, const std::stop_token &stop,
                          const std::function<void(const Reaped &)> &report = {});

} // namespace core
