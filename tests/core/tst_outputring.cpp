// SPDX-License-Identifier: MIT
#include "core/devserver/serverlog.h"

#include "tests/registry.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

constexpr auto out = OutputChannel::Out;
constexpr auto err = OutputChannel::Err;

QList<OutputLine> linesOf(const OutputRing &ring)
{
    QList<OutputLine> lines;
    for (qint64 number = ring.begin(); number < ring.end(); ++number)
        lines.append(ring.at(number));
    return lines;
}

} // namespace

class OutputRingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsAtLineFeeds()
    {
        OutputRing ring;
        ring.append(out, "one\n\ntwo\r\nthr", 5);
        const QList<OutputLine> expected{{.number = 0, .at = 5, .bytes = "one", .isWhole = true},
                                         {.number = 1, .at = 5, .bytes = "", .isWhole = true},
                                         {.number = 2, .at = 5, .bytes = "two\r", .isWhole = true},
                                         {.number = 3, .at = 5, .bytes = "thr"}};
        QCOMPARE(linesOf(ring), expected);
    }

    void aLineGrowsAndKeepsTheTimeOfItsFirstByte()
    {
        OutputRing ring;
        ring.append(out, "a", 1);
        ring.append(out, "b", 2);
        ring.append(out, "\nc", 3);
        const QList<OutputLine> expected{{.number = 0, .at = 1, .bytes = "ab", .isWhole = true},
                                         {.number = 1, .at = 3, .bytes = "c"}};
        QCOMPARE(linesOf(ring), expected);
    }

    void theOtherChannelBeginsALine()
    {
        OutputRing ring;
        ring.append(out, "a", 1);
        ring.append(err, "b\n", 2);
        ring.append(out, "c\n", 3);
        const QList<OutputLine> expected{
            {.number = 0, .channel = out, .at = 1, .bytes = "a"},
            {.number = 1, .channel = err, .at = 2, .bytes = "b", .isWhole = true},
            {.number = 2, .channel = out, .at = 3, .bytes = "c", .isWhole = true}};
        QCOMPARE(linesOf(ring), expected);
        QCOMPARE(ring.contents(), "ab\nc\n");
    }

    void aLineTooLongContinuesInTheNext()
    {
        constexpr qsizetype longest = OutputRing::longestLine;
        OutputRing ring;
        ring.append(out, QByteArray(longest * 2 + 10, 'x'), 1);
        ring.append(out, "y\n", 2);
        QCOMPARE(ring.end(), 3);
        QCOMPARE(ring.at(0).bytes.size(), longest);
        QVERIFY(!ring.at(0).isWhole);
        QCOMPARE(ring.at(1).bytes.size(), longest);
        QVERIFY(!ring.at(1).isWhole);
        QCOMPARE(ring.at(2).bytes, QByteArray(10, 'x') + 'y');
        QVERIFY(ring.at(2).isWhole);
    }

    void aLineThatIsJustAsLongIsOne()
    {
        const QByteArray line(OutputRing::longestLine, 'x');
        for (const bool isSplit : {false, true}) {
            OutputRing ring;
            if (isSplit) {
                ring.append(out, line, 1);
                ring.append(out, "\n", 2);
            } else {
                ring.append(out, QByteArray(line + '\n'), 1);
            }
            QCOMPARE(ring.end(), 1);
            QVERIFY(ring.at(0).isWhole);
            QCOMPARE(ring.contents(), line + '\n');
        }
    }

    void oldLinesFallOutAndNumbersGoOn()
    {
        OutputRing ring;
        QByteArray all;
        for (qint64 i = 0; i < OutputRing::mostLines + 10; ++i)
            all += QByteArray::number(i) + '\n';
        ring.append(out, all, 1);
        QCOMPARE(ring.begin(), 10);
        QCOMPARE(ring.end(), OutputRing::mostLines + 10);
        QCOMPARE(ring.at(10).number, 10);
        QCOMPARE(ring.at(10).bytes, "10");
        QCOMPARE(ring.at(ring.end() - 1).bytes, QByteArray::number(OutputRing::mostLines + 9));
        QCOMPARE(ring.bytes(), ring.contents().size());
        QVERIFY(all.endsWith(ring.contents()));
    }

    void bytesAreBoundedAsWell()
    {
        OutputRing ring;
        const QByteArray line = QByteArray(OutputRing::longestLine - 1, 'x') + '\n';
        const qint64 fitting = OutputRing::mostBytes / line.size();
        for (qint64 i = 0; i < fitting + 3; ++i)
            ring.append(out, line, i);
        QCOMPARE(ring.begin(), 3);
        QCOMPARE(ring.bytes(), OutputRing::mostBytes);
    }

    void clearForgetsLinesAndKeepsNumbers()
    {
        OutputRing ring;
        ring.append(out, "a\nb", 1);
        ring.clear();
        QCOMPARE(ring.begin(), 2);
        QCOMPARE(ring.end(), 2);
        QCOMPARE(ring.bytes(), 0);
        ring.append(out, "c\n", 2);
        QCOMPARE(linesOf(ring), (QList<OutputLine>{{.number = 2, .at = 2, .bytes = "c", .isWhole = true}}));
    }

    void contentsAreTheBytesAsTheyCame()
    {
        QRandomGenerator random(7);
        OutputRing ring;
        QByteArray all;
        for (int i = 0; i < 500; ++i) {
            QByteArray piece(random.bounded(300), Qt::Uninitialized);
            for (char &byte : piece)
                byte = random.bounded(8) == 0 ? '\n' : char(random.bounded(256));
            ring.append(random.bounded(4) == 0 ? err : out, piece, i);
            all += piece;
            QCOMPARE(ring.bytes(), all.size());
        }
        QCOMPARE(ring.contents(), all);
    }

    void aLogTellsWhenItGrowsAndEndsOnce()
    {
        ServerLog log(ServerLog::Source::Attached);
        QSignalSpy grew(&log, &ServerLog::grew);
        QSignalSpy over(&log, &ServerLog::over);
        log.append(out, "a\n", 1);
        log.append(out, {}, 2);
        QCOMPARE(grew.size(), 1);
        log.end(u"the engine went away"_s);
        log.end(u"once more"_s);
        log.append(out, "b\n", 3);
        QCOMPARE(over.size(), 1);
        QCOMPARE(grew.size(), 1);
        QVERIFY(log.isOver());
        QCOMPARE(log.reason(), u"the engine went away"_s);
        QCOMPARE(log.ring().contents(), "a\n");
    }
};

BERTH_TEST(OutputRingTest)

#include "tst_outputring.moc"
