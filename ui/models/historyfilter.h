// SPDX-License-Identifier: MIT
#pragma once

#include "ui/models/wordsfilter.h"

namespace ui {

// The entries of a kind that have every word that is looked for.
class HistoryFilter final : public WordsFilter
{
    Q_OBJECT

public:
    enum class Kind { Everything, Checks, Servers, Troubles };

    explicit HistoryFilter(QObject *parent = nullptr);

    void setKind(Kind kind);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    Kind m_kind = Kind::Everything;
};

} // namespace ui
