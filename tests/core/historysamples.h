// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/entry.h"

// Entries to write and read, with every member filled in.
namespace samples {

inline QDateTime noon()
{
    return {QDate(2026, 3, 14), QTime(12, 0), Qt::UTC};
}

inline core::VerdictEntry verdict(const QString &key, const QDateTime &at = noon())
{
    return {.key = key,
            .session = QStringLiteral("window"),
            .at = at,
            .context = QStringLiteral("default"),
            .endpoint = QStringLiteral("unix:///var/run/docker.sock"),
            .result = core::VerdictEntry::Result::Unusable,
            .egress = core::Egress::Status::Blocked,
            .hardening = core::Hardening::Status::Partial,
            .diagnosis = QStringLiteral("disk-full"),
            .reason = QStringLiteral("no space left on device"),
            .elapsed = std::chrono::milliseconds(412)};
}

inline core::ServerEndEntry serverEnd(const QString &key, const QDateTime &at = noon())
{
    return {.key = key,
            .witness = core::ServerEndEntry::Witness::Remover,
            .at = at,
            .name = QStringLiteral("berth-devserver-4300"),
            .port = 4300,
            .project = QStringLiteral("/home/ada/web shop"),
            .image = QStringLiteral("node:22"),
            .ran = std::chrono::milliseconds(90'500),
            .ending = core::ServerEndEntry::Ending::Failed,
            .exitCode = 3,
            .reason = QStringLiteral("It ended by itself with exit code 3.")};
}

} // namespace samples
