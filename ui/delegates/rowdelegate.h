// SPDX-License-Identifier: MIT
#pragma once

#include <QStyledItemDelegate>

namespace ui {

// A row of a table, with air above and below.
class RowDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace ui
