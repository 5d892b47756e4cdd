// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/history/history.h"

#include <QObject>

#include <optional>

namespace ui {

class Timeline;

// Keeps a timeline up to what is remembered of the last 24 hours: read anew when something was written, which
// a running Berth does every few minutes at least. No timer of its own.
class TimelineFeed final : public QObject
{
    Q_OBJECT

public:
    TimelineFeed(core::History &history, Timeline &timeline, QObject *parent = nullptr);

    // The engine that is judged. It is looked at once something was read: what may stand in a history is
    // found out with patterns whose making takes longer than the window's first frame.
    void setEndpoint(const QString &endpoint);

private:
    void read();
    void show();

    core::HistoryReader m_reader;
    Timeline &m_timeline;
    QString m_endpoint;
    std::optional<core::HistoryAnswer> m_answer;
    bool m_isStale = false; // something was written while it was read
    core::Task<core::HistoryResult<core::HistoryAnswer>> m_reading;
};

} // namespace ui
