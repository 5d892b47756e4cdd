// SPDX-License-Identifier: MIT
#include "app/windowsession.h"

#include "app/autostart.h"
#include "app/composition.h"
#include "app/launchdefaults.h"
#include "app/remember.h"
#include "app/windowstate.h"
#include "core/base/blockingpool.h"
#include "core/devserver/lastrun.h"
#include "core/devserver/removal.h"
#include "core/history/history.h"
#include "core/history/records.h"
#include "ui/activation.h"
#include "ui/dialogs/settings/settingsdialog.h"
#include "ui/presentation/settings.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QIcon>
#include <QThreadPool>
#include <QUrl>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ui::MainWindow;

namespace app {

namespace {

constexpr auto untilPluginsAreLoaded = 500ms;
constexpr auto longestWaitForPaint = 5s;
// At login the panel may come after us, and one that crashed comes back.
constexpr auto untilTrayIsMissed = 5s;
constexpr auto longestEnd = 5s;

bool isAnotherEngine(const Settings &one, const Settings &other)
{
    return one.dockerProgram != other.dockerProgram || one.context != other.context;
}

bool isAnotherCheck(const Settings &one, const Settings &other)
{
    return one.payload != other.payload || one.check != other.check;
}

core::MonitorSources remembering(core::MonitorSources sources, core::History &history)
{
    sources.keepVerdict = [&history](const core::Measurement &measurement) {
        if (const auto entry = core::verdictEntry(measurement, QDateTime::currentDateTimeUtc()))
            history.recordVerdict(*entry);
    };
    sources.servers.keepEnd = [&history](const core::ServerEnd &end) { history.record(endEntry(end)); };
    return sources;
}

} // namespace

WindowSession::WindowSession(const Settings &settings, const QString &context)
    : m_settings(settings)
    , m_context(context)
    , m_history(core::stateFolder())
    , m_sources(settings)
    , m_monitor(remembering(m_sources.sources(), m_history))
    , m_window(m_monitor, m_monitor.servers(), QStringLiteral(BERTH_VERSION))
    , m_firstPaint(&m_window)
    , m_lostDisplay([this] { endWithoutDisplay(); })
{
    // It may be hidden, and a dialog that closes then is the last window.
    QGuiApplication::setQuitOnLastWindowClosed(false);
    m_window.restore(readWindowState(windowStatePath(), settings.log));
    m_window.setHistory(m_history);
    useSettings();
    m_trayMissing.setSingleShot(true);
    m_trayMissing.setInterval(untilTrayIsMissed);
    QObject::connect(&m_trayMissing, &QTimer::timeout, &m_window, [this] { onTrayMissing(); });
    QObject::connect(&m_window, &MainWindow::openWanted, &m_window,
                     [this](const QString &address) { openInBrowser(address); });
    QObject::connect(&m_window, &MainWindow::settingsWanted, &m_window, [this] { openSettings(); });
    QObject::connect(&m_window, &MainWindow::hidden, &m_window, [this] { saveState(); });
    QObject::connect(&m_window, &MainWindow::closed, &m_window, [this] {
        saveState();
        QCoreApplication::exit(0);
    });
    QObject::connect(&m_signals, &SignalWatch::interrupted, &m_window, [this] { end(); });
    QObject::connect(&m_logout, &LogoutWatch::saveWanted, &m_window, [this] { saveState(); });
    QObject::connect(&m_logout, &LogoutWatch::logoutCame, &m_window, [this] { end(); });
    QObject::connect(&m_logout, &LogoutWatch::quitWanted, &m_window, &MainWindow::quit);
    QObject::connect(&m_firstPaint, &FirstPaint::painted, &m_window, [this] {
        m_sources.onPainted();
        // Each loads plugins or asks the desktop, which takes longer than the first frames that they would
        // hold up.
        QTimer::singleShot(untilPluginsAreLoaded, &m_window, [this] { appearOutside(); });
    });
}

QDeadlineTimer WindowSession::deadline() const
{
    return m_deadline.value_or(QDeadlineTimer(longestEnd));
}

void WindowSession::open(Start start)
{
    if (start == Start::Shown) {
        m_window.show();
        // One that starts minimised is not painted, and has to be in the tray all the same.
        QTimer::singleShot(longestWaitForPaint, &m_window, [this] { appearOutside(); });
    } else {
        m_sources.onPainted();
        appearOutside();
    }
    if (m_context.isEmpty())
        m_monitor.check();
    else
        m_monitor.chooseContext(m_context);
}

void WindowSession::openInBrowser(const QString &address)
{
    if (!QDesktopServices::openUrl(QUrl(address)))
        note(MainWindow::tr("There is no browser"),
             MainWindow::tr(
                 "This desktop has nothing to open %1 with: open it yourself, or install xdg-utils.")
                 .arg(address));
}

void WindowSession::take(const Handover &handover)
{
    if (!handover.context.isEmpty())
        m_window.chooseContext(handover.context);
    if (handover.verb == Handover::Verb::Stay)
        return;
    m_window.comeForward();
    ui::activate(m_window, handover.token);
}

void WindowSession::tellBrokenSettings(const core::BrokenSettings &broken)
{
    note(MainWindow::tr("The settings could not be read"), ui::brokenSettingsSentence(broken));
}

void WindowSession::end()
{
    if (!m_deadline)
        m_deadline = QDeadlineTimer(longestEnd);
    m_window.closeAnyway();
}

void WindowSession::endWithoutDisplay()
{
    const QDeadlineTimer deadline(longestEnd);
    core::Servers &servers = m_monitor.servers();
    if (m_settings.servers.onQuit == core::OnQuit::Leave) {
        servers.leaveAll();
    } else {
        const core::EngineAccess access = composeAccess(m_settings, m_monitor.requestedContext());
        for (const core::Server &server : servers.servers()) {
            if (server.isOurs && server.isAlive() && !server.id.isEmpty())
                core::lookingPool().start([docker = access.docker, id = server.id] {
                    core::removeServer(docker, id, core::Haste::Stop);
                });
        }
    }
    // What is not gone by then is found by the next Berth.
    for (QThreadPool *const pool : {&core::lookingPool(), &core::blockingPool(), &core::historyPool()})
        pool->waitForDone(int(deadline.remainingTime()));
}

void WindowSession::appearOutside()
{
    if (m_presence != nullptr)
        return; // it was started hidden, or minimised and painted after all
    m_history.open();
    m_network = std::make_unique<NetworkWatch>();
    QObject::connect(m_network.get(), &NetworkWatch::returned, &m_monitor, &core::Monitor::onNetworkReturned);
    m_window.setWindowIcon(QIcon(u":/berth/icons/io.github.berth.Berth.svg"_s));
    m_presence = std::make_unique<ui::Presence>(m_monitor, m_monitor.servers(), m_window);
    QObject::connect(&m_presence->tray(), &ui::TrayIcon::quitWanted, &m_window, &MainWindow::quit);
    QObject::connect(&m_presence->tray(), &ui::TrayIcon::thereChanged, &m_window,
                     [this] { onTrayChanged(); });
    onTrayChanged();
}

void WindowSession::onTrayChanged()
{
    useSettings();
    if (m_presence->tray().isThere())
        m_trayMissing.stop();
    else
        m_trayMissing.start();
}

// Nobody could get at a window that is hidden without a tray.
void WindowSession::onTrayMissing()
{
    if (!m_window.isVisible())
        m_window.show();
    if (m_settings.closeToTray && m_window.learnsOfNoTray())
        note(MainWindow::tr("There is no tray"),
             MainWindow::tr("Nothing on this desktop shows Berth's icon: closing the window quits Berth."));
}

void WindowSession::openSettings()
{
    Settings settings = m_settings;
    settings.log = m_window.state().log;
    QStringList contexts;
    for (const core::Context &context : m_monitor.contexts())
        contexts.append(context.name);
    auto *const dialog =
        new ui::SettingsDialog({.settings = settings,
                                .autostart = readAutostart(autostartPath(), autostartProgram()),
                                .hasTray = m_presence != nullptr && m_presence->tray().isThere(),
                                .contexts = contexts},
                               &m_window);
    QObject::connect(dialog, &ui::SettingsDialog::settingsChosen, &m_window,
                     [this](const Settings &chosen) { onSettingsChosen(chosen); });
    QObject::connect(dialog, &ui::SettingsDialog::autostartChosen, &m_window,
                     [this](bool on) { writeAutostart(on); });
    dialog->open();
}

void WindowSession::onSettingsChosen(const Settings &settings)
{
    const Settings was = std::exchange(m_settings, settings);
    m_window.setLogSettings(settings.log);
    useSettings();
    m_sources.setSettings(settings);
    const core::ServerListSources forServers = m_sources.sources().servers;
    m_monitor.useForServers(forServers.payloads, forServers.patience);
    if (isAnotherEngine(was, settings))
        m_monitor.startOver();
    else if (isAnotherCheck(was, settings))
        m_monitor.check();
    m_writing.start([was, settings](const std::stop_token &) { return writeSettings(was, settings); },
                    [this](const std::optional<core::Error> &error) {
                        if (error)
                            note(MainWindow::tr("The settings are not saved"),
                                 ui::settingsNotWritten(*error));
                    });
}

void WindowSession::useSettings()
{
    m_window.setLaunchDefaults(launchDefaults(m_settings));
    m_window.setOnQuit(m_settings.servers.onQuit);
    m_window.setHidesOnClose(m_settings.closeToTray && m_presence != nullptr && m_presence->tray().isThere());
    if (m_presence != nullptr)
        m_presence->notifier().setEnabled(m_settings.notifications);
}

void WindowSession::writeAutostart(bool on)
{
    m_writingAutostart.start(
        [on](const std::stop_token &) {
            return app::writeAutostart(autostartPath(), autostartProgram(), on);
        },
        [this](const std::optional<core::Error> &error) {
            if (error)
                note(MainWindow::tr("The start at login is not changed"), ui::autostartNotWritten(*error));
        });
}

void WindowSession::note(const QString &title, const QString &text)
{
    m_window.tell({.kind = ui::News::Kind::Note, .mood = ui::Mood::Attention, .title = title, .text = text});
}

// Whoever ends waits for the pool.
void WindowSession::saveState()
{
    core::blockingPool().start(
        [path = windowStatePath(), state = m_window.state()] { writeWindowState(path, state); });
}

} // namespace app
