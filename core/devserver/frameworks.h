// SPDX-License-Identifier: MIT
#pragma once

#include <QStringList>

#include <optional>

namespace core {

// The command made to listen on every address of its container, for the dev servers that Berth knows; absent
// for others, and where it says so already.
std::optional<QStringList> listeningEverywhere(const QStringList &command);

} // namespace core
