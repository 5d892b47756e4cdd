// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/history.h"
#include "core/history/timeline.h"
#include "ui/presentation/health.h"

#include <QString>

namespace ui {

// How an entry feels to the one who looks.
Mood historyMood(const core::VerdictEntry &entry);
Mood historyMood(const core::HistoryEntry &entry);

// What happened, in a few words: "Docker ran containers", "4300 · webshop failed".
QString historyWhat(const core::HistoryEntry &entry);
// How long the check took, or the server ran; empty where it never did.
QString historyDuration(const core::HistoryEntry &entry);
// Why; empty where there is nothing to explain.
QString historyWhy(const core::HistoryEntry &entry);
// Where: the context, or the project folder.
QString historyWhere(const core::HistoryEntry &entry);
// When, in this machine's time: "Today 14:05", "14 March 14:05".
QString historyWhen(const QDateTime &at, const QDateTime &now);

// One segment of the timeline: "09:00 to 10:30: Docker ran containers", and why not.
QString segmentText(const core::TimelineSegment &segment, const QDateTime &now);
// The whole timeline for who does not see it: for how long which state was known.
QString timelineText(const QList<core::TimelineSegment> &segments);

// What keeps the history from being read or written, and what can be done about it.
QString historyTroubleSentence(const core::HistoryTrouble &trouble);
QString historySetAsideSentence(const QString &path);

} // namespace ui
