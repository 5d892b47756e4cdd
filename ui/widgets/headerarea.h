// SPDX-License-Identifier: MIT
#pragma once

#include <QScrollArea>

namespace ui {

// Holds the header at the height that its text needs at this width, and lets it scroll where the window is
// too low.
class HeaderArea final : public QScrollArea
{
    Q_OBJECT

public:
    explicit HeaderArea(QWidget *header, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    int wantedHeight() const;
    void takeHeight();
};

} // namespace ui
