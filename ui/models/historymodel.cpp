// SPDX-License-Identifier: MIT
#include "ui/models/historymodel.h"

#include "ui/plaintext.h"
#include "ui/presentation/history.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

HistoryModel::HistoryModel(QObject *parent)
    : TableModel(ColumnCount, parent)
{}

QVariant HistoryModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const core::HistoryEntry &entry = m_entries.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case Qt::ToolTipRole:
        return index.column() == WhatColumn ? plainToolTip(historyWhere(entry))
                                            : plainToolTip(text(entry, index.column()));
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case Qt::AccessibleTextRole:
        return index.column() == WhatColumn
            ? tr("%1 (%2)").arg(text(entry, WhatColumn), moodWord(historyMood(entry)))
            : text(entry, index.column());
    case MoodRole:
        return int(historyMood(entry));
    case IsServerRole:
        return std::holds_alternative<core::ServerEndEntry>(entry);
    case FilterRole:
        return QStringList{text(entry, WhenColumn), text(entry, WhatColumn), text(entry, WhyColumn),
                           historyWhere(entry)}
            .join(u' ');
    default:
        return {};
    }
}

void HistoryModel::setEntries(const QList<core::HistoryEntry> &entries)
{
    // Where the old ones stand among the new.
    const auto begin = m_entries.isEmpty() ? entries.cend() : std::ranges::find(entries, m_entries.first());
    const qsizetype added = begin - entries.cbegin();
    const qsizetype kept = entries.size() - added;
    if (kept > m_entries.size() || entries.sliced(added) != m_entries.first(kept)) {
        beginResetModel();
        m_entries = entries;
        endResetModel();
        return;
    }
    if (m_entries.size() > kept) {
        beginRemoveRows({}, int(kept), int(m_entries.size()) - 1);
        m_entries.resize(kept);
        endRemoveRows();
    }
    if (added > 0) {
        beginInsertRows({}, 0, int(added) - 1);
        m_entries = entries;
        endInsertRows();
    }
}

QString HistoryModel::title(int column) const
{
    switch (column) {
    case WhenColumn:
        return tr("When");
    case WhatColumn:
        return tr("What");
    case DurationColumn:
        return tr("How long");
    case WhyColumn:
        return tr("Why");
    default:
        return {};
    }
}

QString HistoryModel::text(const core::HistoryEntry &entry, int column)
{
    switch (column) {
    case WhenColumn:
        return historyWhen(core::timeOf(entry), QDateTime::currentDateTimeUtc());
    case WhatColumn:
        return historyWhat(entry);
    case DurationColumn:
        return historyDuration(entry);
    case WhyColumn:
        return historyWhy(entry);
    default:
        return {};
    }
}

} // namespace ui
