// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"

namespace core {

// What happens to a server of ours.
enum class LifecycleEvent {
    Launch,   // the user asks
    Prepared, // docker run is on its way
    PrepareFailed,
    Announced, // a line of its output says so
    Answered,  // HTTP
    Lost,      // and not any more
    StopWanted,
    RunEnded, // the attached client is gone, and the container with it
    Gone,     // after a stop: verified
    NotGone   // after a stop: still there
};

// The table. What does not fit the state changes nothing, so that late events are harmless.
ServerState step(ServerState state, LifecycleEvent event);

} // namespace core
