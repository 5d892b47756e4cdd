// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/historyfile.h"

#include <QList>

namespace core {

// How long a verdict held. One that no window held to is a moment: `to` is `from`.
struct TimelineSegment
{
    QDateTime from; // UTC
    QDateTime to;
    VerdictEntry verdict;

    bool operator==(const TimelineSegment &) const = default;
};

struct TimelineView
{
    QDateTime from; // UTC
    QDateTime to;
    QString endpoint; // of the engine that it is about

    bool operator==(const TimelineView &) const = default;
};

// The verdicts on one engine in their order. Between segments no Berth watched it.
QList<TimelineSegment> timelineOf(const HistoryAnswer &history, const TimelineView &view);

} // namespace core
