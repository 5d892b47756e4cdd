// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/stream.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>

namespace core {

// Starts `docker events` on the engine of a context.
using EventsStarter = std::function<std::unique_ptr<Stream>(const QString &context)>;

// Notices by one `docker events` stream, which costs nothing while it is silent, that the engine goes and
// that it comes back. A stream that ended, with any exit code, is tried again with back-off.
class EngineWatch final : public QObject
{
    Q_OBJECT

public:
    // How long a stream must live before it counts as connected: without an engine it ends at once.
    static constexpr std::chrono::milliseconds settling{2000};

    explicit EngineWatch(EventsStarter startEvents, QObject *parent = nullptr);

    // Watches this context from now on; does nothing where it is watched already.
    void watch(const QString &context);
    void stop();
    bool isConnected() const { return m_isConnected; }

    // 1 s after the first failure in a row, doubling to 30 s.
    static std::chrono::milliseconds retryDelay(int failuresInARow);

Q_SIGNALS:
    void lost();
    void absent();   // it is not there where the watch begins; told once until it returns
    void returned(); // after it was lost, or was not there when the watch began

private:
    void connectToEngine();
    void onSettled();
    void onEnded(const ChildEnding &ending);

    EventsStarter m_startEvents;
    QString m_context;
    bool m_isWatching = false;
    bool m_isConnected = false;
    int m_failures = 0;
    std::unique_ptr<Stream> m_stream;
    QTimer m_settled;
    QTimer m_retry;
};

} // namespace core
