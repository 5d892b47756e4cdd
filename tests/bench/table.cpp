// SPDX-License-Identifier: MIT
#include "tests/bench/table.h"

#include <algorithm>
#include <cstdio>

namespace bench {

double median(QList<double> values)
{
    if (values.isEmpty())
        return 0;
    std::sort(values.begin(), values.end());
    const qsizetype middle = values.size() / 2;
    return values.size() % 2 == 1 ? values.at(middle) : (values.at(middle - 1) + values.at(middle)) / 2;
}

double ratio(const Row &row)
{
    QList<double> ratios;
    for (qsizetype i = 0; i < std::min(row.ours.size(), row.reference.size()); ++i)
        ratios.append(row.ours.at(i) / row.reference.at(i));
    return median(ratios);
}

bool printTable(const QList<Row> &rows)
{
    bool allKept = true;
    std::printf("%-44s %12s %12s %6s %8s %8s\n", "what", "Berth", "reference", "pairs", "ratio", "budget");
    for (const Row &row : rows) {
        const bool isMeasured = !row.ours.isEmpty() && !row.reference.isEmpty();
        const bool kept = isMeasured && ratio(row) <= row.budget;
        allKept = allKept && kept;
        if (!isMeasured) {
            std::printf("%-44s not measured\n", qPrintable(row.what));
            continue;
        }
        std::printf("%-44s %9.1f %-2s %9.1f %-2s %6d %7.3f× %6.2f×  %s\n", qPrintable(row.what),
                    median(row.ours), qPrintable(row.unit), median(row.reference), qPrintable(row.unit),
                    int(row.ours.size()), ratio(row), row.budget, kept ? "kept" : "MISSED");
    }
    return allKept;
}

} // namespace bench
