// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/clock.h"
#include "core/devserver/devserver.h"
#include "core/docker/access.h"
#include "core/monitor/servers.h"

#include <QHash>

#include <memory>
#include <unordered_map>

namespace core {

// What the list works with beside the engine.
struct ServerListSources
{
    std::shared_ptr<Payloads> payloads;
    QString stateFolder;
    std::chrono::milliseconds patience{60'000};
    // The sentence that goes with a trouble into the kept last run: words are not the core's.
    std::function<QString(const ServerTrouble &)> sentence;
};

// The dev servers of one engine: one list, kept current by the engine's events, and the servers that this
// process started. No timer starts a docker process.
class ServerList final : public Servers
{
    Q_OBJECT

public:
    explicit ServerList(ServerListSources sources, QObject *parent = nullptr);
    ~ServerList() override;

    // Lists the servers of this engine from now on; those that this process runs on another go on unseen
    // until their engine is watched again.
    void watch(const EngineAccess &access);

    // A line of the one events stream, which was opened before the list is taken.
    void onEvent(const QString &line);
    // The events stream stands: takes the list.
    void onConnected();
    // It has ended, or the engine is silent.
    void onDisconnected(Listing::State state, const QString &reason);
};

} // namespace core
