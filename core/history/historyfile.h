// SPDX-License-Identifier: MIT
#pragma once

#include "core/history/entry.h"
#include "core/history/trouble.h"

#include <QList>
#include <QString>

#include <chrono>
#include <optional>

namespace core {

// What is to be written; writing it again changes nothing.
struct HistoryBatch
{
    QList<HistoryEntry> entries;
    std::optional<WatchSpan> watch;

    bool operator==(const HistoryBatch &) const = default;
};

struct HistoryWritten
{
    std::optional<HistoryTrouble> trouble; // then nothing was written
    QString setAside;                      // a damaged file's new path; empty where there was none

    bool operator==(const HistoryWritten &) const = default;
};

struct HistoryQuestion
{
    enum class Reach {
        Since,
        WhatHeldThen // and the verdicts before it that still held
    };

    QDateTime since;                // invalid: from the beginning
    std::optional<qsizetype> limit; // of the newest
    Reach reach = Reach::Since;

    bool operator==(const HistoryQuestion &) const = default;
};

struct HistoryAnswer
{
    QList<HistoryEntry> entries; // the newest first
    QList<WatchSpan> watches;    // that ended since then

    bool operator==(const HistoryAnswer &) const = default;
};

// The history in the state folder: `history.sqlite`, readable by the user alone. Blocking, total functions;
// several processes, and several threads with one each of these, may use it at once.
class HistoryFile final
{
public:
    static constexpr std::chrono::days kept{90};

    // `patience` is how long another writer is waited for.
    explicit HistoryFile(const QString &folder, std::chrono::milliseconds patience);

    const QString &path() const { return m_path; }

    // Commits the batch. A damaged file is set aside first, and a new one begun.
    HistoryWritten write(const HistoryBatch &batch) const;
    // Looks the whole file over, and removes what is older than it is kept for; sets a damaged one aside.
    HistoryWritten tend(const QDateTime &now) const;
    // A file that is not there is empty, and stays away.
    HistoryResult<HistoryAnswer> read(const HistoryQuestion &question) const;

private:
    template <typename Work>
    HistoryWritten orSetAside(Work work) const;
    HistoryResult<void> prepare() const;
    HistoryResult<QString> setAside() const;

    QString m_folder;
    QString m_path;
    std::chrono::milliseconds m_patience;
};

} // namespace core
