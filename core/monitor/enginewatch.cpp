// SPDX-License-Identifier: MIT
#include "core/monitor/enginewatch.h"

#include "core/base/logging.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace core {

EngineWatch::EngineWatch(EventsStarter startEvents, QObject *parent)
    : QObject(parent)
    , m_startEvents(std::move(startEvents))
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settling);
    m_retry.setSingleShot(true);
    connect(&m_settled, &QTimer::timeout, this, &EngineWatch::onSettled);
    connect(&m_retry, &QTimer::timeout, this, &EngineWatch::connectToEngine);
}

void EngineWatch::watch(const QString &context)
{
    if (!m_startEvents || (m_isWatching && context == m_context))
        return;
    stop();
    m_context = context;
    m_isWatching = true;
    connectToEngine();
}

void EngineWatch::stop()
{
    m_settled.stop();
    m_retry.stop();
    m_stream.reset();
    m_isWatching = false;
    m_isConnected = false;
    m_failures = 0;
}

std::chrono::milliseconds EngineWatch::retryDelay(int failuresInARow)
{
    // 1 s · 2^5 is past the ceiling already; more doublings would only overflow.
    return std::min<std::chrono::milliseconds>(1s * (1 << std::clamp(failuresInARow - 1, 0, 5)), 30s);
}

void EngineWatch::connectToEngine()
{
    m_stream = m_startEvents(m_context);
    connect(m_stream.get(), &Stream::finished, this, &EngineWatch::onEnded);
    m_stream->start();
    m_settled.start();
}

void EngineWatch::onSettled()
{
    m_isConnected = true;
    if (std::exchange(m_failures, 0) > 0)
        Q_EMIT returned();
}

void EngineWatch::onEnded(const ChildEnding &ending)
{
    m_settled.stop();
    m_stream.release()->deleteLater();
    const bool wasConnected = std::exchange(m_isConnected, false);
    ++m_failures;
    if (!ending.exitCode) {
        // No client, no watch; the next check says what is wrong with it.
        stop();
        return;
    }
    m_retry.start(retryDelay(m_failures));
    if (wasConnected) {
        qCInfo(lcMonitor) << "the engine's events have ended";
        Q_EMIT lost();
    } else if (m_failures == 1) {
        Q_EMIT absent();
    }
}

} // namespace core
