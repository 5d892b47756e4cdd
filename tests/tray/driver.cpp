// SPDX-License-Identifier: MIT
#include "tests/tray/driver.h"

#include "tests/ui/samples.h"
#include "tests/ui/serversamples.h"

#include <QGuiApplication>
#include <QJsonArray>
#include <QLabel>
#include <QPixmap>
#include <QScreen>

using namespace Qt::StringLiterals;

namespace tests {

TrayDriver::TrayDriver()
    : m_answer(samples::usable())
    , m_monitor(sources())
    , m_window(m_monitor, m_servers, u"0.1.0"_s)
    , m_commands([this](const QString &verb, const QString &rest) { return obey(verb, rest); }, 0)
{
    m_servers.setListing({.state = core::Listing::State::Listed});
    m_presence = std::make_unique<ui::Presence>(m_monitor, m_servers, m_window);
    rememberAll();
}

core::MonitorSources TrayDriver::sources()
{
    return {
        .measure =
            [this](const core::CheckRequest &, const std::stop_token &, const core::MeasurementReporter &) {
                const std::scoped_lock lock(m_mutex);
                return m_answer;
            },
        .listContexts = [](const std::stop_token &) { return samples::contexts(); }};
}

void TrayDriver::rememberAll()
{
    const ui::TrayIcon *const tray = &m_presence->tray();
    connect(tray, &ui::TrayIcon::showWanted, this, [this] { remember(u"show"_s); });
    connect(tray, &ui::TrayIcon::newWanted, this, [this] { remember(u"new"_s); });
    connect(tray, &ui::TrayIcon::reviewWanted, this, [this] { remember(u"review"_s); });
    connect(tray, &ui::TrayIcon::checkWanted, this, [this] { remember(u"check"_s); });
    connect(tray, &ui::TrayIcon::quitWanted, this, [this] { remember(u"quit"_s); });
    connect(tray, &ui::TrayIcon::openWanted, this, &TrayDriver::remember);
    connect(&m_presence->notifier(), &ui::Notifier::acted, this,
            [this](const ui::News &news, ui::NewsAction action) {
                remember(news.title + u": "_s + ui::newsActionText(action));
            });
}

QJsonValue TrayDriver::obey(const QString &verb, const QString &rest)
{
    if (verb == "there"_L1)
        return m_presence->tray().isThere();
    if (verb == "sign"_L1)
        return m_monitor.isChecking() ? -1 : int(m_presence->tray().state().sign);
    if (verb == "engine"_L1)
        return judge(rest);
    if (verb == "servers"_L1)
        return list(rest);
    if (verb == "asked"_L1)
        return QJsonArray::fromStringList(m_asked);
    if (verb == "forget"_L1) {
        m_asked.clear();
        return true;
    }
    if (verb == "quiet"_L1) {
        m_presence->notifier().setEnabled(false);
        return true;
    }
    if (verb == "text"_L1) {
        const auto *const label = m_window.findChild<QLabel *>(rest);
        return label != nullptr && label->isVisible() ? label->text() : QString();
    }
    if (verb == "shot"_L1)
        return QGuiApplication::primaryScreen()->grabWindow().save(rest);
    if (verb == "window"_L1) {
        m_window.setVisible(rest == "shown"_L1);
        return true;
    }
    if (verb == "visible"_L1)
        return m_window.isVisible();
    return QString(u"cannot "_s + verb);
}

QJsonValue TrayDriver::judge(const QString &engine)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_answer = engine == "damaged"_L1 ? samples::layerDamaged()
            : engine == "frozen"_L1       ? samples::frozen()
            : engine == "cut-off"_L1      ? samples::cutOff()
                                          : samples::usable();
    }
    m_monitor.check();
    return true;
}

QJsonValue TrayDriver::list(const QString &what)
{
    const QHash<QString, QList<core::Server>> lists{
        {u"ready"_s, {samples::ready(1, 4300, u"my_shop & more"_s)}},
        {u"starting"_s, {samples::starting(1, 4300, u"my_shop & more"_s)}},
        {u"failed"_s,
         {samples::failed(1, 4300, u"my_shop & more"_s,
                          {.kind = core::ServerTrouble::Kind::Exited, .exitCode = 1})}},
        {u"orphans"_s, {samples::orphan(2, 4301, u"old"_s), samples::orphan(3, 4302, u"older"_s)}}};
    m_servers.setServers(lists.value(what));
    return true;
}

} // namespace tests
