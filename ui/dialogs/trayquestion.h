// SPDX-License-Identifier: MIT
#pragma once

#include <QMessageBox>

namespace ui {

// Says where the window goes that is closed for the first time, and offers to quit instead.
class TrayQuestion final : public QMessageBox
{
    Q_OBJECT

public:
    explicit TrayQuestion(QWidget *parent);

Q_SIGNALS:
    void hideWanted();
    void quitWanted();
};

} // namespace ui
