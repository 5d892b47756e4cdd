// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/engine.h"
#include "core/docker/socket.h"
#include "core/sandbox/draft.h"
#include "core/sandbox/ending.h"
#include "core/sandbox/mounts.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <stop_token>

namespace core {

// One command to run in a container without a network, with the project folder at /repo as its one hole.
struct SandboxRequest
{
    ContainerRequest container;
    std::chrono::seconds timeout = std::chrono::hours(1);

    bool operator==(const SandboxRequest &) const = default;
};

// What a sandbox run works with. The looks at the host are here because a test's host is not the user's.
struct SandboxSources
{
    CommandRunner docker; // leads to the chosen engine by itself
    EngineFacts engine;   // asked for first where only the endpoint is known
    QStringList homes = homeFolders();
    OutputSink output = {}; // gets the command's output as it comes
    std::function<SocketFacts(const QString &path)> lookAtSocket = &core::lookAtSocket;
};

// The whole run: checks what is asked for, runs the command, reads how it ended, and sees to it that nothing
// is left, whichever way it ended. Blocking and total: it never throws, and ends some seconds after the
// timeout at the latest whatever the engine does.
SandboxOutcome runInSandbox(const SandboxRequest &request, const SandboxSources &sources,
                            const std::stop_token &stop);

} // namespace core
