// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace ui {

class CommandRow;

// The commands of a diagnosis, each to copy. Hidden where there are none.
class CommandList final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandList(QWidget *parent = nullptr);

    void setCommands(const QStringList &commands);
    // Comes after `previous` in the tab order, where new rows belong as well; returns its own last control,
    // or `previous` where it has none.
    QWidget *followInTabOrder(QWidget *previous);

private:
    QVBoxLayout *m_layout;
    QList<CommandRow *> m_rows;
};

} // namespace ui
