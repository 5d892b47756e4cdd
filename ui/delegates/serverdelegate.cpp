// SPDX-License-Identifier: MIT
#include "ui/delegates/serverdelegate.h"

#include "ui/colors.h"
#include "ui/models/serversmodel.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/rhythm.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

bool isSelected(const QStyleOptionViewItem &option)
{
    return option.state.testFlag(QStyle::State_Selected);
}

bool hasShape(const QModelIndex &index)
{
    return index.data(ServersModel::MoodRole).isValid() || index.data(ServersModel::OrphanRole).toBool();
}

// Where a row has its shape, and the colours of it and of the sign in it.
struct Place
{
    QRect rect;
    QColor color;
    QColor sign;
};

Place placeOf(const QStyleOptionViewItem &option, Mood mood)
{
    const QStyle *style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    QRect place = style->subElementRect(QStyle::SE_ItemViewItemDecoration, &option, option.widget);
    if (option.text.isEmpty())
        place = option.rect;
    const QSize size(ServerDelegate::glyphSize, ServerDelegate::glyphSize);
    return {.rect = QStyle::alignedRect(option.direction, Qt::AlignCenter, size, place),
            .color = isSelected(option) ? option.palette.color(QPalette::HighlightedText)
                                        : moodColor(mood, option.palette),
            .sign = option.palette.color(isSelected(option) ? QPalette::Highlight : QPalette::Base)};
}

void paintMood(QPainter &painter, const QStyleOptionViewItem &option, Mood mood)
{
    const Place place = placeOf(option, mood);
    paintGlyph(painter, place.rect, mood, place.color, place.sign);
}

// Whose is it?
void paintOrphan(QPainter &painter, const QStyleOptionViewItem &option)
{
    const Place place = placeOf(option, Mood::Attention);
    paintBadge(painter, place.rect, QStringLiteral("?"), place.color, place.sign);
}

// The newest usage at the right end. Its height is one core, or the most that there was.
void paintUsages(QPainter &painter, const QStyleOptionViewItem &option, const QList<double> &usages)
{
    if (usages.size() < 2)
        return;
    const QSize size(ServerDelegate::sparklineWidth, option.rect.height() - 12);
    const Qt::Alignment end = QStyle::visualAlignment(option.direction, Qt::AlignRight) | Qt::AlignVCenter;
    const QRect place =
        QStyle::alignedRect(Qt::LeftToRight, end, size, option.rect.adjusted(rhythm / 2, 0, -rhythm / 2, 0));
    const double top = std::max(100.0, *std::ranges::max_element(usages));
    const double step = double(place.width()) / double(ServersModel::keptUsages - 1);
    QPolygonF line;
    double x = place.right() - step * double(usages.size() - 1);
    for (const double usage : usages) {
        line << QPointF(x, place.bottom() - usage / top * place.height());
        x += step;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isSelected(option) ? option.palette.color(QPalette::HighlightedText)
                                           : moodColor(Mood::Unknown, option.palette),
                        1.2));
    painter.drawPolyline(line);
    painter.restore();
}

} // namespace

void ServerDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (hasShape(index)) {
        QStyleOptionViewItem full = option;
        initStyleOption(&full, index);
        const QVariant mood = index.data(ServersModel::MoodRole);
        if (mood.isValid())
            paintMood(*painter, full, Mood(mood.toInt()));
        if (index.data(ServersModel::OrphanRole).toBool())
            paintOrphan(*painter, full);
    }
    if (index.column() == ServersModel::CpuColumn)
        paintUsages(*painter, option, index.data(ServersModel::UsagesRole).value<QList<double>>());
}

void ServerDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    RowDelegate::initStyleOption(option, index);
    // Room for the shape, or for the line behind the percentage; paint() fills it.
    if (index.column() == ServersModel::CpuColumn) {
        option->decorationSize = {sparklineWidth + rhythm / 2, glyphSize};
    } else if (hasShape(index)) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = {glyphSize + 4, glyphSize};
    }
}

} // namespace ui
