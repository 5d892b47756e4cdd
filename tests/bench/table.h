// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QString>

namespace bench {

// One budget: two figures measured in turn in one run, and what their ratio may be.
struct Row
{
    QString what;
    QString unit;
    QList<double> ours;
    QList<double> reference;
    double budget = 0; // the largest ratio allowed
};

double median(QList<double> values);

// The median of the ratios pair by pair, which holds when the machine's speed drifts.
double ratio(const Row &row);

// Prints medians, ratio and budget of each row; returns whether all are kept. What could not be measured is
// not kept.
bool printTable(const QList<Row> &rows);

} // namespace bench
