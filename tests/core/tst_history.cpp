// SPDX-License-Identifier: MIT
#include "core/history/history.h"

#include "core/history/database.h"
#include "tests/core/historysamples.h"
#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = HistoryTrouble::Kind;

class HistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(u"history.sqlite"_s);
    }

    void nothingIsTouchedBeforeItIsOpened()
    {
        History history(m_folder->path());
        const QSignalSpy recorded(&history, &History::recorded);
        history.record(samples::verdict(u"a"_s));
        QVERIFY(QDir(m_folder->path()).isEmpty());
        history.open();
        QTRY_COMPARE(recorded.size(), 1);
        QCOMPARE(recorded.first().first().value<qsizetype>(), 1);
        QCOMPARE(entries(), 1);
    }

    void whatIsAcknowledgedIsInTheFile()
    {
        History history(m_folder->path());
        qsizetype acknowledged = 0;
        bool isThere = true;
        connect(&history, &History::recorded, this, [&](qsizetype count) {
            acknowledged += count;
            isThere = isThere && entries() >= acknowledged;
        });
        history.open();
        for (int i = 0; i < 50; ++i) {
            history.record(samples::verdict(QString::number(i)));
            if (i % 10 == 0)
                QCoreApplication::processEvents(); // the answers come in between
        }
        QTRY_COMPARE(acknowledged, 50);
        QVERIFY(isThere);
        QCOMPARE(entries(), 50);
    }

    void aVerdictOfTheWindowIsOfItsSession()
    {
        History history(m_folder->path());
        history.open();
        history.recordVerdict(samples::verdict(u"a"_s));
        QTRY_COMPARE(entries(), 1);
        const auto answer = history.reader()({});
        QCOMPARE(answer->watches.size(), 1);
        QVERIFY(!answer->watches.first().session.isEmpty());
        QCOMPARE(std::get<VerdictEntry>(answer->entries.first()).session, answer->watches.first().session);
    }

    void theEndWritesWhatWaits()
    {
        {
            History history(m_folder->path());
            history.open();
            for (int i = 0; i < 20; ++i)
                history.record(samples::verdict(QString::number(i)));
        }
        QCOMPARE(entries(), 20);
    }

    void oneThatWasNeverOpenedLeavesNothing()
    {
        {
            History history(m_folder->path());
            history.record(samples::verdict(u"a"_s));
        }
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void whatALockHinderedIsWrittenLater()
    {
        auto other = std::make_unique<HistoryDatabase>(m_path, 1s);
        QVERIFY(other->open());
        QVERIFY(other->run(u"BEGIN IMMEDIATE"_s));
        History history(m_folder->path());
        const QSignalSpy troubles(&history, &History::troubleChanged);
        history.open();
        history.record(samples::verdict(u"a"_s));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the history cannot be written: .*locked"_s));
        QTRY_COMPARE(troubles.size(), 1);
        QCOMPARE(history.trouble().value_or(HistoryTrouble()).kind, Kind::Locked);
        for (int i = 0; i < 10; ++i)
            history.record(samples::verdict(QString::number(i)));
        other.reset();
        QTRY_COMPARE_WITH_TIMEOUT(entries(), 11, 20'000);
        QTRY_COMPARE(troubles.size(), 2);
        QCOMPARE(history.trouble(), std::nullopt);
    }

    void onlySoMuchWaits()
    {
        auto other = std::make_unique<HistoryDatabase>(m_path, 1s);
        QVERIFY(other->open());
        QVERIFY(other->run(u"BEGIN IMMEDIATE"_s));
        History history(m_folder->path());
        const QSignalSpy troubles(&history, &History::troubleChanged);
        const QSignalSpy recorded(&history, &History::recorded);
        history.open();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"cannot be written"_s));
        QTRY_COMPARE(troubles.size(), 1);
        for (int i = 0; i < History::mostWaiting + 200; ++i)
            history.record(samples::verdict(QString::number(i), samples::noon().addSecs(i)));
        other.reset();
        QTRY_COMPARE_WITH_TIMEOUT(entries(), History::mostWaiting, 20'000);
        const auto newest = history.reader()({.limit = 1});
        QCOMPARE(timeOf(newest->entries.first()), samples::noon().addSecs(History::mostWaiting + 199));
        QTRY_COMPARE(recorded.size(), 1);
    }

    void aDamagedFileIsToldOnce()
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(9000, 'x'));
        file.close();
        History history(m_folder->path());
        const QSignalSpy setAside(&history, &History::wasSetAside);
        const QSignalSpy troubles(&history, &History::troubleChanged);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the history was damaged"_s));
        history.open();
        history.record(samples::verdict(u"a"_s));
        QTRY_COMPARE(entries(), 1);
        QTRY_COMPARE(setAside.size(), 1);
        QVERIFY(QFile::exists(history.setAside()));
        QCOMPARE(troubles.size(), 0);
    }

    void theEndWaitsForNoLock()
    {
        HistoryDatabase other(m_path, 1s);
        QVERIFY(other.open());
        QVERIFY(other.run(u"BEGIN IMMEDIATE"_s));
        auto history = std::make_unique<History>(m_folder->path());
        history->open();
        history->record(samples::verdict(u"a"_s));
        history.reset(); // would not come back otherwise
        QCOMPARE(entries(), 0);
    }

    void spansEndWhereNobodyWatched_data()
    {
        QTest::addColumn<int>("minutes");
        QTest::addColumn<bool>("isSame");
        QTest::newRow("the next beat") << 5 << true;
        QTest::newRow("a beat that was late") << 9 << true;
        QTest::newRow("the same moment") << 0 << true;
        QTest::newRow("after a sleep") << 480 << false;
        QTest::newRow("the clock went back") << -60 << false;
        QTest::newRow("the clock went ahead") << 60 * 24 * 3650 << false;
    }
    void spansEndWhereNobodyWatched()
    {
        QFETCH(int, minutes);
        QFETCH(bool, isSame);
        const WatchSpan span{
            .session = u"a"_s, .began = samples::noon().addSecs(-3600), .seen = samples::noon()};
        const QDateTime now = samples::noon().addSecs(60 * minutes);
        QCOMPARE(continued(span, now),
                 (WatchSpan{.session = u"a"_s, .began = isSame ? span.began : now, .seen = now}));
    }

    // A real writer, killed at 200 moments: it tells of each entry once it is acknowledged.
    void whoIsKilledLosesNothingThatWasAcknowledged()
    {
        QRandomGenerator random(200);
        QSet<QString> acknowledged;
        for (int round = 0; round < 200; ++round) {
            QProcess writer;
            writer.start(QStringLiteral(BERTH_HISTORY_WRITER), {m_folder->path(), QString::number(round)});
            for (int lines = random.bounded(1, 4); lines > 0; --lines)
                QVERIFY2(writer.canReadLine() || writer.waitForReadyRead(), "the writer wrote nothing");
            QThread::usleep(random.bounded(8000));
            writer.kill();
            QVERIFY(writer.waitForFinished());
            const QList<QByteArray> told = writer.readAllStandardOutput().split('\n');
            for (qsizetype i = 0; i + 1 < told.size(); ++i) // behind the last end of line it was cut off
                acknowledged.insert(QString::fromLatin1(told.at(i)));
        }
        const HistoryFile file(m_folder->path(), 5s);
        QCOMPARE(file.tend(samples::noon()), HistoryWritten());
        const auto answer = file.read({});
        QVERIFY(answer);
        QSet<QString> kept;
        for (const HistoryEntry &entry : answer->entries)
            kept.insert(std::get<VerdictEntry>(entry).key);
        QVERIFY2(acknowledged.size() >= 200, "hardly anything was written");
        QCOMPARE(acknowledged - kept, QSet<QString>());
        QCOMPARE(QDir(m_folder->path()).entryList({u"*damaged*"_s}), QStringList());
    }

private:
    qsizetype entries() const
    {
        const auto answer = HistoryFile(m_folder->path(), 5s).read({});
        return answer ? answer->entries.size() : -1;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

BERTH_TEST(HistoryTest)

#include "tst_history.moc"
