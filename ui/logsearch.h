// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/serverlog.h"
#include "ui/logpattern.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>
#include <optional>

namespace ui {

// One place where the pattern was found.
struct LogMatch
{
    qint64 line = 0;
    qsizetype nth = 0; // in its line

    bool operator==(const LogMatch &) const = default;
};

// Looks for a pattern in all lines of a log as they are shown, a few milliseconds at a time, and in those
// that come. It keeps how often each line matches and nothing else.
class LogSearch final : public QObject
{
    Q_OBJECT

public:
    explicit LogSearch(QObject *parent = nullptr);

    void setLog(std::shared_ptr<core::ServerLog> log);
    void setPattern(const LogPattern &pattern);
    // The lines that can be seen: forgets what was found before `begin`, goes on up to `end`.
    void setRange(qint64 begin, qint64 end);

    const LogPattern &pattern() const { return m_pattern; }
    qint64 count() const { return m_count; }
    // Every line of the range was looked at.
    bool isComplete() const { return m_pattern.isEmpty() || m_next >= m_end; }
    // Counts from 1; 0 where it is not there any more.
    qint64 ordinal(const LogMatch &match) const;
    std::optional<LogMatch> firstFrom(qint64 line) const;
    std::optional<LogMatch> last() const;
    // The next one and the one before, around the ends.
    std::optional<LogMatch> after(const LogMatch &match) const;
    std::optional<LogMatch> before(const LogMatch &match) const;
    // Where it stands in its line.
    std::optional<LogSpan> span(const LogMatch &match) const;

Q_SIGNALS:
    void changed(); // count(), isComplete(), or what is found where

private:
    struct Found
    {
        qint64 line = 0;
        qsizetype count = 0;
    };

    void startOver();
    void search();
    void searchLine(qint64 number);
    std::deque<Found>::const_iterator from(qint64 line) const;

    std::shared_ptr<core::ServerLog> m_log;
    LogPattern m_pattern;
    QTimer m_turn;
    std::deque<Found> m_found; // in order, without lines that do not match
    qint64 m_count = 0;
    qint64 m_begin = 0;
    qint64 m_next = 0; // the first line that was not looked at
    qint64 m_end = 0;
    std::optional<qsizetype> m_growing; // how long the last line was when looked at, where it may still grow
};

} // namespace ui
