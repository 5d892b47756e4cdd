// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/historyfile.h"

// What a day of work may leave behind, made by hand.
namespace samples {

inline core::VerdictEntry checkedAt(const QDateTime &at, core::VerdictEntry::Result result,
                                    const QString &reason = {})
{
    core::VerdictEntry entry{.key = at.toString(Qt::ISODateWithMs),
                             .session = QStringLiteral("window"),
                             .at = at,
                             .context = QStringLiteral("default"),
                             .endpoint = QStringLiteral("unix:///var/run/docker.sock"),
                             .result = result,
                             .reason = reason,
                             .elapsed = std::chrono::milliseconds(412)};
    if (result == core::VerdictEntry::Result::Usable) {
        entry.egress = core::Egress::Status::Reachable;
        entry.hardening = core::Hardening::Status::Enforced;
    }
    return entry;
}

inline core::ServerEndEntry endedAt(const QDateTime &at, core::ServerEnd::Ending ending,
                                    const QString &reason = {})
{
    return {.key = QStringLiteral("run ") + at.toString(Qt::ISODateWithMs),
            .at = at,
            .name = QStringLiteral("berth-devserver-4300"),
            .port = 4300,
            .project = QStringLiteral("/home/ada/webshop"),
            .image = QStringLiteral("node:22"),
            .ran = std::chrono::minutes(75),
            .ending = ending,
            .reason = reason};
}

// Four states, two breaks and two ends of servers within the day before `now`.
inline core::HistoryBatch day(const QDateTime &now)
{
    using Result = core::VerdictEntry::Result;
    const auto ago = [&now](int minutes) { return now.addSecs(-60 * minutes); };
    core::VerdictEntry cutOff = checkedAt(ago(300), Result::Usable, QStringLiteral("no route to host"));
    cutOff.egress = core::Egress::Status::Blocked;
    return {.entries = {checkedAt(ago(1300), Result::Usable),
                        checkedAt(ago(900), Result::Unusable, QStringLiteral("no space left on device")),
                        endedAt(ago(890), core::ServerEnd::Ending::Failed,
                                QStringLiteral("The engine went away under it: start it again.")),
                        checkedAt(ago(700), Result::Usable), cutOff,
                        checkedAt(ago(120), Result::Unknown, QStringLiteral("the engine does not answer")),
                        checkedAt(ago(60), Result::Usable),
                        endedAt(ago(20), core::ServerEnd::Ending::TakenDown)},
            .watch = core::WatchSpan{QStringLiteral("window"), ago(720), now}};
}

} // namespace samples
