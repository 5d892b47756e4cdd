// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/serverlog.h"
#include "ui/lineset.h"
#include "ui/loggrid.h"
#include "ui/logtext.h"
#include "ui/presentation/log.h"

#include <QCache>

#include <map>
#include <memory>
#include <optional>

namespace ui {

// A line as it was read.
struct LogEntry
{
    LogLine line;
    LogGrid grid;
    qsizetype size = 0; // of its bytes: the last line grows
    core::OutputChannel channel = core::OutputChannel::Out;
    qint64 at = 0; // ms since the epoch; 0 where it is no line of the program's
};

// The lines of a log that can be seen: those that its ring still has, not before what was cleared, and while
// it is paused not behind where that was. They are read when they are asked for.
class LogLines final
{
public:
    void setLog(std::shared_ptr<core::ServerLog> log);
    void clear();
    void setPaused(bool paused);

    const core::ServerLog *log() const { return m_log.get(); }
    qint64 begin() const;
    qint64 end() const;
    // Behind the last line that is shown: where the log is over, a note stands behind its lines.
    qint64 bottom() const;
    bool isPaused() const { return m_frozen.has_value(); }
    // That came since it was paused.
    qint64 newLines() const;
    // Why there is no line.
    LogAbsence absence() const;
    // `number` from begin() to before bottom().
    std::shared_ptr<const LogEntry> entry(qint64 number) const;

    // Lines that were on the screen.
    void addShown(qint64 begin, qint64 end) { m_shown.add(begin, end); }
    // Lines that never were, and are gone; those that were cleared away do not count.
    qint64 skipped() const { return m_skipped; }
    // Counts what is gone by now.
    void countSkipped();

private:
    qint64 ringBegin() const { return m_log != nullptr ? m_log->ring().begin() : 0; }
    qint64 ringEnd() const { return m_log != nullptr ? m_log->ring().end() : 0; }

    std::shared_ptr<core::ServerLog> m_log;
    // Where each log was cleared: what was cleared stays so when the log is shown again.
    std::map<std::weak_ptr<core::ServerLog>, qint64, std::owner_less<>> m_floors;
    qint64 m_floor = 0;
    std::optional<qint64> m_frozen;
    LineSet m_shown;
    qint64 m_counted = 0; // every line before it was shown, skipped or cleared
    qint64 m_skipped = 0;
    mutable QCache<qint64, std::shared_ptr<const LogEntry>> m_entries{512};
};

} // namespace ui
