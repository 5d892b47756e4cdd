// SPDX-License-Identifier: MIT
#include "app/outputqueue.h"

#include <algorithm>
#include <utility>

namespace app {

OutputQueue::OutputQueue(int descriptor, qsizetype most, QObject *parent)
    : QObject(parent)
    , m_pipe(descriptor)
    , m_most(most)
    , m_writer([this](const std::stop_token &stop) { writeUntilFinished(stop); })
{}

OutputQueue::~OutputQueue()
{
    m_writer.request_stop();
    m_writer.join();
}

void OutputQueue::write(const QByteArray &bytes)
{
    qsizetype room = 0;
    {
        const std::lock_guard lock(m_mutex);
        room = std::max(m_most - m_unwritten, qsizetype(0));
    }
    qsizetype begin = 0;
    if (m_isFull) {
        // Half of it has to be free again, or every other line would be a word about the ones between.
        const qsizetype feed = m_isInsideSkippedLine ? bytes.indexOf('\n') : -1;
        if (room < m_most / 2 || (m_isInsideSkippedLine && feed < 0)) {
            skip(bytes, 0, bytes.size());
            return;
        }
        begin = skip(bytes, 0, feed + 1);
        m_isFull = false;
        Q_EMIT skipped(std::exchange(m_skippedLines, 0));
    }
    const qsizetype length = bytes.size() - begin;
    if (length <= room) {
        enqueue(begin == 0 ? bytes : bytes.sliced(begin));
        return;
    }
    const qsizetype end = room == 0 ? begin : std::max(bytes.lastIndexOf('\n', begin + room - 1) + 1, begin);
    enqueue(bytes.sliced(begin, end - begin));
    if (m_isInsideLine)
        enqueue("\n");
    m_isFull = true;
    skip(bytes, end, bytes.size());
}

void OutputQueue::writeNote(const QByteArray &line)
{
    if (m_isInsideLine)
        enqueue("\n");
    enqueue(line + '\n');
}

void OutputQueue::finish()
{
    if (std::exchange(m_isFull, false))
        Q_EMIT skipped(std::exchange(m_skippedLines, 0) + (m_isInsideSkippedLine ? 1 : 0));
    const std::lock_guard lock(m_mutex);
    m_isFinished = true;
    m_wake.notify_all();
}

void OutputQueue::enqueue(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    m_isInsideLine = !bytes.endsWith('\n');
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(bytes);
    m_unwritten += bytes.size();
    m_wake.notify_all();
}

// Returns `to`.
qsizetype OutputQueue::skip(const QByteArray &bytes, qsizetype from, qsizetype to)
{
    if (from < to) {
        m_skippedLines += std::count(bytes.begin() + from, bytes.begin() + to, '\n');
        m_isInsideSkippedLine = bytes.at(to - 1) != '\n';
    }
    return to;
}

void OutputQueue::writeUntilFinished(const std::stop_token &stop)
{
    bool isHeard = true;
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_waiting.empty() || m_isFinished; })) {
        if (m_waiting.empty()) {
            lock.unlock();
            Q_EMIT drained();
            return;
        }
        const QByteArray bytes = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        if (isHeard && !m_pipe.write(bytes, stop)) {
            isHeard = false;
            Q_EMIT readerGone();
        }
        lock.lock();
        m_unwritten -= bytes.size();
    }
}

} // namespace app
