// SPDX-License-Identifier: MIT
#pragma once

#include "ui/logpattern.h"
#include "ui/widgets/logselection.h"

#include <memory>
#include <optional>
#include <utility>

namespace ui {

// A line or a part of it, as one row of the view.
struct LogRow
{
    qint64 number = 0;
    std::shared_ptr<const LogEntry> entry;
    qsizetype begin = 0;
    qsizetype end = 0;
    int top = 0;
    bool isFirst = true; // of its line
};

// What is marked in a row, in indexes of its line.
struct LogMarks
{
    QList<LogSpan> matches;
    std::optional<LogSpan> current;
    std::optional<LogSpan> selected;
    bool isSelectedBeyond = false; // the selection goes on in the next line
};

// What is marked in a log: what was searched for, one match that is the current one, and what is selected.
struct LogMarking
{
    LogPattern pattern;
    std::optional<std::pair<qint64, LogSpan>> current; // and its line
    LogSelection selection;
};

// Searching finds lines of the log only, which are those before `end`.
LogMarks marksOf(const LogMarking &marking, const LogRow &row, qint64 end);

} // namespace ui
