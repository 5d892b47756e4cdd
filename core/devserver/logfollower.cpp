// SPDX-License-Identifier: MIT
#include "core/devserver/logfollower.h"

#include "core/base/backoff.h"
#include "core/base/redaction.h"
#include "core/docker/wording.h"

#include <QDateTime>

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr qsizetype lastWords = 1024; // docker's own stand at the end, whatever the container printed

bool isDockersOwn(const QString &said)
{
    return saysConnectionBroke(said) || saysNoSuchContainer(said);
}

} // namespace

LogFollower::LogFollower(QString idOrName, StreamStarter startStream, QObject *parent)
    : QObject(parent)
    , m_idOrName(std::move(idOrName))
    , m_startStream(std::move(startStream))
    , m_log(std::make_shared<ServerLog>(ServerLog::Source::Followed))
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &LogFollower::follow);
}

void LogFollower::start()
{
    follow();
}

void LogFollower::follow()
{
    QStringList arguments{u"logs"_s, u"--follow"_s};
    if (m_lastAt == 0)
        arguments << u"--tail"_s << u"10000"_s;
    else
        arguments << u"--since"_s << QString::number(double(m_lastAt + 1) / 1000, 'f', 3);
    m_lastError.clear();
    m_isFresh = true;
    m_stream = m_startStream(arguments << m_idOrName);
    connect(m_stream.get(), &Stream::bytes, this, &LogFollower::onBytes);
    connect(m_stream.get(), &Stream::finished, this, &LogFollower::onFinished);
    m_stream->start();
}

void LogFollower::onBytes(OutputChannel channel, const QByteArray &bytes)
{
    const bool isOut = channel == OutputChannel::Out;
    if (!isOut)
        m_lastError = QByteArray(m_lastError + bytes).right(lastWords);
    const bool isFirst = std::exchange(m_isFresh, false);
    if (isFirst && !isOut && m_lastAt != 0 && isDockersOwn(QString::fromUtf8(bytes)))
        return; // said again at each attempt, and no output of the server's
    m_lastAt = QDateTime::currentMSecsSinceEpoch();
    m_failuresInARow = 0;
    m_log->append(channel, bytes, m_lastAt);
}

void LogFollower::onFinished(const ChildEnding &ending)
{
    m_stream.release()->deleteLater();
    if (!ending.exitCode) {
        m_log->end(excerpt(ending.startError));
        return;
    }
    // docker's words and the container's come on one channel: they are docker's where it failed and they are
    // the last.
    const QString last = QString::fromUtf8(m_lastError).trimmed().section(u'\n', -1);
    if (*ending.exitCode == 0 || saysNoSuchContainer(last)) {
        m_log->end();
        return;
    }
    m_again.start(backoff(++m_failuresInARow, 1s, 30s));
}

} // namespace core
