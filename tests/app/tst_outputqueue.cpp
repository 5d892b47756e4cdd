// SPDX-License-Identifier: MIT
#include "app/outputqueue.h"

#include "tests/app/pipe.h"
#include "tests/registry.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <stop_token>
#include <thread>

using namespace app;

namespace {

constexpr qsizetype room = 100;

// Larger than a pipe: while nobody reads, the thread that writes it is stuck in it.
const QByteArray plug = QByteArray(200'000, 'p') + '\n';

// Counts in the test's own thread; a QSignalSpy would in the one that writes.
class Heard final : public QObject
{
public:
    Heard(const OutputQueue &queue, void (OutputQueue::*signal)())
    {
        connect(&queue, signal, this, [this] { ++m_times; });
    }
    int times() const { return m_times; }

private:
    int m_times = 0;
};

} // namespace

class OutputQueueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingArrivesAsItCame()
    {
        Pipe pipe;
        OutputQueue queue(pipe.ends[1]);
        const Heard drained(queue, &OutputQueue::drained);
        const QByteArray bytes("a\0\xff\nb", 5);
        queue.write(bytes);
        queue.write("c");
        queue.finish();
        QTRY_COMPARE(drained.times(), 1);
        QCOMPARE(pipe.read(6), bytes + 'c');
        QCOMPARE(pipe.waiting(), 0);
    }

    void aNoteStandsOnALineOfItsOwn()
    {
        Pipe pipe;
        OutputQueue queue(pipe.ends[1]);
        queue.writeNote("one");
        queue.write("prompt> ");
        queue.writeNote("two");
        queue.writeNote("three");
        const QByteArray expected("one\nprompt> \ntwo\nthree\n");
        QCOMPARE(pipe.read(expected.size()), expected);
    }

    void aReaderThatStallsHoldsUpNobodyAndWholeLinesAreSkipped()
    {
        Pipe pipe;
        OutputQueue queue(pipe.ends[1], plug.size() + room);
        QList<qint64> skipped;
        connect(&queue, &OutputQueue::skipped, this, [&](qint64 lines) { skipped.append(lines); });
        queue.write(plug);
        queue.write("kept\n" + QByteArray(2 * room, 's') + "\ncut");
        queue.write("ting\nlast skip");
        QCOMPARE(skipped, QList<qint64>());

        QCOMPARE(pipe.read(plug.size() + 5), plug + "kept\n"); // and there is room again
        queue.write("ped\nafter\n");
        QCOMPARE(skipped, QList<qint64>{3});
        QCOMPARE(pipe.read(6), QByteArray("after\n"));
    }

    void aLineThatIsCutIsEndedBeforeOthersAreSkipped()
    {
        Pipe pipe;
        OutputQueue queue(pipe.ends[1], plug.size() + room);
        queue.write(plug);
        queue.write("begun");
        queue.write(QByteArray(2 * room, 's') + '\n');
        QCOMPARE(pipe.read(plug.size() + 6), plug + "begun\n");
    }

    void notesAreNeverLeftOut()
    {
        Pipe pipe;
        OutputQueue queue(pipe.ends[1], plug.size());
        queue.write(plug);
        queue.write("left out\n");
        queue.writeNote("note");
        QCOMPARE(pipe.read(plug.size() + 5), plug + "note\n");
    }

    // And a reader that never reads does not hold up the end.
    void whatIsLeftOutAtTheEndIsTold()
    {
        Pipe pipe;
        OutputQueue queue(pipe.ends[1], plug.size());
        QList<qint64> skipped;
        connect(&queue, &OutputQueue::skipped, this, [&](qint64 lines) { skipped.append(lines); });
        queue.write(plug);
        queue.write("one\ntwo\nhalf");
        queue.finish();
        QCOMPARE(skipped, QList<qint64>{3});
    }

    // A write to a full pipe would not hear that it is over.
    void aSignalDoesNotMakeItWaitForItsReader()
    {
        const auto pipeBefore = std::signal(SIGPIPE, SIG_IGN);
        const auto userBefore = std::signal(SIGUSR1, [](int) {});
        Pipe pipe;
        std::stop_source over;
        std::atomic<bool> hasGivenUp = false;
        std::thread writer([&] {
            OutputPipe(pipe.ends[1]).write(plug, over.get_token());
            hasGivenUp = true;
        });
        QTRY_COMPARE(pipe.waiting(), ::fcntl(pipe.ends[1], F_GETPIPE_SZ));
        for (int i = 0; i < 100; ++i)
            ::pthread_kill(writer.native_handle(), SIGUSR1);
        over.request_stop();
        const bool inTime = QTest::qWaitFor([&] { return hasGivenUp.load(); });
        pipe.closeEnd(0);
        writer.join();
        QVERIFY(inTime);
        std::signal(SIGUSR1, userBefore);
        std::signal(SIGPIPE, pipeBefore);
    }

    void aReaderThatWentAwayIsToldOnce()
    {
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        Pipe pipe;
        pipe.closeEnd(0);
        OutputQueue queue(pipe.ends[1]);
        const Heard gone(queue, &OutputQueue::readerGone);
        const Heard drained(queue, &OutputQueue::drained);
        queue.write("a\n");
        QTRY_COMPARE(gone.times(), 1);
        queue.write("b\n");
        queue.finish();
        QTRY_COMPARE(drained.times(), 1);
        QCOMPARE(gone.times(), 1);
        std::signal(SIGPIPE, before);
    }
};

BERTH_TEST(OutputQueueTest)

#include "tst_outputqueue.moc"
