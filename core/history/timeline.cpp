// SPDX-License-Identifier: MIT
#include "core/history/timeline.h"

#include <algorithm>

namespace core {

namespace {

struct Interval
{
    QDateTime from;
    QDateTime to;
};

QList<VerdictEntry> verdictsUntil(const HistoryAnswer &history, const QDateTime &end)
{
    QList<VerdictEntry> verdicts;
    for (const HistoryEntry &entry : history.entries) {
        const auto *verdict = std::get_if<VerdictEntry>(&entry);
        if (verdict != nullptr && verdict->at <= end)
            verdicts.append(*verdict);
    }
    std::ranges::stable_sort(verdicts, {}, &VerdictEntry::at);
    return verdicts;
}

// When a window judged that engine, by what it had said last.
QList<Interval> judged(const QList<VerdictEntry> &ofSession, const QString &endpoint, const QDateTime &end)
{
    QList<Interval> intervals;
    for (qsizetype i = 0; i < ofSession.size(); ++i) {
        const QDateTime until = i + 1 < ofSession.size() ? ofSession.at(i + 1).at : end;
        if (ofSession.at(i).endpoint == endpoint)
            intervals.append({.from = ofSession.at(i).at, .to = until});
    }
    return intervals;
}

QList<Interval> intersection(const QList<Interval> &intervals, const Interval &bounds)
{
    QList<Interval> common;
    for (const Interval &interval : intervals) {
        const Interval part{.from = std::max(interval.from, bounds.from),
                            .to = std::min(interval.to, bounds.to)};
        if (part.from < part.to)
            common.append(part);
    }
    return common;
}

QList<Interval> united(QList<Interval> intervals)
{
    std::ranges::sort(intervals, {}, &Interval::from);
    QList<Interval> united;
    for (const Interval &interval : std::as_const(intervals)) {
        if (united.isEmpty() || interval.from > united.last().to)
            united.append(interval);
        else
            united.last().to = std::max(united.last().to, interval.to);
    }
    return united;
}

// When some window was there and judged that engine. One that was seen lately is still there.
QList<Interval> watchedTimes(const QList<WatchSpan> &watches, const QList<VerdictEntry> &verdicts,
                             const TimelineView &view)
{
    QList<Interval> times;
    for (const WatchSpan &watch : watches) {
        QList<VerdictEntry> ofSession = verdicts;
        ofSession.removeIf([&watch](const VerdictEntry &each) { return each.session != watch.session; });
        const bool isThere = watch.seen.addDuration(2 * watchBeat) >= view.to;
        times += intersection(judged(ofSession, view.endpoint, view.to),
                              {.from = watch.began, .to = isThere ? view.to : watch.seen});
    }
    return united(times);
}

} // namespace

QList<TimelineSegment> timelineOf(const HistoryAnswer &history, const TimelineView &view)
{
    QList<VerdictEntry> verdicts = verdictsUntil(history, view.to);
    const QList<Interval> times = watchedTimes(history.watches, verdicts, view);
    verdicts.removeIf([&view](const VerdictEntry &each) { return each.endpoint != view.endpoint; });

    QList<TimelineSegment> segments;
    for (qsizetype i = 0; i < verdicts.size(); ++i) {
        const VerdictEntry &verdict = verdicts.at(i);
        const QDateTime next = i + 1 < verdicts.size() ? verdicts.at(i + 1).at : view.to;
        const QList<Interval> held = intersection(times, {.from = verdict.at, .to = next});
        for (const Interval &part : intersection(held, {.from = view.from, .to = view.to}))
            segments.append({.from = part.from, .to = part.to, .verdict = verdict});
        if (held.isEmpty() && verdict.at >= view.from)
            segments.append({.from = verdict.at, .to = verdict.at, .verdict = verdict});
    }
    return segments;
}

} // namespace core
