// SPDX-License-Identifier: MIT
#include "ui/widgets/serverstable.h"

#include <QAccessible>

namespace ui {

void ServersTable::dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                               const QList<int> &roles)
{
    // What reads the screen is told by the view itself. Nobody edits here, and every row is as high.
    if (QAccessible::isActive() || !topLeft.isValid() || !bottomRight.isValid()) {
        QTreeView::dataChanged(topLeft, bottomRight, roles);
        return;
    }
    if (!isVisible()) // it paints all once it is
        return;
    // A row is laid out from one edge to the other, whatever its columns are.
    const QRect first = visualRect(topLeft.siblingAtColumn(0));
    const QRect last = visualRect(bottomRight.siblingAtColumn(0));
    const QRect shown = viewport()->rect();
    viewport()->update(QRect(shown.left(), first.top(), shown.width(), last.bottom() - first.top() + 1));
}

} // namespace ui
