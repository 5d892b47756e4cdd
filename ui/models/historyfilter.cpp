// SPDX-License-Identifier: MIT
#include "ui/models/historyfilter.h"

#include "ui/models/historymodel.h"
#include "ui/presentation/health.h"

namespace ui {

namespace {

bool isOfKind(const QModelIndex &index, HistoryFilter::Kind kind)
{
    const auto mood = Mood(index.data(HistoryModel::MoodRole).toInt());
    switch (kind) {
    case HistoryFilter::Kind::Everything:
        return true;
    case HistoryFilter::Kind::Checks:
        return !index.data(HistoryModel::IsServerRole).toBool();
    case HistoryFilter::Kind::Servers:
        return index.data(HistoryModel::IsServerRole).toBool();
    case HistoryFilter::Kind::Troubles:
        return mood == Mood::Trouble || mood == Mood::Attention;
    }
    Q_UNREACHABLE();
}

} // namespace

HistoryFilter::HistoryFilter(QObject *parent)
    : WordsFilter(HistoryModel::FilterRole, parent)
{}

void HistoryFilter::setKind(Kind kind)
{
    m_kind = kind;
    invalidateFilter();
}

bool HistoryFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    const QModelIndex index = sourceModel()->index(sourceRow, HistoryModel::WhatColumn, sourceParent);
    return isOfKind(index, m_kind) && WordsFilter::filterAcceptsRow(sourceRow, sourceParent);
}

} // namespace ui
