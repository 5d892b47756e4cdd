// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/launchrequest.h"
#include "core/devserver/ports.h"
#include "core/devserver/preview.h"
#include "core/devserver/server.h"
#include "core/devserver/serverend.h"
#include "core/docker/engine.h"
#include "core/docker/socket.h"
#include "core/probe/payload.h"
#include "core/sandbox/shapes.h"

#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace core {

// What launches work with: from one engine, on one machine.
struct LaunchSources
{
    CommandRunner docker; // leads to the chosen engine by itself
    EngineFacts engine;   // asked for first where only the endpoint is known
    std::shared_ptr<Payloads> payloads;
    QString stateFolder;
    QStringList homes = homeFolders();
    std::function<std::optional<HostListener>(quint16)> hostListener = &core::hostListener;
    std::function<SocketFacts(const QString &path)> lookAtSocket = &core::lookAtSocket;
    // The sentence that goes with a trouble into the kept last run; may be empty.
    std::function<QString(const ServerTrouble &)> sentence = {};
    ServerEndKeeper keepEnd = {};
    // How long a server that says it serves may be out of reach before it is asked why.
    std::chrono::milliseconds reachGrace{5000};
};

// What a launch comes to before anything is started.
struct LaunchPlan
{
    ContainerSpec spec;
    quint16 port = 0;
    QStringList arguments; // `run …`, without the choice of the engine
    EngineFacts engine;
};

// For the form: asks docker nothing, `containers` is what is known of it. The arguments are what would run
// but for the label of the one run, which is made at its start.
LaunchPreview previewLaunch(const LaunchRequest &request, const LaunchSources &sources,
                            const QList<ContainerFacts> &containers);

// Everything before `docker run`: engine facts, mounts, port and who holds it, image (pulled where it is not
// there), predecessor removed and gone. Blocking, total. One that runs already is refused or replaced as the
// request says; one that only has the name and does not run is removed.
tl::expected<LaunchPlan, ServerTrouble>
prepareLaunch(const LaunchRequest &request, const LaunchSources &sources, const std::stop_token &stop);

} // namespace core
