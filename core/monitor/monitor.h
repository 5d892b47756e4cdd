// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/monitor/enginewatch.h"
#include "core/monitor/heartbeat.h"
#include "core/monitor/serverlist.h"
#include "core/monitor/socketwatch.h"
#include "core/probe/sharedmeasurement.h"
#include "core/probe/verdict.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace core {

// What the monitor needs from outside. The first two are blocking, total functions that run on a pool thread.
struct MonitorSources
{
    Measure measure;
    std::function<QList<Context>(std::stop_token)> listContexts;
    // The way to the engine of a context; an empty name leaves the choice to docker. Without it nothing is
    // watched, and the list of dev servers stays to be loaded.
    std::function<EngineAccess(const QString &context)> reach = {};
    ServerListSources servers = {};
    // Whoever wants to remember a check that ended; returns at once.
    std::function<void(const Measurement &)> keepVerdict = {};
    // An engine that gives no answer for as long is silent.
    std::chrono::milliseconds silence{5'000};
};

// The one object that the window and the command line talk to: what is known about the engine, as values, and
// the intents that change it. Lives on the GUI thread and never blocks it.
class Monitor final : public QObject
{
    Q_OBJECT

public:
    explicit Monitor(MonitorSources sources, QObject *parent = nullptr);
    ~Monitor() override;

    // The check under way as far as it has come, or the last one. Its verdict is NotMeasured until the check
    // under way knows it; of an engine that is silent it is that until the engine answers the check.
    const Measurement &measurement() const { return m_measurement; }
    // The last check that ended; its verdict is NotMeasured before the first.
    const Measurement &lastFinished() const { return m_lastFinished; }
    bool isChecking() const { return m_stay != nullptr; }
    // Whether an end of the engine would be noticed at once.
    bool isWatched() const { return m_watch.isConnected(); }
    // When the schedule looks again by itself (UTC); invalid where it will not.
    QDateTime nextCheckAt() const { return m_nextCheckAt; }

    // The dev servers of the engine that is judged.
    Servers &servers() { return m_servers; }

    // Every context the client knows; empty until they were read.
    const QList<Context> &contexts() const { return m_contexts; }
    // The context chosen by the user; empty where docker's own precedence decides.
    const QString &requestedContext() const { return m_requestedContext; }

    // Starts a check, or stays with the one under way.
    void check();
    // The machine has a network again: an answer that was not settled is asked for once more.
    void onNetworkReturned();
    // Judges another engine from now on; an empty name returns to docker's own precedence.
    void chooseContext(const QString &name);
    // Chosen anew, for the dev servers that are seen or started from now on.
    void useForServers(const std::shared_ptr<Payloads> &payloads, std::chrono::milliseconds patience)
    {
        m_servers.use(payloads, patience);
    }
    // The sources lead elsewhere from now on: judges the engine as one it has never seen.
    void startOver();

Q_SIGNALS:
    void measurementChanged(); // any of the measurement, isChecking, nextCheckAt
    void contextsChanged();    // any of the contexts, requestedContext

private:
    void beginCheck();
    void onReported(const Measurement &soFar);
    void onFinished(const Measurement &measurement);
    bool awaitsFirstAnswer() const { return m_measurement.running.contains(Step::Version); }
    void showSoFar(const Measurement &soFar);
    void approachEngine();
    void watchEngine();
    void leaveEngine();
    void onLost();
    void onAbsent();
    void onSilent();
    void onThawed();
    void readContexts();

    MonitorSources m_sources;
    EngineAccess m_access; // leads nowhere until the first check
    SharedMeasurement m_shared;
    ServerList m_servers;
    EngineWatch m_watch;
    Heartbeat m_heartbeat;
    SocketWatch m_socket;
    std::unique_ptr<SharedMeasurement::Stay> m_stay;
    Task<QList<Context>> m_contextsTask;
    QTimer m_recheck;
    int m_unsettledInARow = 0;
    bool m_lostMeanwhile = false; // the engine went while it was checked: the answer may be older than that
    Measurement m_measurement;
    Measurement m_lastFinished;
    QDateTime m_nextCheckAt;
    QList<Context> m_contexts;
    QString m_requestedContext;
};

} // namespace core
