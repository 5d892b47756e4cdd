// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace ui {

// An empty berth: two quays, the water between them, and the outline of the ship that is not there.
class BerthPicture final : public QWidget
{
    Q_OBJECT

public:
    explicit BerthPicture(QWidget *parent = nullptr);

    QSize sizeHint() const override { return {120, 72}; }

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace ui
