// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/history/historyfile.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace core {

// Reads the history: blocking, total, for a pool thread.
using HistoryReader = std::function<HistoryResult<HistoryAnswer>(const HistoryQuestion &)>;

// The thread that the history is written on.
QThreadPool &historyPool();

// What a window remembers: verdicts and ends of servers go into the file one after the other, on a thread of
// its own, and where they cannot be written they wait. Nothing here waits for it, but for the destructor,
// which gives what is left up to a second.
class History final : public QObject
{
    Q_OBJECT

public:
    // The most that waits while the file cannot be written; what is older is given up.
    static constexpr qsizetype mostWaiting = 1000;

    explicit History(const QString &folder, QObject *parent = nullptr);
    ~History() override;

    // Before this nothing is read, written or loaded; what is recorded waits.
    void open();
    void record(const HistoryEntry &entry);
    // A verdict of this window.
    void recordVerdict(VerdictEntry entry);

    // What keeps it from being written; absent while all is well.
    const std::optional<HistoryTrouble> &trouble() const { return m_trouble; }
    // Where a damaged file was put; empty where there was none.
    const QString &setAside() const { return m_setAside; }
    HistoryReader reader() const;

Q_SIGNALS:
    void recorded(qsizetype entries); // these are in the file now: the oldest of those that were waiting
    void troubleChanged();
    void wasSetAside();

private:
    using Work = std::function<HistoryWritten(const HistoryFile &)>;

    void beat();
    void write();
    void onWritten(qsizetype entries, const HistoryWritten &written);
    void finish();

    const HistoryFile m_file;
    bool m_isOpen = false;
    bool m_isTended = false;
    QList<HistoryEntry> m_waiting;
    qsizetype m_underWay = 0; // of those that are waiting
    bool m_isWatchDue = false;
    WatchSpan m_watch;
    std::optional<HistoryTrouble> m_trouble;
    QString m_setAside;
    QTimer m_beat;
    QTimer m_retry;
    int m_failuresInARow = 0;
    Task<HistoryWritten> m_writing;
};

} // namespace core
