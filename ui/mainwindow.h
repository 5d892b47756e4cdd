// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/monitor.h"

#include <QMainWindow>
#include <QTimer>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace ui {

class DetailsPane;
class EngineMenu;
class HealthHeader;

// The window: the engine's health on top, below it what belongs to the check in detail. It opens at once
// whatever Docker does, because everything it shows comes from the monitor as it becomes known.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(core::Monitor &monitor, core::Servers &servers, QString version, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeMenus();
    QWidget *makeDetailsBar();
    void showMeasurement();
    void showAge();
    void showPlace();
    void showCalm();
    void setDetailsOpen(bool open);
    void openDetailsWhereNeeded();
    void showStepOfFact(int index);
    void copyReport();
    void showAbout();
    core::Measurement lastOfThisEngine() const;
    core::EngineFacts judgedEngine() const;
    core::Measurement reportable() const;

    core::Monitor &m_monitor;
    const QString m_version;
    EngineMenu *m_engines;
    HealthHeader *m_header;
    QAction *m_detailsAction;
    QToolButton *m_detailsButton = nullptr;
    QPushButton *m_reportButton = nullptr;
    QVBoxLayout *m_column = nullptr;
    QLabel *m_calm = nullptr;
    DetailsPane *m_details = nullptr; // made when it is first opened
    bool m_detailsChosen = false;     // opened or closed by hand: from then on nothing does so by itself
    QString m_lastFinishedContext;    // the choice that the monitor's last finished check was made for
    QTimer m_ageTimer;
};

} // namespace ui
