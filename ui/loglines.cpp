// SPDX-License-Identifier: MIT
#include "ui/loglines.h"

#include <algorithm>

namespace ui {

void LogLines::setLog(std::shared_ptr<core::ServerLog> log)
{
    m_log = std::move(log);
    std::erase_if(m_floors, [](const auto &known) { return known.first.expired(); });
    const auto known = m_floors.find(m_log);
    m_floor = known != m_floors.end() ? known->second : 0;
    m_frozen.reset();
    m_shown.clear();
    m_counted = m_floor;
    m_skipped = 0;
    m_entries.clear();
}

void LogLines::clear()
{
    m_floor = ringEnd();
    m_floors[m_log] = m_floor;
    m_frozen.reset();
    m_shown.clear();
    m_counted = m_floor;
    m_skipped = 0;
}

void LogLines::setPaused(bool paused)
{
    if (paused == isPaused())
        return;
    m_frozen.reset();
    if (paused)
        m_frozen = ringEnd();
}

qint64 LogLines::begin() const
{
    return std::min(std::max(ringBegin(), m_floor), end());
}

qint64 LogLines::end() const
{
    return m_frozen.value_or(ringEnd());
}

qint64 LogLines::bottom() const
{
    const bool hasNote = m_log != nullptr && m_log->isOver() && !isPaused();
    return end() + (hasNote ? 1 : 0);
}

qint64 LogLines::newLines() const
{
    return ringEnd() - end();
}

LogAbsence LogLines::absence() const
{
    if (isPaused() && end() > m_floor)
        return LogAbsence::FellOut;
    if (m_floor > 0)
        return LogAbsence::Cleared;
    return m_log != nullptr && m_log->isOver() ? LogAbsence::NothingAtAll : LogAbsence::NothingYet;
}

std::shared_ptr<const LogEntry> LogLines::entry(qint64 number) const
{
    if (number >= ringEnd()) {
        const LogLine note = logNote(logEnded(m_log->reason()));
        return std::make_shared<LogEntry>(LogEntry{.line = note, .grid = LogGrid(note.text)});
    }
    const core::OutputLine &line = m_log->ring().at(number);
    const auto *const known = m_entries.object(number);
    if (known != nullptr && (*known)->size == line.bytes.size())
        return *known;
    LogLine decoded = decodeLogLine(line.bytes);
    const LogGrid grid(decoded.text);
    auto entry = std::make_shared<const LogEntry>(LogEntry{.line = std::move(decoded),
                                                           .grid = grid,
                                                           .size = line.bytes.size(),
                                                           .channel = line.channel,
                                                           .at = line.at});
    m_entries.insert(number, new std::shared_ptr<const LogEntry>(entry));
    return entry;
}

void LogLines::countSkipped()
{
    const qint64 gone = ringBegin();
    if (gone <= m_counted)
        return;
    m_skipped += gone - m_counted - m_shown.takeBefore(gone);
    m_counted = gone;
}

} // namespace ui
