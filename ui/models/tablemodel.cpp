// SPDX-License-Identifier: MIT
#include "ui/models/tablemodel.h"

namespace ui {

TableModel::TableModel(int columns, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(columns)
{}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(rows());
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return title(section);
    case Qt::TextAlignmentRole:
        return alignment(section);
    default:
        return {};
    }
}

int TableModel::alignment(int column) const
{
    return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

} // namespace ui
