// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/outputring.h"

#include <QObject>
#include <QString>

namespace core {

// A server's output for whoever looks at it: whole, bounded, and told when it grows.
class ServerLog final : public QObject
{
    Q_OBJECT

public:
    enum class Source {
        Attached, // a server of ours
        Followed, // `docker logs --follow`
        LastRun   // from the disk
    };

    explicit ServerLog(Source source, QObject *parent = nullptr)
        : QObject(parent)
        , m_source(source)
    {}

    Source source() const { return m_source; }
    const OutputRing &ring() const { return m_ring; }
    // Nothing comes any more; why, where that is no matter of course.
    bool isOver() const { return m_isOver; }
    const QString &reason() const { return m_reason; }

    void append(OutputChannel channel, QByteArrayView bytes, qint64 at);
    void end(const QString &reason = {});

Q_SIGNALS:
    void grew();
    void over();

private:
    Source m_source;
    OutputRing m_ring;
    bool m_isOver = false;
    QString m_reason;
};

} // namespace core
