// SPDX-License-Identifier: MIT
#pragma once

#include "ui/presentation/health.h"

#include <QWidget>

class QLabel;

namespace ui {

class CommandList;

// What is wrong, what to do, and the commands that do it. Hidden where nothing is wrong.
class AdviceBox final : public QWidget
{
    Q_OBJECT

public:
    explicit AdviceBox(QWidget *parent = nullptr);

    void setAdvice(const HealthText &text);

private:
    QLabel *m_cause;
    QLabel *m_remedy;
    CommandList *m_commands;
};

} // namespace ui
