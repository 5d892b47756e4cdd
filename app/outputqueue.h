// SPDX-License-Identifier: MIT
#pragma once

#include "app/outputpipe.h"

#include <QByteArray>
#include <QObject>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace app {

// Output on its way to one of the program's own streams. A thread of its own writes it, so that a slow reader
// holds up nobody. What is waiting is bounded: where there is no room, whole lines are left out and counted.
// Used from one thread; signals come from the writing one.
class OutputQueue final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype mostBytes = qsizetype(8) * 1024 * 1024;

    explicit OutputQueue(int descriptor, qsizetype most = mostBytes, QObject *parent = nullptr);
    ~OutputQueue() override; // leaves out what is not written yet

    // Bytes as they came.
    void write(const QByteArray &bytes);
    // A line of our own, without its line feed: never left out, and never in the middle of another line.
    void writeNote(const QByteArray &line);
    // Nothing comes any more: drained() follows.
    void finish();

Q_SIGNALS:
    void skipped(qint64 lines); // told once there is room again, before what comes next
    void readerGone();          // once: nobody can read it any more
    void drained();             // after finish(): all of it is written, or nobody can read it

private:
    void enqueue(const QByteArray &bytes);
    qsizetype skip(const QByteArray &bytes, qsizetype from, qsizetype to);
    void writeUntilFinished(const std::stop_token &stop);

    const OutputPipe m_pipe;
    const qsizetype m_most;
    bool m_isFull = false;
    bool m_isInsideSkippedLine = false;
    bool m_isInsideLine = false; // what was taken last does not end with a line feed
    qint64 m_skippedLines = 0;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<QByteArray> m_waiting;
    qsizetype m_unwritten = 0;
    bool m_isFinished = false;
    std::jthread m_writer; // the last member: it works with the others
};

} // namespace app
