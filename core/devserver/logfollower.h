// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/serverlog.h"
#include "core/docker/stream.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace core {

// Fills a log from `docker logs --follow` of a container that another process runs, from its last 10 000
// lines on; a broken stream is taken up again where it broke, for as long as the container is there.
class LogFollower final : public QObject
{
    Q_OBJECT

public:
    LogFollower(QString idOrName, StreamStarter startStream, QObject *parent = nullptr);

    const std::shared_ptr<ServerLog> &log() const { return m_log; }
    void start();

private:
    void follow();
    void onBytes(OutputChannel channel, const QByteArray &bytes);
    void onFinished(const ChildEnding &ending);

    QString m_idOrName;
    StreamStarter m_startStream;
    std::shared_ptr<ServerLog> m_log;
    std::unique_ptr<Stream> m_stream;
    QByteArray m_lastError;
    bool m_isFresh = true; // this stream has told nothing yet
    qint64 m_lastAt = 0;   // ms since the epoch: when the last bytes came
    QTimer m_again;
    int m_failuresInARow = 0;
};

} // namespace core
