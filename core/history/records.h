// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "core/history/entry.h"

#include <optional>

namespace core {

// What is remembered of a check that ended; nothing of one that measured nothing.
std::optional<VerdictEntry> verdictEntry(const Measurement &measurement, const QDateTime &at);

// How the end of a server was seen.
struct ServerEnd
{
    Server server; // as it was last known
    QString run;   // the label of its run; empty where it has none
    ServerEndEntry::Witness witness = ServerEndEntry::Witness::Watcher;
    ServerEndEntry::Ending ending = ServerEndEntry::Ending::Removed;
    QDateTime at;
    QString sentence; // about its trouble; empty where there is none

    bool operator==(const ServerEnd &) const = default;
};

ServerEndEntry serverEndEntry(const ServerEnd &end);

} // namespace core
