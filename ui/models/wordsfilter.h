// SPDX-License-Identifier: MIT
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace ui {

// The rows that have every word that is looked for, in the order of the model behind it.
class WordsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    // A row's text is that `role` of its first column.
    explicit WordsFilter(int role, QObject *parent = nullptr);

    void setWords(const QString &text);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    const int m_role;
    QStringList m_words;
};

} // namespace ui
