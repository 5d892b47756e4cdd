// SPDX-License-Identifier: MIT
#include "core/devserver/lastrun.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

LastRun someRun(quint16 port = 4300, const QString &project = u"/home/me/shop"_s, int minute = 0)
{
    return {.port = port,
            .name = u"berth-devserver-%1"_s.arg(port),
            .project = project,
            .image = u"node:20"_s,
            .started = QDateTime({2026, 1, 2}, {3, minute, 5, 123}, Qt::UTC),
            .ended = QDateTime({2026, 1, 2}, {4, 5, 6, 789}, Qt::UTC),
            .exitCode = 3,
            .reason = u"It ended by itself \u2013 with 3."_s,
            .output = QByteArray("one\n\0\xff\r\ntwo", 11)};
}

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

} // namespace

class LastRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isReadAsItWasSaved()
    {
        const QTemporaryDir folder;
        const LastRun run = someRun();
        QCOMPARE(saveLastRun(folder.path(), run), std::nullopt);
        QVERIFY(readLastRun(folder.path(), 4300).value() == run);

        LastRun later = someRun(4300, u"/else"_s, 1);
        later.exitCode = std::nullopt;
        later.reason.clear();
        later.output.clear();
        QCOMPARE(saveLastRun(folder.path(), later), std::nullopt);
        QVERIFY(readLastRun(folder.path(), 4300).value() == later);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{u"4300.run"_s});
    }

    void keepsTheEndOfTheOutput()
    {
        const QTemporaryDir folder;
        LastRun run = someRun();
        run.output = QByteArray(100, 'a') + QByteArray(LastRun::mostBytes - 1, 'b') + 'c';
        QCOMPARE(saveLastRun(folder.path(), run), std::nullopt);
        const QByteArray output = readLastRun(folder.path(), 4300).value().output;
        QCOMPARE(output.size(), LastRun::mostBytes);
        QVERIFY(output == QByteArray(LastRun::mostBytes - 1, 'b') + 'c');
    }

    void theUserAloneMayReadIt()
    {
        const QTemporaryDir folder;
        const QString state = folder.filePath(u"state/berth"_s);
        QCOMPARE(saveLastRun(state, someRun()), std::nullopt);
        struct stat facts
        {};
        QCOMPARE(::stat(QFile::encodeName(state + u"/4300.run"_s).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, mode_t(0600));
        QCOMPARE(::stat(QFile::encodeName(state).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, mode_t(0700));
    }

    void aFolderThatCannotBeMadeIsAnError()
    {
        const QTemporaryDir folder;
        write(folder.filePath(u"file"_s), "x");
        const auto inFile = saveLastRun(folder.filePath(u"file/berth"_s), someRun());
        QVERIFY(inFile && inFile->tried.contains(u"file/berth"_s) && !inFile->detail.isEmpty());
        QVERIFY(QDir(folder.path()).mkdir(u"4300.run"_s)); // in the place of the file
        const auto onFolder = saveLastRun(folder.path(), someRun());
        QVERIFY(onFolder && onFolder->tried.contains(u"4300.run"_s) && !onFolder->detail.isEmpty());
    }

    void survivesWhateverIsInTheFile_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("detail");
        const QString begin = u"it does not begin as one"_s;
        const QString length = u"its length is not what it says"_s;
        const QByteArray header = "{\"schema\":1,\"outputBytes\":3}\n";
        QTest::newRow("nothing") << QByteArray() << begin;
        QTest::newRow("no JSON") << QByteArray("\x80\xff\n") << begin;
        QTest::newRow("no object") << QByteArray("[1]\n") << begin;
        QTest::newRow("another schema") << QByteArray("{\"schema\":2}\n") << begin;
        QTest::newRow("half a header") << header.chopped(9) << begin;
        QTest::newRow("a header without its end") << header.chopped(1) << begin;
        QTest::newRow("an endless line") << QByteArray(3 * 1024 * 1024, ' ') << begin;
        QTest::newRow("no length") << QByteArray("{\"schema\":1}\nabc") << length;
        QTest::newRow("too little output") << header + "ab" << length;
        QTest::newRow("too much output") << header + "abcd" << length;
        QTest::newRow("far too much output")
            << "{\"schema\":1,\"outputBytes\":1048576}\n" + QByteArray(3 * 1024 * 1024, 'x') << length;
    }
    void survivesWhateverIsInTheFile()
    {
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        write(folder.filePath(u"4300.run"_s), content);
        const auto run = readLastRun(folder.path(), 4300);
        QVERIFY(!run);
        QTEST(run.error().detail, "detail");
        QVERIFY(run.error().tried.contains(u"4300.run"_s));
    }

    void whatIsNoFileIsNotOpened()
    {
        const QTemporaryDir folder;
        QCOMPARE(readLastRun(folder.path(), 4300).error().detail, u"there is none"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(folder.filePath(u"4300.run"_s)).constData(), 0600), 0);
        QCOMPARE(readLastRun(folder.path(), 4300).error().detail, u"it is no plain file"_s);
        QCOMPARE(lastPortOf(folder.path(), u"/home/me/shop"_s), std::nullopt);
        QVERIFY(QDir(folder.path()).mkdir(u"4301.run"_s));
        QCOMPARE(readLastRun(folder.path(), 4301).error().detail, u"it is no plain file"_s);
    }

    void fieldsOfAnotherKindAreEmpty()
    {
        const QTemporaryDir folder;
        write(folder.filePath(u"4300.run"_s),
              "{\"schema\":1,\"outputBytes\":0,\"name\":7,\"started\":\"soon\",\"exitCode\":\"x\"}\n");
        const LastRun run = readLastRun(folder.path(), 4300).value();
        QVERIFY(run.name.isEmpty());
        QVERIFY(!run.started.isValid());
        QVERIFY(!run.exitCode);
    }

    void findsTheProjectsLastPort()
    {
        const QTemporaryDir folder;
        const QString shop = u"/home/me/shop"_s;
        QCOMPARE(lastPortOf(folder.filePath(u"missing"_s), shop), std::nullopt);
        QCOMPARE(saveLastRun(folder.path(), someRun(4300, shop, 1)), std::nullopt);
        QCOMPARE(saveLastRun(folder.path(), someRun(4302, shop, 3)), std::nullopt);
        QCOMPARE(saveLastRun(folder.path(), someRun(4301, shop, 2)), std::nullopt);
        QCOMPARE(saveLastRun(folder.path(), someRun(4303, u"/home/me/other"_s, 4)), std::nullopt);
        write(folder.filePath(u"4304.run"_s), "broken");
        write(folder.filePath(u"99999.run"_s), "{\"schema\":1,\"project\":\"/home/me/shop\"}\n");
        QCOMPARE(lastPortOf(folder.path(), shop), std::optional<quint16>(4302));
        QCOMPARE(lastPortOf(folder.path(), u"/home/me"_s), std::nullopt);
    }

    void theStateFolderIsTheEnvironments()
    {
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", "/somewhere/state");
        QCOMPARE(stateFolder(), u"/somewhere/state/berth"_s);
        qputenv("XDG_STATE_HOME", "relative");
        QCOMPARE(stateFolder(), QDir::homePath() + u"/.local/state/berth"_s);
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(stateFolder(), QDir::homePath() + u"/.local/state/berth"_s);
        if (!before.isNull())
            qputenv("XDG_STATE_HOME", before);
    }
};

BERTH_TEST(LastRunTest)

#include "tst_lastrun.moc"
