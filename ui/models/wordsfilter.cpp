// SPDX-License-Identifier: MIT
#include "ui/models/wordsfilter.h"

#include <algorithm>

namespace ui {

WordsFilter::WordsFilter(int role, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_role(role)
{}

void WordsFilter::setWords(const QString &text)
{
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateFilter();
}

bool WordsFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (m_words.isEmpty())
        return true;
    const QString text = sourceModel()->index(sourceRow, 0, sourceParent).data(m_role).toString();
    return std::ranges::all_of(
        m_words, [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace ui
