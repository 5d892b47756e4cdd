// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace core {

// The last bytes of a stream: a failure prints at the end.
class Tail final
{
public:
    static constexpr qsizetype capacity = 64 * 1024;

    explicit Tail(qsizetype kept = capacity)
        : m_kept(kept)
    {}

    void append(const QByteArray &bytes)
    {
        m_bytes.append(bytes);
        // Trimmed now and then instead of each time, so that a flood costs one move per capacity.
        if (m_bytes.size() > 2 * m_kept)
            trim();
    }

    QByteArray bytes()
    {
        trim();
        return m_bytes;
    }

private:
    void trim() { m_bytes.remove(0, qMax(qsizetype(0), m_bytes.size() - m_kept)); }

    qsizetype m_kept;
    QByteArray m_bytes;
};

} // namespace core
