// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"

#include <QByteArray>

#include <deque>

namespace core {

// One line of a server's output, as bytes: nothing of it is interpreted here.
struct OutputLine
{
    qint64 number = 0; // counts from 0, over every line there ever was
    OutputChannel channel = OutputChannel::Out;
    qint64 at = 0;        // ms since the epoch: when its first byte came
    QByteArray bytes;     // without its line feed
    bool isWhole = false; // its line feed has come; one longer than longestLine continues in the next

    bool operator==(const OutputLine &) const = default;
};

// The last lines of a server's output: bounded in lines and in bytes.
class OutputRing final
{
public:
    static constexpr qint64 mostLines = 50'000;
    static constexpr qint64 mostBytes = 32 * 1024 * 1024;
    static constexpr qsizetype longestLine = 64 * 1024;

    // Splits at line feeds. What has no line feed yet is a line already, and grows.
    void append(OutputChannel channel, QByteArrayView bytes, qint64 at);
    void clear(); // forgets the lines; numbers go on

    qint64 begin() const { return m_begin; } // number of the first line that is still here
    qint64 end() const { return m_begin + qint64(m_lines.size()); }
    qint64 bytes() const { return m_bytes; }   // of contents()
    const OutputLine &at(qint64 number) const; // begin() <= number < end()
    // Everything that is here, byte by byte as it came.
    QByteArray contents() const;

private:
    void trim();

    std::deque<OutputLine> m_lines;
    qint64 m_begin = 0;
    qint64 m_bytes = 0;
};

} // namespace core
