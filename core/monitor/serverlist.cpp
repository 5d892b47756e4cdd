// SPDX-License-Identifier: MIT
#include "core/monitor/serverlist.h"

#include "core/base/redaction.h"

using namespace Qt::StringLiterals;

namespace core {

ServerList::ServerList(ServerListSources sources, QObject *parent)
    : Servers(parent)
    , m_sources(std::move(sources))
{}

ServerList::~ServerList() = default;

void ServerList::watch(const EngineAccess &access)
{
    m_access = access;
}

ServerKey ServerList::launch(const LaunchRequest & /*request*/)
{
    return {};
}

void ServerList::stop(const QList<ServerKey> & /*keys*/, Haste /*haste*/) {}

void ServerList::restart(ServerKey /*key*/) {}

bool ServerList::canRestart(ServerKey /*key*/) const
{
    return false;
}

std::optional<LaunchRequest> ServerList::requestOf(ServerKey /*key*/) const
{
    return std::nullopt;
}

void ServerList::leaveAll() {}

std::shared_ptr<ServerLog> ServerList::log(ServerKey /*key*/)
{
    return {};
}

void ServerList::preview(const LaunchRequest & /*request*/, QObject * /*context*/,
                         std::function<void(const LaunchPreview &)> /*then*/)
{}

QString ServerList::commandText(const QStringList &arguments) const
{
    return shellCommand(QStringList{u"docker"_s} + m_access.choice.arguments() + arguments);
}

void ServerList::setUsageWanted(bool /*wanted*/) {}

void ServerList::refresh() {}

void ServerList::onEvent(const QString & /*line*/) {}

void ServerList::onConnected() {}

void ServerList::onDisconnected(Listing::State /*state*/, const QString & /*reason*/) {}

} // namespace core
