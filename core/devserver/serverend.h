// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"

#include <QDateTime>
#include <QString>

#include <functional>

namespace core {

// The end of a dev server, as somebody saw it.
struct ServerEnd
{
    enum class Ending {
        TakenDown, // as somebody asked
        Failed,    // ours: it could not start, or ended by itself
        Exited,    // another's: its container ended, and stayed
        Removed    // another's: its container is gone
    };
    // Several processes may see the same end; the later of these know more about it.
    enum class Witness { Watcher, Remover, Owner };

    Server server; // as it was last known
    Witness witness = Witness::Watcher;
    Ending ending = Ending::Removed;
    QDateTime at;     // UTC
    QString sentence; // why it ended, for people; empty where there is nothing to say

    bool operator==(const ServerEnd &) const = default;
};

// Whoever wants to remember it; called on the thread that saw it, and returns at once. May be empty.
using ServerEndKeeper = std::function<void(const ServerEnd &)>;

} // namespace core
