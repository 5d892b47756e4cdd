// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace ui {

// A label for text of second rank, quieter than the rest in every palette; for text that is so only for a
// while it can be told.
class MutedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit MutedLabel(QWidget *parent = nullptr);

    void setMuted(bool muted);

protected:
    void changeEvent(QEvent *event) override;

private:
    void takeColor();

    bool m_isMuted = true;
};

} // namespace ui
