// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/entry.h"
#include "ui/models/tablemodel.h"

namespace ui {

// What is remembered, the newest first. New entries come on top, and old ones leave at the bottom.
class HistoryModel final : public TableModel
{
    Q_OBJECT

public:
    enum Column { WhenColumn, WhatColumn, DurationColumn, WhyColumn, ColumnCount };
    enum Role {
        MoodRole = Qt::UserRole, // int of Mood
        IsServerRole,            // bool: the end of a server, else a check
        FilterRole               // QString: what a filter looks at
    };

    explicit HistoryModel(QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    const QList<core::HistoryEntry> &entries() const { return m_entries; }
    void setEntries(const QList<core::HistoryEntry> &entries);

protected:
    qsizetype rows() const override { return m_entries.size(); }
    QString title(int column) const override;
    bool isNumber(int column) const override { return column == DurationColumn; }

private:
    static QString text(const core::HistoryEntry &entry, int column);

    QList<core::HistoryEntry> m_entries;
};

} // namespace ui
