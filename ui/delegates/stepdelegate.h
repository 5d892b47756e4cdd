// SPDX-License-Identifier: MIT
#pragma once

#include "ui/delegates/rowdelegate.h"

namespace ui {

// A row of the steps, and before the step's name the shape of how it went.
class StepDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace ui
