// SPDX-License-Identifier: MIT
#include "core/monitor/enginewatch.h"

#include "core/base/backoff.h"
#include "core/base/logging.h"

#include <QDateTime>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

// The stream reaches the engine later than the list that is taken beside it may, so the engine is asked to
// replay the last moments. Events that are heard twice change nothing the second time.
constexpr qint64 replayedSeconds = 2;

QStringList eventsArguments()
{
    const qint64 since = QDateTime::currentSecsSinceEpoch() - replayedSeconds;
    return {u"events"_s,   u"--filter"_s,  u"type=container"_s, u"--since"_s, QString::number(since),
            u"--format"_s, u"{{json .}}"_s};
}

} // namespace

EngineWatch::EngineWatch(QObject *parent)
    : QObject(parent)
{
    m_standing.setSingleShot(true);
    m_standing.setInterval(standing);
    m_settled.setSingleShot(true);
    m_settled.setInterval(settling);
    m_retry.setSingleShot(true);
    connect(&m_standing, &QTimer::timeout, this, &EngineWatch::onStanding);
    connect(&m_settled, &QTimer::timeout, this, &EngineWatch::onSettled);
    connect(&m_retry, &QTimer::timeout, this, &EngineWatch::connectToEngine);
}

void EngineWatch::watch(StreamStarter startStream)
{
    stop();
    m_startStream = std::move(startStream);
    m_isWatching = true;
    connectToEngine();
}

void EngineWatch::stop()
{
    m_standing.stop();
    m_settled.stop();
    m_retry.stop();
    m_stream.reset();
    m_isWatching = false;
    m_isStanding = false;
    m_isConnected = false;
    m_failures = 0;
}

void EngineWatch::tryNow()
{
    if (m_retry.isActive())
        connectToEngine();
}

void EngineWatch::connectToEngine()
{
    m_retry.stop();
    m_stream = m_startStream(eventsArguments());
    connect(m_stream.get(), &Stream::finished, this, &EngineWatch::onEnded);
    connect(m_stream.get(), &Stream::line, this, [this](OutputChannel channel, const QString &text) {
        if (channel == OutputChannel::Out)
            Q_EMIT line(text);
    });
    m_stream->start();
    m_settled.start();
    // The first time, whatever the list comes to is news, and how it fails says more than the stream's end.
    if (m_failures == 0)
        onStanding();
    else
        m_standing.start();
}

void EngineWatch::onStanding()
{
    m_isStanding = true;
    Q_EMIT connected();
}

void EngineWatch::onSettled()
{
    m_isConnected = true;
    if (std::exchange(m_failures, 0) > 0)
        Q_EMIT returned();
}

void EngineWatch::onEnded(const ChildEnding &ending)
{
    m_standing.stop();
    m_settled.stop();
    m_stream.release()->deleteLater();
    const bool wasConnected = std::exchange(m_isConnected, false);
    const bool wasStanding = std::exchange(m_isStanding, false);
    ++m_failures;
    const bool hasClient = ending.exitCode.has_value();
    const bool isFirst = m_failures == 1;
    if (hasClient)
        m_retry.start(backoff(m_failures, 1s, 30s));
    else
        stop(); // No client, no watch; the next check says what is wrong with it.
    if (wasStanding)
        Q_EMIT disconnected();
    if (hasClient && wasConnected) {
        qCInfo(lcMonitor) << "the engine's events have ended";
        Q_EMIT lost();
    } else if (hasClient && isFirst) {
        Q_EMIT absent();
    }
}

} // namespace core
