// SPDX-License-Identifier: MIT
#include "app/launchdefaults.h"

namespace app {

core::LaunchRequest withSettings(core::LaunchRequest request, const Settings &settings)
{
    const core::ServerSettings &servers = settings.servers;
    if (request.container.image.isEmpty())
        request.container.image = servers.image;
    request.container.memory = settings.check.memory;
    request.container.pids = settings.check.pids;
    if (const auto range = core::parsePortRange(servers.firstPort, servers.lastPort))
        request.range = *range;
    else
        request.rejected.append(range.error());
    if (const auto patience = core::parsePatience(servers.patience))
        request.patience = *patience;
    else
        request.rejected.append(patience.error());
    return request;
}

core::LaunchRequest launchDefaults(const Settings &settings)
{
    core::LaunchRequest request;
    request.container.folder.clear();
    return withSettings(std::move(request), settings);
}

} // namespace app
