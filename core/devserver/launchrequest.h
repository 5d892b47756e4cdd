// SPDX-License-Identifier: MIT
#pragma once

#include "core/sandbox/draft.h"

#include <chrono>
#include <optional>

namespace core {

// Inclusive.
struct PortRange
{
    quint16 first = 4300;
    quint16 last = 4399;

    bool operator==(const PortRange &) const = default;
    bool contains(quint16 port) const { return port >= first && port <= last; }
};

// 1 to 65535, in digits and nothing else.
std::optional<quint16> parsePort(const QString &text);

// "4300" and "4399" as the settings servers/firstPort and servers/lastPort write them.
Result<PortRange> parsePortRange(const QString &first, const QString &last);

// A dev server as somebody asks for it: nothing of it is checked yet. `{port}` in the command stands for the
// port.
struct LaunchRequest
{
    enum class Running {
        Refuse, // one that runs on the port already is a reason not to start
        Replace // it is taken down first
    };

    ContainerRequest container;
    std::optional<quint16> port; // absent: the project's last one, else the first free one of the range
    PortRange range;
    Running running = Running::Refuse;
    std::chrono::seconds patience{60}; // how long it may take to answer
    QList<Error> rejected;             // settings that cannot be used: with any, nothing is started

    bool operator==(const LaunchRequest &) const = default;
};

} // namespace core
