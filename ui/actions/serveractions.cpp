// SPDX-License-Identifier: MIT
#include "ui/actions/serveractions.h"

#include "core/devserver/frameworks.h"
#include "ui/dialogs/stopquestion.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

bool canStop(const core::Server &server)
{
    return server.state != core::ServerState::Stopping;
}

} // namespace

ServerActions::ServerActions(core::Servers &servers, QWidget *window)
    : QObject(window)
    , m_servers(servers)
    , m_window(window)
    , m_new(add(tr("&New dev server…"), u"newServerAction"_s, &ServerActions::newWanted))
    , m_open(add(tr("&Open in the browser"), u"openServerAction"_s, &ServerActions::openSelected))
    , m_restart(add(tr("&Restart"), u"restartServerAction"_s, &ServerActions::restartSelected))
    , m_stop(add(tr("&Stop"), u"stopServerAction"_s, &ServerActions::stopSelected))
    , m_log(add(tr("Show &log"), u"serverLogAction"_s, &ServerActions::logOfSelected))
    , m_copyAddress(add(tr("&Copy address"), u"copyAddressAction"_s, &ServerActions::copyAddresses))
{
    m_new->setIconText(tr("New…"));
    m_new->setShortcut(Qt::CTRL | Qt::Key_N);
    m_open->setIconText(tr("Open"));
    m_open->setShortcut(Qt::CTRL | Qt::Key_O);
    m_log->setIconText(tr("Log"));
    m_log->setShortcut(Qt::CTRL | Qt::Key_L);
    m_restart->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    m_stop->setShortcut(Qt::Key_Delete);
    m_copyAddress->setShortcut(Qt::CTRL | Qt::Key_C);
    // Where text is read or typed, these keys are the text's.
    m_stop->setShortcutContext(Qt::WidgetShortcut);
    m_copyAddress->setShortcutContext(Qt::WidgetShortcut);
    enable();
}

void ServerActions::addRowActions(QMenu &menu) const
{
    menu.addActions({m_open, m_copyAddress, m_log});
    menu.addSeparator();
    menu.addActions({m_restart, m_stop});
}

void ServerActions::setSelection(const QList<core::ServerKey> &keys)
{
    m_selection = keys;
    enable();
}

void ServerActions::apply(Remedy::Kind remedy, core::ServerKey key)
{
    const core::Server *const found = m_servers.find(key);
    if (found == nullptr)
        return;
    const core::Server server = *found;
    const std::optional<core::LaunchRequest> asked = m_servers.requestOf(key);
    core::LaunchRequest request = asked.value_or(core::LaunchRequest{});
    switch (remedy) {
    case Remedy::Kind::ListenEverywhere:
        request.container.command =
            core::listeningEverywhere(request.container.command).value_or(request.container.command);
        request.port = server.port;
        return startAgain(server, request);
    case Remedy::Kind::OpenHolder:
        for (const core::Server &other : m_servers.servers()) {
            if (server.trouble && other.name == server.trouble->holder && other.key != key)
                return openIfReady(other);
        }
        return;
    case Remedy::Kind::ReplaceHolder:
        request.port = server.port;
        request.running = core::LaunchRequest::Running::Replace;
        return startAgain(server, request);
    case Remedy::Kind::AnotherPort:
        request.port.reset();
        return startAgain(server, request);
    case Remedy::Kind::Edit:
        return editWanted(request);
    case Remedy::Kind::Restart:
        return m_servers.restart(key);
    case Remedy::Kind::ShowLog:
        return logWanted(key);
    case Remedy::Kind::Stop:
    case Remedy::Kind::Dismiss:
        return stopServers({server});
    }
    Q_UNREACHABLE();
}

QAction *ServerActions::add(const QString &text, const QString &name, void (ServerActions::*slot)())
{
    auto *const action = new QAction(text, this);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, slot);
    return action;
}

void ServerActions::enable()
{
    const QList<core::Server> servers = selected();
    const auto any = [&servers](const auto &can) { return std::ranges::any_of(servers, can); };
    const bool onlyGone = !servers.isEmpty() && std::ranges::none_of(servers, &core::Server::isAlive);
    m_open->setEnabled(any(&core::Server::canBeOpened));
    m_copyAddress->setEnabled(any([](const core::Server &server) { return !server.address().isEmpty(); }));
    m_restart->setEnabled(any(
        [this](const core::Server &server) { return canStop(server) && m_servers.canRestart(server.key); }));
    m_stop->setEnabled(any(canStop));
    m_stop->setText(onlyGone ? tr("Di&smiss") : tr("&Stop"));
    m_log->setEnabled(servers.size() == 1);
}

// Those of the selection that are still there.
QList<core::Server> ServerActions::selected() const
{
    QList<core::Server> servers;
    for (const core::ServerKey key : m_selection) {
        if (const core::Server *const server = m_servers.find(key))
            servers.append(*server);
    }
    return servers;
}

void ServerActions::openSelected()
{
    for (const core::Server &server : selected())
        openIfReady(server);
}

void ServerActions::restartSelected()
{
    for (const core::Server &server : selected()) {
        if (canStop(server) && m_servers.canRestart(server.key))
            m_servers.restart(server.key);
    }
}

void ServerActions::stopSelected()
{
    stopServers(selected());
}

void ServerActions::logOfSelected()
{
    const QList<core::Server> servers = selected();
    if (servers.size() == 1)
        Q_EMIT logWanted(servers.front().key);
}

void ServerActions::copyAddresses()
{
    QStringList addresses;
    for (const core::Server &server : selected())
        addresses.append(server.address());
    addresses.removeAll(QString());
    QGuiApplication::clipboard()->setText(addresses.join(u'\n'));
}

void ServerActions::openIfReady(const core::Server &server)
{
    if (server.canBeOpened())
        Q_EMIT openWanted(server.address());
}

void ServerActions::stopServers(const QList<core::Server> &servers)
{
    QList<core::ServerKey> keys;
    QList<core::Server> alive;
    for (const core::Server &server : servers) {
        if (!canStop(server))
            continue;
        keys.append(server.key);
        if (server.isAlive())
            alive.append(server);
    }
    if (keys.isEmpty())
        return;
    const bool foreign =
        std::ranges::any_of(alive, [](const core::Server &server) { return !server.isOurs; });
    if (alive.size() < 2 && !foreign)
        return m_servers.stop(keys);
    auto *const question = new StopQuestion(alive, m_window);
    connect(question, &StopQuestion::confirmed, this, [this, keys] { m_servers.stop(keys); });
    question->open();
}

// One that is gone leaves its row; one that still runs is taken down by the start.
void ServerActions::startAgain(const core::Server &server, core::LaunchRequest request)
{
    if (!server.isAlive())
        m_servers.stop({server.key});
    else
        request.running = core::LaunchRequest::Running::Replace;
    m_servers.launch(request);
}

} // namespace ui
