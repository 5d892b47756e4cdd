// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <optional>

namespace core {

// "berth-devserver-<port>": derived from the port on purpose, so that the container that has to be gone
// before the next one starts is always the one of this name.
QString serverName(quint16 port);

// The port in a dev server's name, `<prefix>-devserver-<port>` with an optional `-suffix`; absent where the
// name is none.
std::optional<quint16> portOfServerName(const QString &name);

} // namespace core
