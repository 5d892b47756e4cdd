// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractTableModel>

namespace ui {

// What the tables have in common: a title above each column, and numbers on the trailing side.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    virtual QString title(int column) const = 0;
    virtual bool isNumber(int column) const = 0;
    // What TextAlignmentRole says of a column.
    int alignment(int column) const;
};

} // namespace ui
