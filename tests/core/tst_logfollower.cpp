// SPDX-License-Identifier: MIT
#include "core/devserver/logfollower.h"

#include "tests/core/playedstreams.h"
#include "tests/registry.h"

#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class LogFollowerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsFromTheLastLinesToTheEnd()
    {
        tests::PlayedStreams streams({u"echo one; echo two >&2"_s});
        LogFollower follower(u"f00"_s, streams.starter());
        QCOMPARE(follower.log()->source(), ServerLog::Source::Followed);
        QSignalSpy over(follower.log().get(), &ServerLog::over);
        follower.start();
        QVERIFY(over.wait());
        QCOMPARE(
            streams.asked(),
            QList<QStringList>{QStringList({u"logs"_s, u"--follow"_s, u"--tail"_s, u"10000"_s, u"f00"_s})});
        const OutputRing &ring = follower.log()->ring();
        QCOMPARE(ring.end(), 2);
        for (qint64 number = 0; number < 2; ++number) {
            const OutputLine &line = ring.at(number);
            QCOMPARE(line.bytes, line.channel == OutputChannel::Out ? QByteArray("one") : QByteArray("two"));
        }
        QVERIFY(follower.log()->reason().isEmpty());
    }

    void aBrokenStreamIsTakenUpWhereItBroke()
    {
        tests::PlayedStreams streams({u"echo one; exit 1"_s,
                                      u"echo 'Cannot connect to the Docker daemon' >&2; exit 1"_s,
                                      u"echo two"_s});
        LogFollower follower(u"f00"_s, streams.starter());
        QSignalSpy over(follower.log().get(), &ServerLog::over);
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        follower.start();
        QVERIFY(over.wait(8000));
        QCOMPARE(streams.asked().size(), 3);
        const QStringList again = streams.asked().at(1);
        QCOMPARE(again.at(2), u"--since"_s);
        const double since = again.at(3).toDouble() * 1000;
        QVERIFY2(since > double(before) && since < double(before) + 5000, qUtf8Printable(again.at(3)));
        // What docker said on the way is no output of the server's, and no sign that it is back.
        QCOMPARE(follower.log()->ring().contents(), QByteArray("one\ntwo\n"));
        QCOMPARE(streams.asked().at(2), again);
    }

    void aContainerThatIsGoneIsTheEnd()
    {
        tests::PlayedStreams streams(
            {u"echo 'Error response from daemon: No such container: f00' >&2; exit 1"_s});
        LogFollower follower(u"f00"_s, streams.starter());
        QSignalSpy over(follower.log().get(), &ServerLog::over);
        follower.start();
        QVERIFY(over.wait());
        QCOMPARE(streams.asked().size(), 1);
    }

    void aDroppedFollowerLeavesItsLog()
    {
        tests::PlayedStreams streams({u"echo one; exec sleep 60"_s});
        auto follower = std::make_unique<LogFollower>(u"f00"_s, streams.starter());
        const auto log = follower->log();
        QSignalSpy grew(log.get(), &ServerLog::grew);
        follower->start();
        QVERIFY(grew.wait());
        follower.reset();
        QCOMPARE(log->ring().contents(), QByteArray("one\n"));
        QVERIFY(!grew.wait(100));
    }
};

BERTH_TEST(LogFollowerTest)

#include "tst_logfollower.moc"
