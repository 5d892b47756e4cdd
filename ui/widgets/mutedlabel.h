// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace ui {

// A label for text of second rank, quieter than the rest in every palette.
class MutedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit MutedLabel(QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void takeColor();
};

} // namespace ui
