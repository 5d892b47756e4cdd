// SPDX-License-Identifier: MIT
#include "ui/models/tablemodel.h"

namespace ui {

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
