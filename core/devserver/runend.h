// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "core/docker/command.h"
#include "core/sandbox/ending.h"

#include <optional>

namespace core {

// How an attached `docker run` of a server ended, read as a trouble; never absent, because a server does not
// end by itself. `run` holds the last output of the client.
ServerTrouble readRunEnd(const Ran &run, const std::optional<Traces> &traces, const ContainerSpec &spec,
                         const Evidence &evidence);

} // namespace core
