// SPDX-License-Identifier: MIT
#include "app/table.h"

#include <algorithm>

namespace app {

QStringList tableLines(const QList<QStringList> &rows)
{
    constexpr qsizetype gap = 2;
    QStringList lines(rows.size());
    for (qsizetype column = 0; column < rows.first().size(); ++column) {
        const bool isLast = column + 1 == rows.first().size();
        const auto widest = std::ranges::max_element(
            rows, {}, [column](const QStringList &row) { return row.at(column).size(); });
        const qsizetype width = isLast ? 0 : widest->at(column).size() + gap;
        for (qsizetype i = 0; i < rows.size(); ++i)
            lines[i] += rows.at(i).at(column).leftJustified(width);
    }
    return lines;
}

} // namespace app
