// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/docker/engine.h"
#include "core/docker/stream.h"

namespace core {

// The way to one engine: what it is given leads there by itself.
struct EngineAccess
{
    CommandRunner docker;
    StreamStarter stream;
    EngineChoice choice; // what a command for people has to say
    EngineFacts facts;   // what is known without asking: context, endpoint, client
};

} // namespace core
