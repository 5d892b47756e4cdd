// SPDX-License-Identifier: MIT
#pragma once

#include <QSortFilterProxyModel>

namespace ui {

// The entries of a kind that have every word that is looked for, in the order of the history.
class HistoryFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    enum class Kind { Everything, Checks, Servers, Troubles };

    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString &text);
    void setKind(Kind kind);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    QStringList m_words;
    Kind m_kind = Kind::Everything;
};

} // namespace ui
