// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/instancelock.h"
#include "core/monitor/containerfeed.h"
#include "core/monitor/folderwatch.h"
#include "core/monitor/ownerwatch.h"
#include "core/monitor/serverentry.h"
#include "core/monitor/serverrows.h"
#include "core/monitor/servers.h"
#include "core/monitor/usagewatch.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace core {

// What the list works with beside the engine.
struct ServerListSources
{
    std::shared_ptr<Payloads> payloads;
    QString stateFolder;
    OwnerSources owners;
    std::chrono::milliseconds patience{60'000};
    // The sentence that goes with a trouble into the kept last run: words are not the core's.
    std::function<QString(const ServerTrouble &)> sentence;
    ServerEndKeeper keepEnd = {};
};

// The dev servers of one engine: one list, kept current by the engine's events, and the servers that this
// process started. No timer starts a docker process, but for the figures that somebody looks at.
class ServerList final : public Servers
{
    Q_OBJECT

public:
    explicit ServerList(ServerListSources sources, QObject *parent = nullptr);
    ~ServerList() override;

    // Lists the servers of this engine from now on; those that this process runs on another go on unseen
    // until their engine is watched again. One that leads nowhere is no engine.
    void watch(const EngineAccess &access);
    // A check has asked the engine for these.
    void know(const EngineFacts &facts);

    // Chosen anew, for the servers that are seen or started from now on.
    void use(const std::shared_ptr<Payloads> &payloads, std::chrono::milliseconds patience);

    // A line of the one events stream, which was opened before the list is taken.
    void onEvent(const QString &line);
    // The events stream stands: takes the list.
    void onConnected();
    // It has ended, or the engine is silent.
    void onDisconnected(Listing::State state, const QString &reason);
    // The engine is not silent any more.
    void onAnswered();

    const QList<Server> &servers() const override { return m_rows.all(); }
    const Listing &listing() const override { return m_listing; }
    ServerKey launch(const LaunchRequest &request) override;
    void stop(const QList<ServerKey> &keys, Haste haste = Haste::Stop) override;
    void restart(ServerKey key) override;
    bool canRestart(ServerKey key) const override;
    std::optional<LaunchRequest> requestOf(ServerKey key) const override;
    void leaveAll() override;
    void keep(const QList<ServerKey> &keys, Keeping keeping) override;
    void reap(const QList<ServerKey> &keys) override;
    std::shared_ptr<ServerLog> log(ServerKey key) override;
    void preview(const LaunchRequest &request, QObject *context,
                 std::function<void(const LaunchPreview &)> then) override;
    QStringList command(const QStringList &arguments) const override;
    void setUsageWanted(bool wanted) override;
    void refresh() override;

Q_SIGNALS:
    void usageWantedChanged(bool wanted);

private:
    struct PreviewQuestion
    {
        LaunchRequest request;
        QPointer<QObject> context;
        std::function<void(const LaunchPreview &)> then;
    };

    ServerEntry *entryOf(ServerKey key) const;
    ServerEntry *entryOf(const ContainerFacts &facts);
    QList<ServerKey> keys() const;
    ServerEntry &add();
    void drop(ServerEntry &entry);

    void onSeen(const ContainerFacts &facts, ContainerFeed::Sight sight);
    void onGone(const QString &id);
    void onTaken();
    void onOwnerSeen(const QString &id);
    void onAging();
    void awaitAge(const Server &row, const QDateTime &now);
    void onMeasured(const QMap<QString, Usage> &usages);
    void onFolderChanged(const QString &folder);
    void setListing(const Listing &listing);

    LaunchSources launchSources(const ServerEngine &engine) const;
    void run(ServerEntry &entry);
    void onOwnChanged(ServerKey key);
    void onOwnEnded(ServerKey key);
    void goOnWithoutUs(ServerEntry &entry);
    void dismissFailed(quint16 port);
    void remove(ServerEntry &entry, Haste haste);
    void onRemoved(ServerKey key, const QString &id, const std::optional<QString> &left);
    void onContainerGone(ServerEntry &entry);
    void tellEnd(const ServerEntry &entry, ServerEnd::Ending ending) const;
    void onReaped(quint64 number, const QList<ServerKey> &keys, const QList<Reaped> &all);

    void answerPreview();

    void watchReadiness(ServerEntry &entry);
    void recheck();
    void onLost(ServerKey key);
    void watchFolder(ServerEntry &entry, const QString &folder);
    void show(ServerEntry &entry);
    void hide(ServerEntry &entry);

    ServerListSources m_sources;
    std::shared_ptr<const ServerEngine> m_engine;
    Listing m_listing;
    ServerRows m_rows;
    quint64 m_lastKey = 0;
    std::unordered_map<quint64, std::unique_ptr<ServerEntry>> m_entries;
    QHash<QString, ServerKey> m_byContainer;
    QHash<quint64, quint16> m_portsOfGone; // whose last run is on the disk
    ContainerFeed m_feed;
    QDateTime m_listedAt; // when the last list was asked for
    FolderWatch m_folders;
    OwnerWatch m_owners;
    std::optional<InstanceLock> m_lock; // from the first launch on
    QTimer m_aging;                     // until a row is another by its age alone
    quint64 m_lastReap = 0;
    std::unordered_map<quint64, Task<QList<Reaped>>> m_reaps; // under way
    UsageWatch m_usage;
    QTimer m_recheck;                             // while somebody looks
    std::optional<PreviewQuestion> m_question;    // not answered yet
    Task<LaunchPreview> m_preview{lookingPool()}; // it looks at folders, which may hang
};

} // namespace core
