// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"

#include <QList>

#include <optional>

namespace core {

// Servers in the order in which they are shown: by port, then by name.
class ServerRows final
{
public:
    const QList<Server> &all() const { return m_rows; }
    std::optional<qsizetype> indexOf(ServerKey key) const;

    // Each returns where the server stands from then on.
    qsizetype insert(const Server &server);
    qsizetype replace(qsizetype index, const Server &server);
    void remove(qsizetype index) { m_rows.removeAt(index); }

private:
    QList<Server> m_rows;
};

} // namespace core
