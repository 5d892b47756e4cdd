// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/stream.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>

namespace core {

// Hears what happens to the engine's containers by one `docker events` stream, which costs nothing while it
// is silent, and notices by its end that the engine goes. A stream that ended, with any exit code, is tried
// again: 1 s after the first failure in a row, then after twice as long each time, up to 30 s.
class EngineWatch final : public QObject
{
    Q_OBJECT

public:
    // How long a stream must live before the engine counts as there: without one it ends at once.
    static constexpr std::chrono::milliseconds settling{2000};
    // How long one that follows a failure must live before the list is worth a try.
    static constexpr std::chrono::milliseconds standing{300};

    explicit EngineWatch(QObject *parent = nullptr);

    // Watches the engine that this leads to from now on, and no other.
    void watch(StreamStarter startStream);
    void stop();
    bool isWatching() const { return m_isWatching; }
    bool isConnected() const { return m_isConnected; }
    // Tries again at once, because somebody else had an answer from the engine.
    void tryNow();

Q_SIGNALS:
    void line(const QString &text);
    // The stream was started: what is asked for from now on is older than none of its lines.
    void connected();
    void disconnected(); // it has ended, after connected()
    void lost();
    void absent();   // it is not there where the watch begins; told once until it returns
    void returned(); // after it was lost, or was not there when the watch began

private:
    void connectToEngine();
    void onStanding();
    void onSettled();
    void onEnded(const ChildEnding &ending);

    StreamStarter m_startStream;
    bool m_isWatching = false;
    bool m_isStanding = false; // connected() was emitted
    bool m_isConnected = false;
    int m_failures = 0;
    std::unique_ptr<Stream> m_stream;
    QTimer m_standing;
    QTimer m_settled;
    QTimer m_retry;
};

} // namespace core
