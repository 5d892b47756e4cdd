// SPDX-License-Identifier: MIT
#pragma once

#include <QPersistentModelIndex>
#include <QTreeView>

namespace ui {

// The view of the dev servers. A row that changes paints that row, and none where it is out of sight: a plain
// view paints all that it shows. Rows that are read stay where they are when others come and go above them.
class ServersTable final : public QTreeView
{
    Q_OBJECT

public:
    using QTreeView::QTreeView;

    void setModel(QAbstractItemModel *model) override;
    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                     const QList<int> &roles = {}) override;

private:
    void notePlace();
    void keepPlace();

    QPersistentModelIndex m_top; // the first row in sight, where the view is scrolled
};

} // namespace ui
