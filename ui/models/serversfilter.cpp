// SPDX-License-Identifier: MIT
#include "ui/models/serversfilter.h"

#include "ui/models/serversmodel.h"

#include <algorithm>

namespace ui {

void ServersFilter::setWords(const QString &text)
{
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateFilter();
}

bool ServersFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (m_words.isEmpty())
        return true;
    const QString text = sourceModel()
                             ->index(sourceRow, ServersModel::StateColumn, sourceParent)
                             .data(ServersModel::FilterRole)
                             .toString();
    return std::ranges::all_of(
        m_words, [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace ui
