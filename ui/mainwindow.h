// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/history.h"
#include "core/monitor/monitor.h"
#include "core/monitor/servers.h"
#include "ui/presentation/news.h"
#include "ui/windowstate.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <utility>

class QPushButton;
class QSplitter;
class QToolButton;

namespace ui {

class CloseGuard;
class DetailsPane;
class EngineMenu;
class HealthHeader;
class HistoryDialog;
class NewsBars;
class ReviewDialog;
class ServerActions;
class ServersArea;
class SwitchGuard;
class Timeline;
class TimelineFeed;

// The window: the engine's health on top, below it what belongs to the check in detail, the dev servers, and
// the log of one. It opens at once whatever Docker does, because everything it shows comes from the monitor
// as it becomes known.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(core::Monitor &monitor, core::Servers &servers, QString version, QWidget *parent = nullptr);

    // What the form for a new dev server begins with.
    void setLaunchDefaults(const core::LaunchRequest &defaults) { m_defaults = defaults; }
    // Shows what is remembered; without it there is neither timeline nor history.
    void setHistory(core::History &history);
    // Brings it in front of the user, wherever it is.
    void comeForward();
    // What the tray and notifications ask for, in front of the user where that has to be seen.
    void newServer();
    void stopServer(core::ServerKey key);
    void review(); // of what was left behind
    void act(const ui::News &news, ui::NewsAction action);
    // For news that no notification could tell.
    void tell(const ui::News &news);

    // Judges another engine, with a question where servers run on the present one.
    void chooseContext(const QString &name);
    // What becomes of the dev servers of this process where the window closes for good.
    void setOnQuit(core::OnQuit onQuit);
    // Whether closing only hides it: there is a tray to get it back from, and the user wants that.
    void setHidesOnClose(bool hides) { m_hidesOnClose = hides; }
    // Closes it for good, with a question where servers run and the user has not chosen.
    void quit();
    // Closes it for good without a question, in a few seconds at most.
    void closeAnyway();

    WindowState state() const;
    void restore(const WindowState &state);
    // True the first time: whoever has read it once knows that there is no tray.
    bool learnsOfNoTray() { return !std::exchange(m_isTraylessKnown, true); }
    void setLogSettings(const core::LogSettings &settings);

Q_SIGNALS:
    void openWanted(const QString &address); // of a dev server that answered there
    void settingsWanted();
    void hidden(); // in the tray
    void closed(); // for good

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void makeMenus();
    void makeServers();
    QWidget *makeDetailsBar();
    void showMeasurement();
    void showAge();
    void showPlace();
    void showHistory();
    void showServers();
    void enableReview();
    void openForm(const core::LaunchRequest &request);
    void setDetailsOpen(bool open);
    void openDetailsWhereNeeded();
    void showStepOfFact(int index);
    void copyReport();
    void showAbout();
    void hideInTray();
    core::Measurement lastOfThisEngine() const;
    core::EngineFacts judgedEngine() const;
    core::Measurement reportable() const;

    core::Monitor &m_monitor;
    core::Servers &m_servers;
    const QString m_version;
    core::LaunchRequest m_defaults;
    EngineMenu *m_engines;
    HealthHeader *m_header;
    QAction *m_detailsAction;
    QToolButton *m_detailsButton = nullptr;
    QPushButton *m_reportButton = nullptr;
    QSplitter *m_middle;
    ServerActions *m_actions;
    ServersArea *m_area = nullptr;
    CloseGuard *m_guard;
    SwitchGuard *m_switchGuard;
    NewsBars *m_bars;
    QAction *m_reviewAction;
    QPointer<ReviewDialog> m_review;
    core::History *m_history = nullptr;
    Timeline *m_timeline;
    TimelineFeed *m_timelineFeed = nullptr;
    QAction *m_historyAction;
    QPointer<HistoryDialog> m_historyDialog;
    DetailsPane *m_details = nullptr; // made when it is first opened
    bool m_detailsChosen = false;     // opened or closed by hand: from then on nothing does so by itself
    QString m_lastFinishedContext;    // the choice that the monitor's last finished check was made for
    QTimer m_ageTimer;
    WindowState m_restored; // what it was made with
    bool m_hidesOnClose = false;
    bool m_isQuitting = false;
    bool m_isTrayKnown = false;
    bool m_isTraylessKnown = false;
};

} // namespace ui
