// SPDX-License-Identifier: MIT
#pragma once

#include "app/settings.h"
#include "core/monitor/monitor.h"

#include <memory>

namespace app {

// What the monitor works with, made anew when the settings are others. Nothing of it starts a docker client
// before the window has been painted, or should have been: both would compete for the processor.
class LiveSources final
{
public:
    explicit LiveSources(const Settings &settings);

    // They go to these from their next call on.
    core::MonitorSources sources() const;
    void setSettings(const Settings &settings);
    void onPainted();

private:
    struct State;
    std::shared_ptr<State> m_state; // pool threads work with it
};

} // namespace app
