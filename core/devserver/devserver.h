// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/container.h"
#include "core/devserver/launch.h"
#include "core/devserver/lifecycle.h"
#include "core/devserver/readiness.h"
#include "core/devserver/runend.h"
#include "core/devserver/serverlog.h"
#include "core/docker/stream.h"

#include <QObject>

#include <memory>

namespace core {

// One dev server of ours from the launch to its end: prepares, runs docker attached, watches its readiness,
// reads how it ended, takes it down. Lives on an event loop and never blocks it. Dropping it ends docker's
// client and leaves the container.
class DevServer final : public QObject
{
    Q_OBJECT

public:
    DevServer(LaunchRequest request, LaunchSources sources, StreamStarter startStream,
              QObject *parent = nullptr);
    ~DevServer() override;

    const LaunchRequest &request() const { return m_request; }
    // As a row; its key is the list's.
    const Server &server() const { return m_server; }
    // The run label of its container; empty before it is prepared.
    const QString &run() const { return m_run; }
    const std::shared_ptr<ServerLog> &log() const { return m_log; }
    // Exactly one ended() has been or will be emitted once it was launched.
    bool isOver() const { return m_isOver; }

    void launch();
    // Takes it down. A second call with Haste::Kill cuts the grace short.
    void stop(Haste haste = Haste::Stop);
    // Whether it still answers, where it is ready.
    void recheck();
    // Ends docker's client and lets the container live: whoever looks finds it by its name.
    void leave();
    // What a look from outside saw of its container; absent where it is gone.
    void onSeen(const std::optional<ContainerFacts> &facts);

Q_SIGNALS:
    void changed(); // server() is another
    void ended();   // Failed, Stopped, or left alone: nothing changes any more

private:
    struct Run; // what goes on between the launch and the end
    enum class Keep { LastRun, Nothing };

    void onPrepared(const tl::expected<LaunchPlan, ServerTrouble> &prepared);
    void startClient();
    void onBytes(OutputChannel channel, const QByteArray &bytes);
    void onClientEnded(const ChildEnding &ending);
    void onClientOverdue();
    void examine(const Ran &run);
    void onExamined(const RunEnd &end);
    void watchReach();
    void onAnnounced();
    void onAnswered(const HttpAnswer &answer);
    void onUnreachable(const ServerTrouble &trouble);
    void onLost();
    void remove(Haste haste);
    void onRemoved(const std::optional<QString> &left);
    void advance(LifecycleEvent event);
    void updateTrouble();
    void conclude(Keep keep);
    void tellEnd();
    void keepLastRun();
    void endLater();

    LaunchRequest m_request;
    LaunchSources m_sources;
    StreamStarter m_startStream;
    Server m_server;
    QString m_run;
    std::shared_ptr<ServerLog> m_log;
    bool m_isOver = false;
    std::unique_ptr<Run> m_state;
};

} // namespace core
