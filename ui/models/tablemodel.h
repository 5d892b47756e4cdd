// SPDX-License-Identifier: MIT
#pragma once

#include <QAbstractTableModel>

namespace ui {

// What the tables have in common: rows without children, a title above each column, and numbers on the
// trailing side.
class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit TableModel(int columns, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    virtual qsizetype rows() const = 0;
    virtual QString title(int column) const = 0;
    virtual bool isNumber(int column) const = 0;
    // What TextAlignmentRole says of a column.
    int alignment(int column) const;

private:
    const int m_columns;
};

} // namespace ui
