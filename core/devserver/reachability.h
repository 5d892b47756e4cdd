// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/listeners.h"
#include "core/devserver/readinesswatch.h"
#include "core/devserver/server.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace core {

// What Reachability works with.
struct ReachSources
{
    CommandRunner docker;
    std::shared_ptr<Payloads> payloads; // null: what listens in the container is never known
    QString architecture;               // the engine's word
    QString container;                  // its id or name
    quint16 port = 0;
    std::chrono::milliseconds patience{60'000};
    std::chrono::milliseconds grace{5000}; // from where it should answer to where it is asked why not
};

// Waits until a server that runs answers, and finds out why where it does not.
class Reachability final : public QObject
{
    Q_OBJECT

public:
    explicit Reachability(ReachSources sources, QObject *parent = nullptr);

    void start();
    // Its output says that it serves.
    void announce();
    void recheck() { m_watch.recheck(); }

Q_SIGNALS:
    void answered(const core::HttpAnswer &answer); // the end, but for lost()
    void lost();                                   // a recheck found nobody there; nothing is told any more
    // OwnLoopback, ServesNothing, NotHttp or NotReadyInTime; the latest holds.
    void unreachable(const core::ServerTrouble &trouble);

private:
    void onUnanswered(const HttpAnswer &answer);
    void judge();
    void onListeners(ListensOn where);
    void tell(ServerTrouble::Kind kind);

    ReachSources m_sources;
    ReadinessWatch m_watch;
    QTimer m_grace;
    Task<ListensOn> m_listeners;
    bool m_isAnnounced = false;
    bool m_isPatienceOver = false;
    bool m_wasClosed = false;
};

} // namespace core
