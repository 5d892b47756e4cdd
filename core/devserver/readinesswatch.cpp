// SPDX-License-Identifier: MIT
#include "core/devserver/readinesswatch.h"

#include <QHostAddress>
#include <QPointer>
#include <QTcpSocket>

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
constexpr Milliseconds silence = 300ms; // docker's proxy closes where nobody is behind it within some of them

} // namespace

ReadinessWatch::ReadinessWatch(quint16 port, std::chrono::milliseconds patience,
                               std::chrono::milliseconds age, QObject *parent)
    : QObject(parent)
    , m_port(port)
    , m_patience(patience)
    , m_age(age)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &ReadinessWatch::ask);
    m_silence.setSingleShot(true);
    m_silence.setInterval(silence);
    connect(&m_silence, &QTimer::timeout, this, [this] { m_silent.reset(); });
}

ReadinessWatch::~ReadinessWatch() = default;

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

void ReadinessWatch::recheck()
{
    if (m_last.kind != HttpAnswer::Kind::Answered || m_task.isRunning() || m_silent != nullptr)
        return;
    if (m_last.isTls) { // a handshake that does not come is an error in many a log
        ask();
        return;
    }
    m_silent = std::make_unique<QTcpSocket>();
    connect(m_silent.get(), &QTcpSocket::errorOccurred, this, [this] {
        m_silence.stop();
        m_silent->disconnect(this);
        m_silent.release()->deleteLater();
        ask();
    });
    m_silence.start();
    m_silent->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
}

// One that takes its time to answer still serves.
void ReadinessWatch::onRechecked(const HttpAnswer &answer)
{
    if (answer.kind == HttpAnswer::Kind::Answered || answer.kind == HttpAnswer::Kind::Silent)
        return;
    m_last = answer;
    Q_EMIT lost();
}

void ReadinessWatch::onAnswer(const HttpAnswer &answer)
{
    if (m_last.kind == HttpAnswer::Kind::Answered) {
        onRechecked(answer);
        return;
    }
    m_last = answer;
    if (answer.kind == HttpAnswer::Kind::Answered) {
        Q_EMIT answered(answer);
        return;
    }
    const Milliseconds passed(m_since.elapsed());
    const bool wasLate = std::exchange(m_isPatienceOver, passed >= m_patience);
    m_next.start(m_isPatienceOver ? latePause : m_age + passed < eagerFor ? eagerPause : patientPause);
    const bool isFirstLate = m_isPatienceOver && !wasLate;
    const QPointer<ReadinessWatch> self(this); // whoever hears it may drop the watch
    Q_EMIT unanswered(answer);
    if (self != nullptr && isFirstLate)
        Q_EMIT patienceOver();
}

} // namespace core
