// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/readiness.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace core {

// Asks a port by HTTP until it answers: at once, then every 150 ms for 5 s, then every second, until the
// patience is over, and from then on every 5 s. Dropping it ends that.
class ReadinessWatch final : public QObject
{
    Q_OBJECT

public:
    ReadinessWatch(quint16 port, std::chrono::milliseconds patience, QObject *parent = nullptr);

    void start();
    // What came back last.
    const HttpAnswer &lastAnswer() const { return m_last; }

Q_SIGNALS:
    void answered(const core::HttpAnswer &answer);   // Kind::Answered; then it stops asking
    void unanswered(const core::HttpAnswer &answer); // any other kind; it goes on asking
    void patienceOver();                             // once; it goes on asking

private:
    void ask();
    void onAnswer(const HttpAnswer &answer);

    quint16 m_port;
    std::chrono::milliseconds m_patience;
    QElapsedTimer m_since;
    QTimer m_next;
    Task<HttpAnswer> m_task{lookingPool()};
    HttpAnswer m_last;
    bool m_isPatienceOver = false;
};

} // namespace core
