// SPDX-License-Identifier: MIT
#pragma once

#include "app/firstpaint.h"
#include "app/handover.h"
#include "app/livesources.h"
#include "app/logoutwatch.h"
#include "app/lostdisplay.h"
#include "app/networkwatch.h"
#include "app/settings.h"
#include "app/signalwatch.h"
#include "core/history/history.h"
#include "core/monitor/monitor.h"
#include "ui/mainwindow.h"
#include "ui/tray/presence.h"

#include <QDeadlineTimer>
#include <QTimer>

#include <memory>
#include <optional>

namespace app {

// The window with what is behind it, from its start to its end. It shows "checking" from its first frame on,
// and the docker clients are started right behind that frame, so that they do not compete with it for the
// processor.
class WindowSession final
{
public:
    enum class Start {
        Shown,
        Hidden // in the tray, or shown where none comes
    };

    WindowSession(const Settings &settings, const QString &context);

    ui::MainWindow &window() { return m_window; }
    FirstPaint &firstPaint() { return m_firstPaint; }
    // Until when everything has to be over.
    QDeadlineTimer deadline() const;

    void open(Start start = Start::Shown);
    // What a second start asks for.
    void take(const Handover &handover);
    void tellBrokenSettings(const core::BrokenSettings &broken);

private:
    void appearOutside();
    void onTrayChanged();
    void onTrayMissing();
    void openInBrowser(const QString &address);
    void openSettings();
    void onSettingsChosen(const Settings &settings);
    void useSettings();
    void writeAutostart(bool on);
    void note(const QString &title, const QString &text);
    void saveState();
    // Ends without a question, in 5 s at most.
    void end();
    // The same at once and in place, where there is no event loop any more.
    void endWithoutDisplay();

    Settings m_settings;
    const QString m_context;
    core::History m_history;
    LiveSources m_sources;
    core::Monitor m_monitor;
    ui::MainWindow m_window;
    FirstPaint m_firstPaint;
    LogoutWatch m_logout;
    SignalWatch m_signals;
    // Both are made when the window has been painted.
    std::unique_ptr<NetworkWatch> m_network;
    std::unique_ptr<ui::Presence> m_presence;
    QTimer m_trayMissing;
    std::optional<QDeadlineTimer> m_deadline;
    core::Task<std::optional<core::Error>> m_writing;
    core::Task<std::optional<core::Error>> m_writingAutostart;
    const LostDisplay m_lostDisplay;
};

} // namespace app
