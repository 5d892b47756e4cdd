// SPDX-License-Identifier: MIT
#include "core/history/history.h"

#include "core/base/backoff.h"
#include "core/base/logging.h"

#include <QUuid>

using namespace std::chrono_literals;

namespace core {

namespace {

// Short, for the end of the program waits for it; a writer that had to give up comes again.
constexpr std::chrono::milliseconds patience = 250ms;
constexpr auto longestFinish = 1s;
constexpr std::chrono::milliseconds firstRetry = 2s;
constexpr std::chrono::milliseconds longestRetry = 5min;

class OneThread final : public QThreadPool
{
public:
    OneThread() { setMaxThreadCount(1); }
};

} // namespace

QThreadPool &historyPool()
{
    static OneThread pool;
    return pool;
}

History::History(const QString &folder, QObject *parent)
    : QObject(parent)
    , m_file(folder, patience)
    , m_watch{.session = QUuid::createUuid().toString(QUuid::WithoutBraces)}
    , m_writing(historyPool())
{
    m_beat.setTimerType(Qt::VeryCoarseTimer);
    m_beat.setInterval(watchBeat);
    connect(&m_beat, &QTimer::timeout, this, &History::beat);
    m_retry.setSingleShot(true);
    m_retry.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_retry, &QTimer::timeout, this, &History::write);
}

History::~History()
{
    if (m_isOpen)
        finish();
}

void History::open()
{
    if (std::exchange(m_isOpen, true))
        return;
    m_watch.began = QDateTime::currentDateTimeUtc();
    m_watch.seen = m_watch.began;
    m_isWatchDue = true;
    m_beat.start();
    write();
}

void History::record(const HistoryEntry &entry)
{
    if (m_waiting.size() == mostWaiting && m_underWay == 0)
        m_waiting.removeFirst();
    m_waiting.append(entry);
    write();
}

void History::recordVerdict(VerdictEntry entry)
{
    entry.session = m_watch.session;
    record(entry);
}

HistoryReader History::reader() const
{
    return [file = m_file](const HistoryQuestion &question) { return file.read(question); };
}

void History::beat()
{
    m_watch = continued(m_watch, QDateTime::currentDateTimeUtc());
    m_isWatchDue = true;
    write();
}

// What is recorded while one is written goes with the next. Where it failed, only the retry tries again: a
// locked file must not be asked at each entry.
void History::write()
{
    if (!m_isOpen || m_writing.isRunning() || m_retry.isActive() || (m_waiting.isEmpty() && !m_isWatchDue))
        return;
    HistoryBatch batch{.entries = m_waiting};
    if (std::exchange(m_isWatchDue, false))
        batch.watch = m_watch;
    m_underWay = m_waiting.size();
    m_writing.start(
        [file = m_file, batch, isTended = m_isTended](const std::stop_token &) {
            HistoryWritten tended = isTended ? HistoryWritten() : file.tend(QDateTime::currentDateTimeUtc());
            if (tended.trouble)
                return tended;
            HistoryWritten written = file.write(batch);
            if (written.setAside.isEmpty())
                written.setAside = tended.setAside;
            return written;
        },
        [this, entries = m_underWay](const HistoryWritten &written) { onWritten(entries, written); });
}

void History::onWritten(qsizetype entries, const HistoryWritten &written)
{
    m_underWay = 0;
    const bool isChanged = written.trouble != m_trouble;
    m_trouble = written.trouble;
    if (!written.setAside.isEmpty()) {
        m_setAside = written.setAside;
        qCWarning(lcHistory).noquote() << "the history was damaged and is set aside:" << m_setAside;
    }
    if (written.trouble) {
        m_isWatchDue = true;
        if (m_waiting.size() > mostWaiting)
            m_waiting.remove(0, m_waiting.size() - mostWaiting);
        m_retry.start(backoff(++m_failuresInARow, firstRetry, longestRetry));
        if (isChanged)
            qCWarning(lcHistory).noquote() << "the history cannot be written:" << written.trouble->detail;
    } else {
        m_failuresInARow = 0;
        m_isTended = true;
        m_waiting.remove(0, entries);
    }
    if (!written.setAside.isEmpty())
        Q_EMIT wasSetAside();
    if (isChanged)
        Q_EMIT troubleChanged();
    if (!written.trouble)
        Q_EMIT recorded(entries);
    write();
}

// What is under way goes on beside this; what it may have written is no harm to write again.
void History::finish()
{
    m_writing.cancel();
    m_watch = continued(m_watch, QDateTime::currentDateTimeUtc());
    historyPool().start(
        [file = m_file, batch = HistoryBatch{.entries = m_waiting, .watch = m_watch}] { file.write(batch); });
    if (!historyPool().waitForDone(int(std::chrono::milliseconds(longestFinish).count())))
        qCWarning(lcHistory) << "the history could not be written to its end";
}

} // namespace core
