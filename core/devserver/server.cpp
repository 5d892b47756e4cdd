// SPDX-License-Identifier: MIT
#include "core/devserver/server.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

// The two halves of "127.0.0.1:4300" or "[::]:4300".
struct Endpoint
{
    QString host; // without brackets
    QString port;
};

Endpoint endpointOf(const QString &published)
{
    QString host = published.section(u':', 0, -2);
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.sliced(1, host.size() - 2);
    return {.host = host, .port = published.section(u':', -1)};
}

bool isReachedAtLoopback(const Endpoint &endpoint)
{
    return endpoint.host == "127.0.0.1"_L1 || endpoint.host == "0.0.0.0"_L1 || endpoint.host == "::"_L1;
}

bool isLoopback(const Endpoint &endpoint)
{
    return endpoint.host.startsWith("127."_L1) || endpoint.host == "::1"_L1;
}

} // namespace

QString Server::address() const
{
    const QString own = QString::number(port);
    QString found;
    for (const QString &entry : published) {
        const Endpoint endpoint = endpointOf(entry);
        if (isReachedAtLoopback(endpoint) && (found.isEmpty() || endpoint.port == own))
            found = endpoint.port;
    }
    if (found.isEmpty())
        return {};
    return u"%1://127.0.0.1:%2"_s.arg(isHttps ? u"https"_s : u"http"_s, found);
}

bool Server::isExposed() const
{
    return !std::ranges::all_of(published,
                                [](const QString &entry) { return isLoopback(endpointOf(entry)); });
}

bool Server::canBeOpened() const
{
    return state == ServerState::Ready && !address().isEmpty();
}

bool Server::isAlive() const
{
    switch (state) {
    case ServerState::Preparing:
    case ServerState::Starting:
    case ServerState::Announced:
    case ServerState::Ready:
    case ServerState::Stopping:
    case ServerState::Running:
    case ServerState::Paused:
    case ServerState::Created:
    case ServerState::Exited:
        return true;
    case ServerState::Failed:
    case ServerState::Stopped:
        return false;
    }
    Q_UNREACHABLE();
}

bool isOrphan(const Server &server)
{
    return server.ownership == Ownership::Orphan && server.isAlive();
}

} // namespace core
