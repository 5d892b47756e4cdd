// SPDX-License-Identifier: MIT
#include "ui/widgets/serverstable.h"

#include <QAccessible>
#include <QScrollBar>

namespace ui {

void ServersTable::setModel(QAbstractItemModel *model)
{
    // Before the view hears of a change, it still shows what was.
    connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, &ServersTable::notePlace);
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &ServersTable::notePlace);
    QTreeView::setModel(model);
    connect(model, &QAbstractItemModel::rowsInserted, this, &ServersTable::keepPlace);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &ServersTable::keepPlace);
}

void ServersTable::notePlace()
{
    const bool isScrolled = verticalScrollBar()->value() > 0;
    m_top = isScrolled ? QPersistentModelIndex(indexAt({0, 0})) : QPersistentModelIndex();
}

void ServersTable::keepPlace()
{
    if (m_top.isValid())
        scrollTo(m_top, PositionAtTop);
}

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
