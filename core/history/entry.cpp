// SPDX-License-Identifier: MIT
#include "core/history/entry.h"

#include "core/base/redaction.h"

namespace core {

WatchSpan continued(const WatchSpan &span, const QDateTime &now)
{
    const std::chrono::milliseconds unseen{span.seen.msecsTo(now)};
    const bool isBroken = unseen < std::chrono::milliseconds(0) || unseen > 2 * watchBeat;
    return {.session = span.session, .began = isBroken ? now : span.began, .seen = now};
}

QString rememberedEndpoint(const QString &endpoint)
{
    constexpr qsizetype most = 1000;
    return excerpt(endpoint, most);
}

QDateTime timeOf(const HistoryEntry &entry)
{
    return std::visit([](const auto &each) { return each.at; }, entry);
}

} // namespace core
