// SPDX-License-Identifier: MIT
#include "ui/delegates/stepdelegate.h"

#include "ui/colors.h"
#include "ui/models/stepsmodel.h"
#include "ui/widgets/glyph.h"

#include <QApplication>

namespace ui {

namespace {

constexpr int glyphSize = 14;

} // namespace

void StepDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != StepsModel::StepColumn)
        return;
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    const QStyle *style = full.widget != nullptr ? full.widget->style() : QApplication::style();
    const QRect place = style->subElementRect(QStyle::SE_ItemViewItemDecoration, &full, full.widget);
    const bool selected = full.state.testFlag(QStyle::State_Selected);
    const Mood mood = Mood(index.data(StepsModel::MoodRole).toInt());
    const QColor color =
        selected ? full.palette.color(QPalette::HighlightedText) : moodColor(mood, full.palette);
    const QColor sign = full.palette.color(selected ? QPalette::Highlight : QPalette::Base);
    const QRect square = QStyle::alignedRect(full.direction, Qt::AlignCenter, {glyphSize, glyphSize}, place);
    paintGlyph(*painter, square, mood, color, sign);
}

void StepDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    RowDelegate::initStyleOption(option, index);
    if (index.column() != StepsModel::StepColumn)
        return;
    // Room for the shape; paint() fills it.
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = {glyphSize + 4, glyphSize};
}

} // namespace ui
