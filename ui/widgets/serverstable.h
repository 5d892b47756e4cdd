// SPDX-License-Identifier: MIT
#pragma once

#include <QTreeView>

namespace ui {

// The view of the dev servers. A row that changes paints that row, and none where it is out of sight: a plain
// view paints all that it shows.
class ServersTable final : public QTreeView
{
    Q_OBJECT

public:
    using QTreeView::QTreeView;

    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                     const QList<int> &roles = {}) override;
};

} // namespace ui
