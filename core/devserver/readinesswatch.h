// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/task.h"
#include "core/devserver/readiness.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>

class QTcpSocket;

namespace core {

// Asks a port by HTTP until it answers: at once, then every 150 ms while its server is younger than 5 s, then
// every second, until the patience is over, and from then on every 5 s. Once it has answered, it is asked
// again only where somebody wants to know. Dropping it ends that.
class ReadinessWatch final : public QObject
{
    Q_OBJECT

public:
    // `age`: for how long the server runs already.
    ReadinessWatch(quint16 port, std::chrono::milliseconds patience, std::chrono::milliseconds age = {},
                   QObject *parent = nullptr);
    ~ReadinessWatch() override;

    void start();
    // Whether what has answered still does. It is connected to without a word, which stands in no server's
    // log: where nobody serves, the connection is refused or closed at once, and only then it is asked.
    void recheck();
    // What came back last.
    const HttpAnswer &lastAnswer() const { return m_last; }

Q_SIGNALS:
    void answered(const core::HttpAnswer &answer);   // Kind::Answered; then it stops asking
    void lost();                                     // nobody serves there any more; it does not ask again
    void unanswered(const core::HttpAnswer &answer); // any other kind; it goes on asking
    void patienceOver();                             // once; it goes on asking

private:
    void ask();
    void onAnswer(const HttpAnswer &answer);
    void onRechecked(const HttpAnswer &answer);

    quint16 m_port;
    std::chrono::milliseconds m_patience;
    std::chrono::milliseconds m_age; // at the start
    QElapsedTimer m_since;
    QTimer m_next;
    Task<HttpAnswer> m_task{lookingPool()};
    HttpAnswer m_last;
    bool m_isPatienceOver = false;
    std::unique_ptr<QTcpSocket> m_silent; // the connection of a recheck
    QTimer m_silence;                     // until it counts as served
};

} // namespace core
