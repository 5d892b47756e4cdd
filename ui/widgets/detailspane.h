// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QSplitter>

#include <optional>

class QLabel;
class QPlainTextEdit;
class QTreeView;

namespace ui {

class CommandRow;
class StepsModel;

// The check as it ran: the steps, and of one of them the command, how it ended and what it printed.
class DetailsPane final : public QSplitter
{
    Q_OBJECT

public:
    explicit DetailsPane(QWidget *parent = nullptr);

    void setMeasurement(const core::Measurement &measurement);
    // Selects a step, now or as soon as it runs.
    void showStep(core::Step step);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeStepView();
    void selectWanted();
    void showCurrent();
    void onStepClicked(const QModelIndex &index);

    StepsModel *m_model;
    QTreeView *m_steps;
    CommandRow *m_command;
    QLabel *m_ending;
    QPlainTextEdit *m_output;
    std::optional<core::Step> m_wanted; // the step that was asked for; else the decisive one is shown
};

} // namespace ui
