// SPDX-License-Identifier: MIT
#include "ui/logsearch.h"

#include "ui/logtext.h"

#include <QElapsedTimer>

#include <algorithm>
#include <chrono>

using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr auto turnLength = 4ms;

} // namespace

LogSearch::LogSearch(QObject *parent)
    : QObject(parent)
{
    m_turn.setSingleShot(true);
    connect(&m_turn, &QTimer::timeout, this, &LogSearch::search);
}

void LogSearch::setLog(std::shared_ptr<core::ServerLog> log)
{
    m_log = std::move(log);
    m_begin = m_end = 0;
    startOver();
}

void LogSearch::setPattern(const LogPattern &pattern)
{
    m_pattern = pattern;
    startOver();
}

void LogSearch::setRange(qint64 begin, qint64 end)
{
    const bool isNews = begin != m_begin || end != m_end || m_growing.has_value();
    m_begin = begin;
    m_end = end;
    while (!m_found.empty() && m_found.front().line < begin) {
        m_count -= m_found.front().count;
        m_found.pop_front();
    }
    m_next = std::max(m_next, begin);
    if (!m_pattern.isEmpty() && isNews)
        m_turn.start(0ms);
}

qint64 LogSearch::ordinal(const LogMatch &match) const
{
    const auto found = from(match.line);
    if (found == m_found.cend() || found->line != match.line || match.nth >= found->count)
        return 0;
    qint64 ordinal = match.nth + 1;
    for (auto earlier = m_found.cbegin(); earlier != found; ++earlier)
        ordinal += earlier->count;
    return ordinal;
}

std::optional<LogMatch> LogSearch::firstFrom(qint64 line) const
{
    const auto found = from(line);
    if (found == m_found.cend())
        return {};
    return LogMatch{.line = found->line, .nth = 0};
}

std::optional<LogMatch> LogSearch::last() const
{
    if (m_found.empty())
        return {};
    return LogMatch{.line = m_found.back().line, .nth = m_found.back().count - 1};
}

std::optional<LogMatch> LogSearch::after(const LogMatch &match) const
{
    if (m_found.empty())
        return {};
    const auto found = from(match.line);
    if (found != m_found.cend() && found->line == match.line && match.nth + 1 < found->count)
        return LogMatch{.line = match.line, .nth = match.nth + 1};
    const auto next = from(match.line + 1);
    return LogMatch{.line = next == m_found.cend() ? m_found.front().line : next->line, .nth = 0};
}

std::optional<LogMatch> LogSearch::before(const LogMatch &match) const
{
    if (m_found.empty())
        return {};
    const auto found = from(match.line);
    if (found != m_found.cend() && found->line == match.line && match.nth > 0)
        return LogMatch{.line = match.line, .nth = match.nth - 1};
    if (found == m_found.cbegin())
        return last();
    const auto previous = found - 1;
    return LogMatch{.line = previous->line, .nth = previous->count - 1};
}

std::optional<LogSpan> LogSearch::span(const LogMatch &match) const
{
    if (m_log == nullptr || match.line < m_log->ring().begin() || match.line >= m_log->ring().end())
        return {};
    const QList<LogSpan> spans = m_pattern.spans(decodeLogLine(m_log->ring().at(match.line).bytes).text);
    if (match.nth >= spans.size())
        return {};
    return spans.at(match.nth);
}

void LogSearch::startOver()
{
    m_found.clear();
    m_count = 0;
    m_next = m_begin;
    m_growing.reset();
    m_turn.stop();
    if (!m_pattern.isEmpty() && m_next < m_end)
        m_turn.start(0ms);
    Q_EMIT changed();
}

void LogSearch::search()
{
    if (m_log == nullptr)
        return;
    const core::OutputRing &ring = m_log->ring();
    m_next = std::max(m_next, ring.begin());
    const qint64 end = std::min(m_end, ring.end());
    // A line that was not whole may have grown.
    if (m_growing && m_next > std::max(m_begin, ring.begin())
        && *m_growing != ring.at(m_next - 1).bytes.size()) {
        --m_next;
        if (!m_found.empty() && m_found.back().line == m_next) {
            m_count -= m_found.back().count;
            m_found.pop_back();
        }
    }
    QElapsedTimer timer;
    timer.start();
    while (m_next < end && !timer.hasExpired(turnLength.count()))
        searchLine(m_next++);
    if (m_next < end)
        m_turn.start(0ms);
    Q_EMIT changed();
}

void LogSearch::searchLine(qint64 number)
{
    const core::OutputLine &line = m_log->ring().at(number);
    m_growing.reset();
    if (!line.isWhole)
        m_growing = line.bytes.size();
    const qsizetype count = m_pattern.spans(decodeLogLine(line.bytes).text).size();
    if (count == 0)
        return;
    m_found.push_back({.line = number, .count = count});
    m_count += count;
}

std::deque<LogSearch::Found>::const_iterator LogSearch::from(qint64 line) const
{
    return std::lower_bound(m_found.cbegin(), m_found.cend(), line,
                            [](const Found &found, qint64 sought) { return found.line < sought; });
}

} // namespace ui
