// SPDX-License-Identifier: MIT
#include "ui/delegates/rowdelegate.h"

#include "ui/widgets/rhythm.h"

namespace ui {

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(rhythm, rhythm);
}

void RowDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (!option->displayAlignment.testFlag(Qt::AlignRight))
        return;
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationPosition = QStyleOptionViewItem::Right;
    option->decorationSize = {rhythm / 3, 1};
}

} // namespace ui
