// SPDX-License-Identifier: MIT
#include "core/docker/stream.h"

#include "tests/core/fakeclient.h"
#include "tests/registry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

// The processes that this thread has started, by their ids.
QByteArray childProcesses()
{
    QFile file(u"/proc/thread-self/children"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not to be seen");
}

} // namespace

class StreamTest : public QObject
{
    Q_OBJECT

    const QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();

private Q_SLOTS:
    void tellsEachLineOfEachChannelAndOneEnd()
    {
        Stream stream(tests::fakeDocker(), {u"lines"_s, u"4"_s}, m_environment);
        QStringList out;
        QStringList err;
        connect(&stream, &Stream::line, this, [&](OutputChannel channel, const QString &text) {
            (channel == OutputChannel::Out ? out : err).append(text);
        });
        QSignalSpy finished(&stream, &Stream::finished);
        stream.start();
        QVERIFY(stream.isRunning());
        QVERIFY(finished.wait());
        QCOMPARE(out, QStringList({u"line 1"_s, u"line 3"_s, u"tail"_s}));
        QCOMPARE(err, QStringList({u"line 2"_s, u"line 4"_s}));
        QCOMPARE(finished.first().first().value<ChildEnding>().exitCode, 0);
        QVERIFY(!stream.isRunning());
        QVERIFY(!finished.wait(50));
    }

    void aFloodArrivesLineByLine()
    {
        Stream stream(tests::fakeDocker(), {u"flood"_s}, m_environment);
        qsizetype lines = 0;
        QString last;
        connect(&stream, &Stream::line, this, [&](OutputChannel channel, const QString &text) {
            ++lines;
            if (channel == OutputChannel::Out)
                last = text;
        });
        QSignalSpy finished(&stream, &Stream::finished);
        stream.start();
        QVERIFY(finished.wait(60'000));
        QCOMPARE(lines, 2 * (50 * 1024 + 1));
        QCOMPARE(last, u"end of output"_s);
    }

    void aLongLineArrivesInPieces()
    {
        const QString text(100 * 1024, u'y');
        Stream stream(tests::fakeDocker(), {u"answer"_s, text, {}, u"0"_s}, m_environment);
        QStringList pieces;
        connect(&stream, &Stream::line, this, [&](auto, const QString &piece) { pieces.append(piece); });
        QSignalSpy finished(&stream, &Stream::finished);
        stream.start();
        QVERIFY(finished.wait());
        QCOMPARE(pieces.size(), 2);
        QCOMPARE(pieces.first().size(), Stream::longestLine);
        QCOMPARE(pieces.join(QString()), text);
    }

    void malformedBytesBecomeReplacementCharacters()
    {
        Stream stream(tests::fakeDocker(), {u"split"_s}, m_environment);
        QSignalSpy lines(&stream, &Stream::line);
        QSignalSpy finished(&stream, &Stream::finished);
        stream.start();
        QVERIFY(finished.wait());
        QCOMPARE(lines.first().at(1).toString(), u"café"_s);
    }

    void aProgramThatCannotStartEndsOnceToo()
    {
        Stream stream(u"/no/such/docker"_s, {}, m_environment);
        QSignalSpy finished(&stream, &Stream::finished);
        stream.start();
        QCOMPARE(finished.size(), 0);
        QVERIFY(finished.wait());
        const auto ending = finished.first().first().value<ChildEnding>();
        QCOMPARE(ending.exitCode, std::nullopt);
        QVERIFY2(ending.startError.contains(u"No such file"_s), qPrintable(ending.startError));
        QVERIFY(!finished.wait(50));
    }

    void droppedStreamStopsItsProcessAndStaysSilent()
    {
        int heard = 0;
        int pid = 0;
        {
            Stream stream(tests::fakeDocker(), {u"ignore-term"_s}, m_environment);
            QSignalSpy lines(&stream, &Stream::line);
            connect(&stream, &Stream::finished, this, [&heard] { ++heard; });
            stream.start();
            QVERIFY(lines.wait());
            pid = lines.first().at(1).toString().toInt();
            QVERIFY(tests::isRunning(pid));
        }
        QTRY_VERIFY(!tests::isRunning(pid));
        QCOMPARE(heard, 0);
    }

    // Whoever drops it, or leaves it, before the event loop turns wants no process at all.
    void whatIsDroppedAtOnceStartsNothing()
    {
        const QByteArray before = childProcesses();
        Stream left(tests::fakeDocker(), {u"ignore-term"_s}, m_environment);
        left.start();
        left.leave();
        {
            Stream dropped(tests::fakeDocker(), {u"ignore-term"_s}, m_environment);
            dropped.start();
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::MetaCall);
        QCOMPARE(childProcesses(), before);
    }

    void aListenerMayDropTheStream()
    {
        auto stream =
            std::make_unique<Stream>(tests::fakeDocker(), QStringList{u"lines"_s, u"1000"_s}, m_environment);
        int heard = 0;
        connect(stream.get(), &Stream::line, this, [&] {
            ++heard;
            stream.reset();
        });
        stream->start();
        QTRY_COMPARE(heard, 1);
        QTRY_COMPARE(tests::countRunning(u"lines"_s), 0);
        QCOMPARE(heard, 1);
    }
};

BERTH_TEST(StreamTest)

#include "tst_stream.moc"
