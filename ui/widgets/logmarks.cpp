// SPDX-License-Identifier: MIT
#include "ui/widgets/logmarks.h"

namespace ui {

LogMarks marksOf(const LogMarking &marking, const LogRow &row, qint64 end)
{
    LogMarks marks;
    const QString &text = row.entry->line.text;
    if (!marking.pattern.isEmpty() && row.number < end)
        marks.matches = marking.pattern.spans(text);
    if (marking.current && marking.current->first == row.number)
        marks.current = marking.current->second;
    marks.selected = selectedOf(marking.selection, row.number, text.size());
    marks.isSelectedBeyond = marks.selected && row.number < marking.selection.end().line;
    return marks;
}

} // namespace ui
