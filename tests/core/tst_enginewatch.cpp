// SPDX-License-Identifier: MIT
#include "core/monitor/enginewatch.h"

#include "tests/registry.h"

#include <QDateTime>
#include <QFile>
#include <QProcessEnvironment>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

// A real process in place of docker's client: what it does is a line of shell.
class PlayedEvents
{
public:
    // The nth stream plays the nth script, and every further one the last.
    explicit PlayedEvents(QStringList scripts)
        : m_scripts(std::move(scripts))
    {}

    StreamStarter starter()
    {
        return [this](const QStringList &arguments) {
            asked.append(arguments);
            const QString script = m_scripts.value(qMin(asked.size(), m_scripts.size()) - 1);
            return std::make_unique<Stream>(u"/bin/sh"_s, QStringList{u"-c"_s, script},
                                            QProcessEnvironment::systemEnvironment());
        };
    }

    QList<QStringList> asked;

private:
    QStringList m_scripts;
};

const QString stays = u"exec sleep 60"_s;
const QString endsAtOnce = u"exit 1"_s;

} // namespace

class EngineWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatTheEngineSaysIsHeardLineByLine()
    {
        PlayedEvents events({u"echo one; echo not this >&2; echo two; exec sleep 60"_s});
        EngineWatch watch;
        QSignalSpy lines(&watch, &EngineWatch::line);
        watch.watch(events.starter());
        QTRY_COMPARE(lines.size(), 2);
        QCOMPARE(lines.at(0).at(0).toString(), u"one"_s);
        QCOMPARE(lines.at(1).at(0).toString(), u"two"_s);
    }

    void itAsksForContainersFromAMomentAgoOn()
    {
        PlayedEvents events({stays});
        EngineWatch watch;
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        watch.watch(events.starter());
        const QStringList arguments = events.asked.first();
        QCOMPARE(arguments.mid(0, 3), QStringList({u"events"_s, u"--filter"_s, u"type=container"_s}));
        const qint64 since = arguments.value(arguments.indexOf(u"--since"_s) + 1).toLongLong();
        QVERIFY(since <= now && since >= now - 5);
    }

    void aListMayBeTakenAsSoonAsTheStreamWasStarted()
    {
        PlayedEvents events({stays});
        EngineWatch watch;
        QSignalSpy connected(&watch, &EngineWatch::connected);
        watch.watch(events.starter());
        QCOMPARE(connected.size(), 1);
        QVERIFY(!watch.isConnected()); // whether an engine is there shows later
        QTRY_VERIFY(watch.isConnected());
    }

    void anEngineThatGoesIsLostAndOneThatComesBackReturns()
    {
        const QTemporaryDir folder;
        const QString flag = folder.filePath(u"gone"_s);
        PlayedEvents events({u"while [ ! -e %1 ]; do sleep 0.05; done; exit 1"_s.arg(flag), stays});
        EngineWatch watch;
        QSignalSpy connected(&watch, &EngineWatch::connected);
        QSignalSpy disconnected(&watch, &EngineWatch::disconnected);
        QSignalSpy lost(&watch, &EngineWatch::lost);
        QSignalSpy returned(&watch, &EngineWatch::returned);
        watch.watch(events.starter());
        QTRY_VERIFY(watch.isConnected());
        QFile file(flag);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QTRY_COMPARE(lost.size(), 1);
        QCOMPARE(disconnected.size(), 1);
        QTRY_COMPARE(connected.size(), 2);
        QTRY_COMPARE(returned.size(), 1);
    }

    void anEngineThatIsNotThereIsAbsentOnce()
    {
        PlayedEvents events({endsAtOnce});
        EngineWatch watch;
        QSignalSpy absent(&watch, &EngineWatch::absent);
        QSignalSpy connected(&watch, &EngineWatch::connected);
        watch.watch(events.starter());
        QTRY_COMPARE(events.asked.size(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(events.asked.size(), 3, 4000);
        QCOMPARE(absent.size(), 1);
        QCOMPARE(connected.size(), 1); // what is tried again by itself starts no list
    }

    void whoKnowsThatItIsThereNeedNotWait()
    {
        PlayedEvents events({endsAtOnce, stays});
        EngineWatch watch;
        QSignalSpy absent(&watch, &EngineWatch::absent);
        watch.watch(events.starter());
        QTRY_COMPARE(absent.size(), 1);
        watch.tryNow();
        QCOMPARE(events.asked.size(), 2);
        watch.tryNow();
        QCOMPARE(events.asked.size(), 2);
    }

    void withoutAClientTheListIsTakenAllTheSame()
    {
        EngineWatch watch;
        QSignalSpy connected(&watch, &EngineWatch::connected);
        QSignalSpy disconnected(&watch, &EngineWatch::disconnected);
        watch.watch([](const QStringList &arguments) {
            return std::make_unique<Stream>(u"/no/such/docker"_s, arguments, QProcessEnvironment());
        });
        QCOMPARE(connected.size(), 1); // it finds out what is wrong
        QTRY_COMPARE(disconnected.size(), 1);
        QVERIFY(!watch.isWatching());
    }

    void whatIsStoppedStaysSilent()
    {
        PlayedEvents events({u"echo one; exit 0"_s});
        EngineWatch watch;
        QSignalSpy lines(&watch, &EngineWatch::line);
        QSignalSpy disconnected(&watch, &EngineWatch::disconnected);
        watch.watch(events.starter());
        watch.stop();
        QVERIFY(!disconnected.wait(100));
        QVERIFY(lines.isEmpty());
        QVERIFY(!watch.isWatching());
    }
};

BERTH_TEST(EngineWatchTest)

#include "tst_enginewatch.moc"
