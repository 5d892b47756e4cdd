// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

namespace core {

// Finds the line in one channel of a server's output that says that it serves. Looks at the first lines and
// the last one of each piece only, so that a flood costs next to nothing.
class LineWatch final
{
public:
    static constexpr qsizetype longestLine = 4096;
    static constexpr int mostLines = 200;

    // Whether a line that ends in these bytes announces readiness.
    bool announces(QByteArrayView bytes);

private:
    void keep(QByteArrayView part);
    bool takeLine(QByteArrayView end);

    QByteArray m_part; // of a line that has not ended, at most longestLine
};

} // namespace core
