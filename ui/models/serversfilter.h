// SPDX-License-Identifier: MIT
#pragma once

#include <QSortFilterProxyModel>

namespace ui {

// The dev servers whose port, project, name or state has every word that is looked for. It keeps the order of
// the list.
class ServersFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString &text);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    QStringList m_words;
};

} // namespace ui
