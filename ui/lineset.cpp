// SPDX-License-Identifier: MIT
#include "ui/lineset.h"

#include <algorithm>

namespace ui {

void LineSet::add(qint64 begin, qint64 end)
{
    if (begin >= end)
        return;
    const auto first = std::lower_bound(m_ranges.begin(), m_ranges.end(), begin,
                                        [](const Range &range, qint64 line) { return range.end < line; });
    auto last = first;
    for (; last != m_ranges.end() && last->begin <= end; ++last) {
        begin = std::min(begin, last->begin);
        end = std::max(end, last->end);
    }
    m_ranges.insert(m_ranges.erase(first, last), {.begin = begin, .end = end});
}

qint64 LineSet::takeBefore(qint64 end)
{
    qint64 count = 0;
    auto range = m_ranges.begin();
    for (; range != m_ranges.end() && range->begin < end; ++range) {
        count += std::min(range->end, end) - range->begin;
        if (range->end > end) {
            range->begin = end;
            break;
        }
    }
    m_ranges.erase(m_ranges.begin(), range);
    return count;
}

} // namespace ui
