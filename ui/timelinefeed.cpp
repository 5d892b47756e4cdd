// SPDX-License-Identifier: MIT
#include "ui/timelinefeed.h"

#include "ui/widgets/timeline.h"

#include <utility>

using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr std::chrono::milliseconds shown = 24h;

} // namespace

TimelineFeed::TimelineFeed(core::History &history, Timeline &timeline, QObject *parent)
    : QObject(parent)
    , m_reader(history.reader())
    , m_timeline(timeline)
{
    connect(&history, &core::History::recorded, this, &TimelineFeed::read);
}

void TimelineFeed::setEndpoint(const QString &endpoint)
{
    if (std::exchange(m_endpoint, endpoint) != endpoint && m_answer)
        show();
}

void TimelineFeed::read()
{
    if (m_reading.isRunning()) {
        m_isStale = true;
        return;
    }
    const core::HistoryQuestion question{.since = QDateTime::currentDateTimeUtc().addDuration(-shown),
                                         .reach = core::HistoryQuestion::Reach::WhatHeldThen};
    m_reading.start([reader = m_reader, question](const std::stop_token &) { return reader(question); },
                    [this](const core::HistoryResult<core::HistoryAnswer> &answer) {
                        if (answer)
                            m_answer = *answer;
                        if (m_answer)
                            show();
                        if (std::exchange(m_isStale, false))
                            read();
                    });
}

void TimelineFeed::show()
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const core::TimelineView view{
        .from = now.addDuration(-shown), .to = now, .endpoint = core::rememberedEndpoint(m_endpoint)};
    m_timeline.setSegments(core::timelineOf(*m_answer, view), view);
}

} // namespace ui
