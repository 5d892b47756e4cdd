// SPDX-License-Identifier: MIT

// Prints the table of budgets, each as a ratio of two figures measured in turn in this run.

#include "tests/bench/table.h"
#include "tests/bench/verdictbench.h"
#include "tests/bench/windowbench.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

int main(int argc, char *argv[])
{
    if (argc == 3 && QByteArray(argv[1]) == "--child")
        return bench::runWindowChild(QString::fromLocal8Bit(argv[2]), argc, argv);
    QCoreApplication application(argc, argv);
    const int pairs = argc > 1 ? std::max(1, QString::fromLocal8Bit(argv[1]).toInt()) : 20;
    QList<bench::Row> rows{bench::measureVerdict(pairs)};
    rows += bench::measureWindow(std::min(pairs, 10));
    return bench::printTable(rows) ? 0 : 1;
}
