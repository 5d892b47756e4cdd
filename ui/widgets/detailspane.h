// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/verdict.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QTreeView;

namespace ui {

class StepsModel;

// The check as it ran: the steps, and of one of them the command, how it ended and what it printed.
class DetailsPane final : public QWidget
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
    void setUpSteps();
    QWidget *makeStepView();
    void selectWanted();
    void copyCommand();
    void showCurrent();
    void onCurrentChanged(const QModelIndex &index);

    StepsModel *m_model;
    QSplitter *m_halves;
    QTreeView *m_steps;
    QLabel *m_ending;
    QPushButton *m_copy;
    QPlainTextEdit *m_transcript;
    QString m_command;                  // of the step that is shown, as a shell would take it
    std::optional<core::Step> m_wanted; // the step that was asked for; else the decisive one is shown
};

} // namespace ui
