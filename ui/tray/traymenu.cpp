// SPDX-License-Identifier: MIT
#include "ui/tray/traymenu.h"

#include "core/base/redaction.h"
#include "ui/plaintext.h"
#include "ui/presentation/orphans.h"
#include "ui/presentation/servers.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// More do not fit on a small screen; the window has them all.
constexpr qsizetype mostServers = 16;
constexpr int mostCharacters = 80;

TrayOffer::Entry entryOf(const core::Server &server)
{
    const QString text = TrayMenu::tr("%1: %2").arg(serverTitle(server), serverStatus(server));
    return {.key = server.key,
            .text = core::excerpt(text, mostCharacters),
            .address = server.canBeOpened() ? server.address() : QString(),
            .canStop = server.state != core::ServerState::Stopping};
}

} // namespace

TrayOffer trayOffer(const EngineWord &engine, bool isChecking, const QList<core::Server> &servers)
{
    TrayOffer offer{.verdict = engine.headline.isEmpty() ? TrayMenu::tr("Checking Docker…") : engine.headline,
                    .orphans = int(orphansOf(servers).size()),
                    .canCheck = !isChecking};
    for (const core::Server &server : servers) {
        if (!server.isAlive())
            continue;
        if (offer.servers.size() < mostServers)
            offer.servers.append(entryOf(server));
        else
            ++offer.more;
    }
    return offer;
}

QString trayMenuText(const QString &text, MenuWay way)
{
    if (way == MenuWay::Widget || text.isEmpty())
        return plainActionText(text);
    // The mnemonic in front keeps Qt from making one of an ampersand further on.
    return u'&' % QString(text).replace(u"_"_s, u"__"_s);
}

TrayMenu::TrayMenu(MenuWay way)
    : m_way(way)
{
    setObjectName(u"trayMenu"_s);
    m_verdict = addAction(QString(), this, &TrayMenu::showWanted);
    addSeparator();
    m_more = addAction(QString(), this, &TrayMenu::showWanted);
    addSeparator();
    m_review = addAction(QString(), this, &TrayMenu::reviewWanted);
    addAction(tr("&New dev server…"), this, &TrayMenu::newWanted);
    m_check = addAction(tr("Check &again"), this, &TrayMenu::checkWanted);
    addSeparator();
    addAction(tr("S&how Berth"), this, &TrayMenu::showWanted);
    addAction(tr("&Quit"), this, &TrayMenu::quitWanted);
    // What somebody is about to click on stays where it is.
    connect(this, &QMenu::aboutToHide, this, &TrayMenu::apply, Qt::QueuedConnection);
    apply();
}

void TrayMenu::setOffer(const TrayOffer &offer)
{
    if (offer == m_offer)
        return;
    m_offer = offer;
    if (!isVisible())
        apply();
}

void TrayMenu::apply()
{
    m_verdict->setText(trayMenuText(m_offer.verdict, m_way));
    applyServers();
    m_more->setText(tr("and %n more…", nullptr, m_offer.more));
    m_more->setVisible(m_offer.more > 0);
    m_review->setText(m_offer.orphans == 1 ? tr("&Remove one left behind…")
                                           : tr("&Remove %n left behind…", nullptr, m_offer.orphans));
    m_review->setVisible(m_offer.orphans > 0);
    m_check->setEnabled(m_offer.canCheck);
}

void TrayMenu::applyServers()
{
    QList<core::ServerKey> wanted;
    for (const TrayOffer::Entry &entry : std::as_const(m_offer.servers))
        wanted.append(entry.key);
    if (wanted != m_shown) {
        qDeleteAll(m_servers);
        m_servers.clear();
        for (const core::ServerKey key : std::as_const(wanted)) {
            m_servers.append(makeServer(key));
            insertMenu(m_more, m_servers.back());
        }
        m_shown = wanted;
    }
    for (qsizetype i = 0; i < m_servers.size(); ++i)
        describeServer(*m_servers.at(i), m_offer.servers.at(i));
}

QMenu *TrayMenu::makeServer(core::ServerKey key)
{
    auto *const menu = new QMenu(this);
    menu->addAction(tr("&Open in the browser"), this, [this, key] { open(key); });
    menu->addAction(tr("&Stop"), this, [this, key] { Q_EMIT stopWanted(key); });
    return menu;
}

void TrayMenu::describeServer(QMenu &menu, const TrayOffer::Entry &entry) const
{
    menu.setTitle(trayMenuText(entry.text, m_way));
    menu.actions().first()->setEnabled(!entry.address.isEmpty());
    menu.actions().last()->setEnabled(entry.canStop);
}

void TrayMenu::open(core::ServerKey key)
{
    const auto found = std::ranges::find(m_offer.servers, key, &TrayOffer::Entry::key);
    if (found != m_offer.servers.cend() && !found->address.isEmpty())
        Q_EMIT openWanted(found->address);
}

} // namespace ui
