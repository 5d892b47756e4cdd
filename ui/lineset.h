// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

#include <vector>

namespace ui {

// Which of a log's lines were shown, so that those that were not and are gone can be counted.
class LineSet final
{
public:
    // Lines from `begin` on and before `end`.
    void add(qint64 begin, qint64 end);
    // Forgets all lines before `end`; returns how many there were.
    qint64 takeBefore(qint64 end);
    void clear() { m_ranges.clear(); }

private:
    struct Range
    {
        qint64 begin = 0;
        qint64 end = 0;
    };

    std::vector<Range> m_ranges; // in order, and never touching each other
};

} // namespace ui
