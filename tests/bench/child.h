// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/table.h"

#include <QMap>

namespace bench {

// Figures by name, each measured any number of times.
using Figures = QMap<QString, QList<double>>;

// Runs this program again with `--child which` and reads the figures that it prints; none where it fails.
Figures figuresOfChild(const QString &which);

// Prints one in such a child.
void printFigure(const char *name, double value);

// A figure that has a limit and no reference.
Row limited(const QString &what, const QString &unit, const QList<double> &values, double limit);

} // namespace bench
