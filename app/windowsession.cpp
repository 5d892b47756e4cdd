// SPDX-License-Identifier: MIT
#include "app/windowsession.h"

#include "app/composition.h"
#include "app/launchdefaults.h"

#include <QDesktopServices>
#include <QIcon>
#include <QNetworkInformation>
#include <QTimer>
#include <QUrl>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace app {

namespace {

// A window that is never painted (minimised, on another desktop) must not hold up the check.
constexpr auto longestWaitForPaint = 300ms;
constexpr auto untilPluginsAreLoaded = 500ms;

void waitAt(std::binary_semaphore &gate)
{
    if (gate.try_acquire_for(longestWaitForPaint))
        gate.release();
}

core::MonitorSources behindFirstPaint(const core::MonitorSources &sources,
                                      const std::shared_ptr<std::binary_semaphore> &gate)
{
    return {.measure =
                [measure = sources.measure, gate](const core::CheckRequest &request,
                                                  const std::stop_token &stop,
                                                  const core::MeasurementReporter &report) {
                    waitAt(*gate);
                    return measure(request, stop, report);
                },
            .listContexts =
                [listContexts = sources.listContexts, gate](const std::stop_token &stop) {
                    waitAt(*gate);
                    return listContexts(stop);
                },
            .reach = sources.reach,
            .servers = sources.servers};
}

} // namespace

WindowSession::WindowSession(const Settings &settings, const QString &context)
    : m_context(context)
    , m_monitor(behindFirstPaint(composeSources(settings), m_gate))
    , m_window(m_monitor, m_monitor.servers(), QStringLiteral(BERTH_VERSION))
    , m_firstPaint(&m_window)
{
    m_window.setLaunchDefaults(launchDefaults(settings));
    QObject::connect(&m_window, &ui::MainWindow::openWanted, &m_window,
                     [](const QString &address) { QDesktopServices::openUrl(QUrl(address)); });
    QObject::connect(&m_firstPaint, &FirstPaint::painted, &m_window, [this] {
        m_gate->release();
        // Each loads plugins or asks the desktop, which takes longer than the first frames that they would
        // hold up.
        QTimer::singleShot(untilPluginsAreLoaded, &m_window, [this] {
            m_window.setWindowIcon(QIcon(u":/berth/icons/io.github.berth.Berth.svg"_s));
            watchNetwork();
            appearOutside();
        });
    });
}

void WindowSession::watchNetwork()
{
    if (!QNetworkInformation::loadBackendByFeatures(QNetworkInformation::Feature::Reachability))
        return; // the schedule looks again without it, only later
    QObject::connect(QNetworkInformation::instance(), &QNetworkInformation::reachabilityChanged, &m_monitor,
                     [this](QNetworkInformation::Reachability reachability) {
                         if (reachability == QNetworkInformation::Reachability::Online)
                             m_monitor.onNetworkReturned();
                     });
}

void WindowSession::appearOutside()
{
    m_presence = std::make_unique<ui::Presence>(m_monitor, m_monitor.servers(), m_window);
    QObject::connect(&m_presence->tray(), &ui::TrayIcon::quitWanted, &m_window, &ui::MainWindow::close);
}

void WindowSession::open()
{
    m_window.show();
    if (m_context.isEmpty())
        m_monitor.check();
    else
        m_monitor.chooseContext(m_context);
}

} // namespace app
