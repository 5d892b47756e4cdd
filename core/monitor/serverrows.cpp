// SPDX-License-Identifier: MIT
#include "core/monitor/serverrows.h"

#include <algorithm>
#include <tuple>

namespace core {

namespace {

// The key makes the order whole: two containers of one name are possible for a moment.
bool isBefore(const Server &one, const Server &other)
{
    return std::tie(one.port, one.name, one.key) < std::tie(other.port, other.name, other.key);
}

} // namespace

std::optional<qsizetype> ServerRows::indexOf(ServerKey key) const
{
    const auto found = std::ranges::find(m_rows, key, &Server::key);
    return found == m_rows.end() ? std::nullopt : std::optional(found - m_rows.begin());
}

qsizetype ServerRows::insert(const Server &server)
{
    const qsizetype index = std::ranges::upper_bound(m_rows, server, &isBefore) - m_rows.begin();
    m_rows.insert(index, server);
    return index;
}

qsizetype ServerRows::replace(qsizetype index, const Server &server)
{
    const bool fitsBehind = index == 0 || isBefore(m_rows.at(index - 1), server);
    const bool fitsBefore = index + 1 == m_rows.size() || isBefore(server, m_rows.at(index + 1));
    if (fitsBehind && fitsBefore) {
        m_rows[index] = server;
        return index;
    }
    m_rows.removeAt(index);
    return insert(server);
}

} // namespace core
