// SPDX-License-Identifier: MIT
#pragma once

#include "ui/loglines.h"
#include "ui/logpattern.h"

#include <compare>
#include <optional>

namespace ui {

// A place in a log: before the character at `index` of a line.
struct LogPosition
{
    qint64 line = 0;
    qsizetype index = 0;

    auto operator<=>(const LogPosition &) const = default;
};

// What is selected: from the place where that began to the caret.
struct LogSelection
{
    LogPosition anchor;
    LogPosition caret;

    bool isEmpty() const { return anchor == caret; }
    LogPosition begin() const { return std::min(anchor, caret); }
    LogPosition end() const { return std::max(anchor, caret); }

    bool operator==(const LogSelection &) const = default;
};

QString selectedText(const LogLines &lines, const LogSelection &selection);

// What is selected of a line with that many characters; nothing where it is not touched.
std::optional<LogSpan> selectedOf(const LogSelection &selection, qint64 line, qsizetype size);

// What a path or an address is made of counts as part of a word.
LogSelection wordAt(const LogLines &lines, const LogPosition &at);
LogSelection lineAt(const LogLines &lines, qint64 line);
LogSelection allOf(const LogLines &lines);

// Where the word begins that is before that index of a text, and where the one behind it ends.
qsizetype wordBefore(const QString &text, qsizetype index);
qsizetype wordBehind(const QString &text, qsizetype index);

} // namespace ui
