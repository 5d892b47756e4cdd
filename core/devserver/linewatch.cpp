// SPDX-License-Identifier: MIT
#include "core/devserver/linewatch.h"

#include "core/devserver/readiness.h"

#include <algorithm>

namespace core {

bool LineWatch::announces(QByteArrayView bytes)
{
    qsizetype begin = 0;
    for (int looked = 0; looked < mostLines; ++looked) {
        const qsizetype end = bytes.indexOf('\n', begin);
        if (end < 0) {
            keep(bytes.sliced(begin));
            return false;
        }
        if (takeLine(bytes.sliced(begin, end - begin)))
            return true;
        begin = end + 1;
    }
    const qsizetype lastEnd = bytes.lastIndexOf('\n');
    if (lastEnd >= begin) {
        const qsizetype before = lastEnd == 0 ? -1 : bytes.lastIndexOf('\n', lastEnd - 1);
        const qsizetype lineBegin = std::max(begin, before + 1);
        if (takeLine(bytes.sliced(lineBegin, lastEnd - lineBegin)))
            return true;
        begin = lastEnd + 1;
    }
    keep(bytes.sliced(begin));
    return false;
}

void LineWatch::keep(QByteArrayView part)
{
    m_part.append(part.first(std::min(part.size(), longestLine - m_part.size())));
}

bool LineWatch::takeLine(QByteArrayView end)
{
    keep(end);
    const QString line = QString::fromUtf8(m_part);
    m_part.clear();
    return announcesReadiness(line);
}

} // namespace core
