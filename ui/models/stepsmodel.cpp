// SPDX-License-Identifier: MIT
#include "ui/models/stepsmodel.h"

#include "ui/presentation/steps.h"

#include <algorithm>

namespace ui {

StepsModel::StepsModel(QObject *parent)
    : TableModel(ColumnCount, parent)
{}

QVariant StepsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case Qt::AccessibleTextRole:
        return index.column() == StepColumn
            ? tr("%1: %2, %3").arg(text(row, StepColumn), text(row, ResultColumn), moodWord(row.mood))
            : text(row, index.column());
    case StepRole:
        return int(row.record.step);
    case MoodRole:
        return int(row.mood);
    case CommandRole:
        return row.record.command;
    case OutputRole:
        return row.record.output;
    default:
        return {};
    }
}

QString StepsModel::title(int column) const
{
    switch (column) {
    case StepColumn:
        return tr("Step");
    case ResultColumn:
        return tr("Result");
    case TimeColumn:
        return tr("Time");
    default:
        return {};
    }
}

bool StepsModel::isNumber(int column) const
{
    return column == TimeColumn;
}

QModelIndex StepsModel::indexOf(core::Step step) const
{
    const auto found =
        std::ranges::find_if(m_rows, [step](const Row &row) { return row.record.step == step; });
    return found == m_rows.cend() ? QModelIndex() : index(int(found - m_rows.cbegin()), 0);
}

QModelIndex StepsModel::decisiveIndex() const
{
    for (const Mood mood : {Mood::Trouble, Mood::Attention}) {
        const QModelIndex found = firstIn(mood);
        if (found.isValid())
            return found;
    }
    const QModelIndex run = indexOf(core::Step::Run);
    return run.isValid() ? run : index(0, 0);
}

void StepsModel::setMeasurement(const core::Measurement &measurement)
{
    QList<Row> rows;
    for (const core::StepRecord &record : measurement.steps)
        rows.append({.record = record, .mood = stepMood(record, measurement.verdict)});
    for (const core::Step step : measurement.running)
        rows.append({.record = {.step = step}});

    const qsizetype common = std::min(rows.size(), m_rows.size());
    for (qsizetype i = 0; i < common; ++i) {
        if (m_rows.at(i) == rows.at(i))
            continue;
        m_rows[i] = rows.at(i);
        Q_EMIT dataChanged(index(int(i), 0), index(int(i), ColumnCount - 1));
    }
    if (rows.size() > common) {
        beginInsertRows({}, int(common), int(rows.size()) - 1);
        m_rows.append(rows.mid(common));
        endInsertRows();
    } else if (m_rows.size() > common) {
        beginRemoveRows({}, int(common), int(m_rows.size()) - 1);
        m_rows.resize(common);
        endRemoveRows();
    }
}

QModelIndex StepsModel::firstIn(Mood mood) const
{
    const auto found = std::ranges::find_if(m_rows, [mood](const Row &row) {
        return row.mood == mood && row.record.step != core::Step::Cleanup;
    });
    return found == m_rows.cend() ? QModelIndex() : index(int(found - m_rows.cbegin()), 0);
}

QString StepsModel::text(const Row &row, int column)
{
    switch (column) {
    case StepColumn:
        return stepName(row.record.step);
    case ResultColumn:
        return row.mood == Mood::Measuring ? tr("Running…") : stepResult(row.record);
    case TimeColumn:
        return row.mood == Mood::Measuring ? QString() : durationText(row.record.elapsed);
    default:
        return {};
    }
}

} // namespace ui
