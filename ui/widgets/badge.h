// SPDX-License-Identifier: MIT
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <QWidget>

class QPainter;

namespace ui {

// The sign of what was left behind: a square with round corners in `color`, with `text` in it in `sign`. The
// same in the tray (their number), in the window's bar, and in a row.
void paintBadge(QPainter &painter, const QRectF &place, const QString &text, const QColor &color,
                const QColor &sign);

// The badge with a number, as large as a line of text.
class Badge final : public QWidget
{
    Q_OBJECT

public:
    explicit Badge(int side, QWidget *parent = nullptr);

    void setNumber(int number);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_number = 0;
};

} // namespace ui
