// SPDX-License-Identifier: MIT
#pragma once

#include "ui/delegates/rowdelegate.h"

namespace ui {

// A row of dev servers: the shape of a state where there is one, a badge at what was left behind, and behind
// the CPU its last usages as a small line.
class ServerDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    // The width of a column that has nothing but a shape, or of the line beside a percentage.
    static constexpr int glyphSize = 14;
    static constexpr int sparklineWidth = 48;

    using RowDelegate::RowDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace ui
