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

    const QList<Server> &servers() const override { return m_rows; }
    const Listing &listing() const override { return m_listing; }
    ServerKey launch(const LaunchRequest &request) override;
    void stop(const QList<ServerKey> &keys, Haste haste = Haste::Stop) override;
    void restart(ServerKey key) override;
    bool canRestart(ServerKey key) const override;
    std::optional<LaunchRequest> requestOf(ServerKey key) const override;
    void leaveAll() override;
    std::shared_ptr<ServerLog> log(ServerKey key) override;
    void preview(const LaunchRequest &request, QObject *context,
                 std::function<void(const LaunchPreview &)> then) override;
    QString commandText(const QStringList &arguments) const override;
    void setUsageWanted(bool wanted) override;
    void refresh() override;

    // A line of the one events stream, which was opened before the list is taken.
    void onEvent(const QString &line);
    // The events stream stands: takes the list.
    void onConnected();
    // It has ended, or the engine is silent.
    void onDisconnected(Listing::State state, const QString &reason);

private:
    ServerListSources m_sources;
    EngineAccess m_access;
    QList<Server> m_rows;
    Listing m_listing;
};

} // namespace core
