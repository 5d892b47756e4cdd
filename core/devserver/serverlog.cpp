// SPDX-License-Identifier: MIT
#include "core/devserver/serverlog.h"

namespace core {

void ServerLog::append(OutputChannel channel, QByteArrayView bytes, qint64 at)
{
    if (m_isOver || bytes.isEmpty())
        return;
    m_ring.append(channel, bytes, at);
    Q_EMIT grew();
}

void ServerLog::end(const QString &reason)
{
    if (m_isOver)
        return;
    m_isOver = true;
    m_reason = reason;
    Q_EMIT over();
}

} // namespace core
