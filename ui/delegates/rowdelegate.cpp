// SPDX-License-Identifier: MIT
#include "ui/delegates/rowdelegate.h"

#include "ui/widgets/rhythm.h"

namespace ui {

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(rhythm, rhythm);
}

} // namespace ui
