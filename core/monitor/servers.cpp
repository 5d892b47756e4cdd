// SPDX-License-Identifier: MIT
#include "core/monitor/servers.h"

#include <algorithm>

namespace core {

const Server *Servers::find(ServerKey key) const
{
    const QList<Server> &all = servers();
    const auto found =
        std::find_if(all.begin(), all.end(), [key](const Server &server) { return server.key == key; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace core
