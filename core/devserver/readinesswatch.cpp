// SPDX-License-Identifier: MIT
#include "core/devserver/readinesswatch.h"

#include <QPointer>

#include <utility>

using namespace std::chrono_literals;

namespace core {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds answerBudget = 5s;
constexpr Milliseconds eagerFor = 5s;
constexpr Milliseconds eagerPause = 150ms;
constexpr Milliseconds patientPause = 1s;
constexpr Milliseconds latePause = 5s;

} // namespace

ReadinessWatch::ReadinessWatch(quint16 port, std::chrono::milliseconds patience, QObject *parent)
    : QObject(parent)
    , m_port(port)
    , m_patience(patience)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ReadinessWatch::ask);
}

void ReadinessWatch::start()
{
    m_since.start();
    ask();
}

void ReadinessWatch::ask()
{
    m_task.start([port = m_port](const std::stop_token &stop) { return askHttp(port, answerBudget, stop); },
                 [this](const HttpAnswer &answer) { onAnswer(answer); });
}

void ReadinessWatch::onAnswer(const HttpAnswer &answer)
{
    m_last = answer;
    if (answer.kind == HttpAnswer::Kind::Answered) {
        Q_EMIT answered(answer);
        return;
    }
    const Milliseconds passed(m_since.elapsed());
    const bool wasLate = std::exchange(m_isPatienceOver, passed >= m_patience);
    m_next.start(m_isPatienceOver ? latePause : passed < eagerFor ? eagerPause : patientPause);
    const bool isFirstLate = m_isPatienceOver && !wasLate;
    const QPointer<ReadinessWatch> self(this); // whoever hears it may drop the watch
    Q_EMIT unanswered(answer);
    if (self != nullptr && isFirstLate)
        Q_EMIT patienceOver();
}

} // namespace core
