// SPDX-License-Identifier: MIT
#include "core/devserver/outputring.h"

#include <cstring>

namespace core {

namespace {

// The first line feed that a line of at most `OutputRing::longestLine` can end with. Looking no further keeps
// an endless line linear.
qsizetype lineFeedIn(QByteArrayView bytes)
{
    const qsizetype looked = qMin(bytes.size(), OutputRing::longestLine + 1);
    const void *found = std::memchr(bytes.data(), '\n', size_t(looked));
    return found == nullptr ? -1 : static_cast<const char *>(found) - bytes.data();
}

bool canGrow(const OutputLine &line, OutputChannel channel, qsizetype length)
{
    return !line.isWhole && line.channel == channel
        && (length == 0 || line.bytes.size() < OutputRing::longestLine);
}

} // namespace

void OutputRing::append(OutputChannel channel, QByteArrayView bytes, qint64 at)
{
    while (!bytes.isEmpty()) {
        const qsizetype feed = lineFeedIn(bytes);
        const qsizetype length = feed < 0 ? bytes.size() : feed;
        if (m_lines.empty() || !canGrow(m_lines.back(), channel, length))
            m_lines.push_back({.number = end(), .channel = channel, .at = at});
        OutputLine &line = m_lines.back();
        const qsizetype taken = qMin(length, longestLine - line.bytes.size());
        if (line.bytes.isEmpty())
            line.bytes = bytes.first(taken).toByteArray(); // just as large as it is
        else
            line.bytes.append(bytes.first(taken));
        line.isWhole = feed == taken;
        const qsizetype consumed = taken + (line.isWhole ? 1 : 0);
        m_bytes += consumed;
        bytes = bytes.sliced(consumed);
        trim();
    }
}

void OutputRing::clear()
{
    m_begin = end();
    m_lines.clear();
    m_bytes = 0;
}

const OutputLine &OutputRing::at(qint64 number) const
{
    Q_ASSERT(number >= begin() && number < end());
    return m_lines[size_t(number - m_begin)];
}

QByteArray OutputRing::contents() const
{
    QByteArray all;
    all.reserve(m_bytes);
    for (const OutputLine &line : m_lines) {
        all.append(line.bytes);
        if (line.isWhole)
            all.append('\n');
    }
    return all;
}

void OutputRing::trim()
{
    while (qint64(m_lines.size()) > mostLines || m_bytes > mostBytes) {
        const OutputLine &first = m_lines.front();
        m_bytes -= first.bytes.size() + (first.isWhole ? 1 : 0);
        m_lines.pop_front();
        ++m_begin;
    }
}

} // namespace core
