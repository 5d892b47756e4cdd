// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace ui {

// A command to look at, select or copy. It is shown as it would be typed, never run.
class CommandRow final : public QWidget
{
    Q_OBJECT

public:
    // `label` is the button's text with its mnemonic: "Cop&y".
    explicit CommandRow(const QString &label, QWidget *parent = nullptr);

    void setCommand(const QString &command);
    // Comes after `previous` in the tab order; returns its own last control.
    QWidget *followInTabOrder(QWidget *previous);

private:
    void copy();

    QLineEdit *m_line;
    QPushButton *m_copy;
};

} // namespace ui
