// SPDX-License-Identifier: MIT
#include "core/devserver/lifecycle.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

struct Transition
{
    ServerState from;
    LifecycleEvent event;
    ServerState to;
};

using enum ServerState;
using Event = LifecycleEvent;

constexpr std::array transitions{
    Transition{Stopped, Event::Launch, Preparing},
    Transition{Failed, Event::Launch, Preparing},

    Transition{Preparing, Event::Prepared, Starting},
    Transition{Preparing, Event::PrepareFailed, Failed},

    Transition{Starting, Event::Announced, Announced},

    Transition{Starting, Event::Answered, Ready},
    Transition{Announced, Event::Answered, Ready},
    Transition{Running, Event::Answered, Ready},

    Transition{Ready, Event::Lost, Running},

    Transition{Preparing, Event::StopWanted, Stopping},
    Transition{Starting, Event::StopWanted, Stopping},
    Transition{Announced, Event::StopWanted, Stopping},
    Transition{Ready, Event::StopWanted, Stopping},
    Transition{Running, Event::StopWanted, Stopping},
    Transition{Paused, Event::StopWanted, Stopping},
    Transition{Created, Event::StopWanted, Stopping},
    Transition{Exited, Event::StopWanted, Stopping},

    // While it is stopping, the end of the client proves nothing: the container is looked for.
    Transition{Starting, Event::RunEnded, Failed},
    Transition{Announced, Event::RunEnded, Failed},
    Transition{Ready, Event::RunEnded, Failed},
    Transition{Running, Event::RunEnded, Failed},
    Transition{Paused, Event::RunEnded, Failed},

    Transition{Stopping, Event::Gone, Stopped},
    Transition{Stopping, Event::NotGone, Failed},
};

} // namespace

ServerState step(ServerState state, LifecycleEvent event)
{
    const auto found = std::ranges::find_if(transitions, [&](const Transition &transition) {
        return transition.from == state && transition.event == event;
    });
    return found == transitions.end() ? state : found->to;
}

} // namespace core
