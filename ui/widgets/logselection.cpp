// SPDX-License-Identifier: MIT
#include "ui/widgets/logselection.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

bool isOfWord(QChar c)
{
    static const QString also = u":@-./_~?&=%+#"_s; // what paths and addresses are made of
    return c.isLetterOrNumber() || c.isMark() || c.isSurrogate() || also.contains(c);
}

// Lines may have fallen out of the log since they were selected.
LogPosition clamped(const LogLines &lines, const LogPosition &position)
{
    return position.line < lines.begin() ? LogPosition{.line = lines.begin(), .index = 0} : position;
}

} // namespace

QString selectedText(const LogLines &lines, const LogSelection &selection)
{
    const LogSelection left{.anchor = clamped(lines, selection.begin()),
                            .caret = clamped(lines, selection.end())};
    QString text;
    for (qint64 number = left.anchor.line; number <= left.caret.line && number < lines.bottom(); ++number) {
        if (number > left.anchor.line)
            text += u'\n';
        const QString &line = lines.entry(number)->line.text;
        if (const auto span = selectedOf(left, number, line.size()))
            text += QStringView(line).sliced(span->begin, span->length);
    }
    return text;
}

std::optional<LogSpan> selectedOf(const LogSelection &selection, qint64 line, qsizetype size)
{
    const LogPosition first = selection.begin();
    const LogPosition last = selection.end();
    if (selection.isEmpty() || line < first.line || line > last.line)
        return std::nullopt;
    const qsizetype begin = line == first.line ? std::min(first.index, size) : 0;
    const qsizetype end = line == last.line ? std::min(last.index, size) : size;
    return LogSpan{.begin = begin, .length = end - begin};
}

LogSelection wordAt(const LogLines &lines, const LogPosition &at)
{
    if (at.line < lines.begin() || at.line >= lines.bottom())
        return {.anchor = at, .caret = at};
    const QString text = lines.entry(at.line)->line.text;
    qsizetype begin = std::min(at.index, text.size());
    qsizetype end = begin;
    while (begin > 0 && isOfWord(text.at(begin - 1)))
        --begin;
    while (end < text.size() && isOfWord(text.at(end)))
        ++end;
    return {.anchor = {.line = at.line, .index = begin}, .caret = {.line = at.line, .index = end}};
}

LogSelection lineAt(const LogLines &lines, qint64 line)
{
    if (line < lines.begin() || line >= lines.bottom())
        return {};
    return {.anchor = {.line = line, .index = 0},
            .caret = {.line = line, .index = lines.entry(line)->line.text.size()}};
}

LogSelection allOf(const LogLines &lines)
{
    if (lines.begin() == lines.end())
        return {};
    return {.anchor = {.line = lines.begin(), .index = 0}, .caret = lineAt(lines, lines.end() - 1).caret};
}

qsizetype wordBefore(const QString &text, qsizetype index)
{
    while (index > 0 && !isOfWord(text.at(index - 1)))
        --index;
    while (index > 0 && isOfWord(text.at(index - 1)))
        --index;
    return index;
}

qsizetype wordBehind(const QString &text, qsizetype index)
{
    while (index < text.size() && !isOfWord(text.at(index)))
        ++index;
    while (index < text.size() && isOfWord(text.at(index)))
        ++index;
    return index;
}

} // namespace ui
