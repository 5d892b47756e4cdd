// SPDX-License-Identifier: MIT
#include "core/history/historyfile.h"

#include "core/history/database.h"
#include "tests/core/historysamples.h"
#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = HistoryTrouble::Kind;

namespace {

constexpr qint64 pageSize = 4096;

QStringList keysOf(const QList<HistoryEntry> &entries)
{
    QStringList keys;
    for (const HistoryEntry &entry : entries)
        keys.append(std::visit([](const auto &each) { return each.key; }, entry));
    return keys;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void fill(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

} // namespace

class HistoryFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_state = m_folder->filePath(u"state/berth"_s);
        m_path = m_state + u"/history.sqlite"_s;
    }

    void whatIsWrittenComesBackTheNewestFirst()
    {
        const VerdictEntry verdict = samples::verdict(u"a"_s);
        const ServerEndEntry end = samples::serverEnd(u"b"_s, samples::noon().addSecs(1));
        const WatchSpan watch{
            .session = u"window"_s, .began = samples::noon(), .seen = samples::noon().addSecs(60)};
        QCOMPARE(file().write({.entries = {verdict, end}, .watch = watch}), HistoryWritten());
        const auto answer = file().read({});
        QVERIFY(answer);
        QCOMPARE(answer->entries, (QList<HistoryEntry>{end, verdict}));
        QCOMPARE(answer->watches, QList<WatchSpan>{watch});
    }

    void whatHasNoValueComesBackWithout()
    {
        const ServerEndEntry end{.key = u"a"_s, .at = samples::noon()};
        const VerdictEntry verdict{.key = u"a"_s, .at = samples::noon()};
        write({verdict, end});
        const auto answer = file().read({});
        QCOMPARE(answer->entries, (QList<HistoryEntry>{verdict, end}));
    }

    void textIsNeverAStatement()
    {
        VerdictEntry verdict = samples::verdict(u"a"_s);
        verdict.reason = u"'); DROP TABLE verdicts; -- ? %1 “ü”"_s;
        write({verdict});
        QCOMPARE(file().read({})->entries, QList<HistoryEntry>{verdict});
    }

    void writtenTwiceItIsOnce()
    {
        const QList<HistoryEntry> entries{samples::verdict(u"a"_s), samples::serverEnd(u"a"_s)};
        write(entries);
        write(entries);
        QCOMPARE(file().read({})->entries, entries);
    }

    void whoKnowsMostHasTheLastWord_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<int>("kept");
        QTest::newRow("the owner after a watcher") << 0 << 2 << 2;
        QTest::newRow("a watcher after the owner") << 2 << 0 << 2;
        QTest::newRow("who removed it after a watcher") << 0 << 1 << 1;
        QTest::newRow("the owner after who removed it") << 1 << 2 << 2;
    }
    void whoKnowsMostHasTheLastWord()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(int, kept);
        const auto seenBy = [](int witness) {
            ServerEndEntry end = samples::serverEnd(u"a"_s);
            end.witness = ServerEndEntry::Witness(witness);
            end.reason = QString::number(witness);
            return end;
        };
        write({seenBy(first)});
        write({seenBy(second)});
        QCOMPARE(file().read({})->entries, QList<HistoryEntry>{seenBy(kept)});
    }

    void aSpanGrows()
    {
        WatchSpan watch{.session = u"window"_s, .began = samples::noon(), .seen = samples::noon()};
        QCOMPARE(file().write({.watch = watch}), HistoryWritten());
        watch.seen = samples::noon().addSecs(300);
        QCOMPARE(file().write({.watch = watch}), HistoryWritten());
        QCOMPARE(file().read({})->watches, QList<WatchSpan>{watch});
    }

    void onlyTheNewestAreReadWhereFewAreWanted()
    {
        QList<HistoryEntry> entries;
        for (int i = 0; i < 20; ++i) {
            entries.append(samples::verdict(u"v%1"_s.arg(i), samples::noon().addSecs(2 * i)));
            entries.append(samples::serverEnd(u"s%1"_s.arg(i), samples::noon().addSecs(2 * i + 1)));
        }
        write(entries);
        QCOMPARE(keysOf(file().read({.limit = 3})->entries), (QStringList{u"s19"_s, u"v19"_s, u"s18"_s}));
        QCOMPARE(keysOf(file().read({.since = samples::noon().addSecs(38)})->entries),
                 (QStringList{u"s19"_s, u"v19"_s}));
    }

    // A window that has been open for days gave its last verdict long ago.
    void theVerdictThatStillHeldIsRead()
    {
        const auto at = [](int hours) { return samples::noon().addSecs(hours * 3600); };
        VerdictEntry other = samples::verdict(u"ended session"_s, at(-40));
        other.session = u"other"_s;
        write({samples::verdict(u"older"_s, at(-50)), samples::verdict(u"held"_s, at(-30)), other,
               samples::verdict(u"within"_s, at(-2))});
        const HistoryFile written = file();
        QCOMPARE(written.write({.watch = WatchSpan{u"window"_s, at(-50), at(0)}}), HistoryWritten());
        QCOMPARE(written.write({.watch = WatchSpan{u"other"_s, at(-50), at(-39)}}), HistoryWritten());
        HistoryQuestion question{.since = at(-24), .reach = HistoryQuestion::Reach::WhatHeldThen};
        QCOMPARE(keysOf(written.read(question)->entries), (QStringList{u"within"_s, u"held"_s}));
        question.reach = HistoryQuestion::Reach::Since;
        QCOMPARE(keysOf(written.read(question)->entries), QStringList{u"within"_s});
    }

    void whatIsNotThereIsEmptyAndStaysAway()
    {
        QCOMPARE(file().read({}), HistoryAnswer());
        QVERIFY(!QFile::exists(m_state));
    }

    void onlyTheUserCanReadIt()
    {
        write({samples::verdict(u"a"_s)});
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QCOMPARE(QFile::permissions(m_path) & others, QFile::Permissions());
        QCOMPARE(QFile::permissions(m_state) & others, QFile::Permissions());
    }

    void whatIsOlderThanNinetyDaysGoes()
    {
        const QDateTime now = samples::noon();
        write({samples::verdict(u"old verdict"_s, now.addDays(-90).addSecs(-1)),
               samples::verdict(u"verdict"_s, now.addDays(-90)),
               samples::serverEnd(u"old server"_s, now.addDays(-91)),
               samples::serverEnd(u"server"_s, now.addDays(-89))});
        QCOMPARE(file().tend(now), HistoryWritten());
        QCOMPARE(keysOf(file().read({})->entries), (QStringList{u"server"_s, u"verdict"_s}));
    }

    void aClockThatJumpsAheadTakesNothingAtOnce()
    {
        const QDateTime now = samples::noon();
        write({samples::verdict(u"a"_s, now)});
        QCOMPARE(file().write({.watch = WatchSpan{u"window"_s, now, now}}), HistoryWritten());
        const QDateTime wrong = now.addYears(10);
        QCOMPARE(file().tend(wrong), HistoryWritten());
        QCOMPARE(keysOf(file().read({})->entries), QStringList{u"a"_s});
        // A whole run under the new time, and the next one believes it.
        QCOMPARE(file().write({.watch = WatchSpan{u"later"_s, wrong, wrong}}), HistoryWritten());
        QCOMPARE(file().tend(wrong.addSecs(60)), HistoryWritten());
        QCOMPARE(file().read({})->entries, QList<HistoryEntry>());
    }

    void aClockThatJumpsBackTakesNothing()
    {
        const QDateTime now = samples::noon();
        write({samples::verdict(u"a"_s, now)});
        QCOMPARE(file().tend(now.addYears(-10)), HistoryWritten());
        QCOMPARE(keysOf(file().read({})->entries), QStringList{u"a"_s});
    }

    void aDamagedFileIsSetAsideAndANewOneBegun_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("this is no database, it is a sentence\n").repeated(300);
        QTest::newRow("zeroes") << QByteArray(pageSize, '\0');
        QTest::newRow("a few bytes") << QByteArray("SQLite");
        QByteArray noise(5 * pageSize, '\0');
        QRandomGenerator random(4);
        std::ranges::generate(noise, [&random] { return char(random.bounded(256)); });
        QTest::newRow("noise") << noise;
        QTest::newRow("a head and noise") << QByteArray(good().first(100) + noise);
    }
    void aDamagedFileIsSetAsideAndANewOneBegun()
    {
        QFETCH(QByteArray, content);
        QDir().mkpath(m_state);
        fill(m_path, content);
        const HistoryWritten written = file().write({.entries = {samples::verdict(u"a"_s)}});
        QCOMPARE(written.trouble, std::nullopt);
        QVERIFY(written.setAside.startsWith(m_path + u".damaged-"_s));
        QCOMPARE(contentOf(written.setAside), content);
        QCOMPARE(keysOf(file().read({})->entries), QStringList{u"a"_s});
    }

    // Each may hold still what it held, or be set aside with its bytes; Berth works on either way.
    void aTruncatedFileIsReadOrSetAside()
    {
        const QByteArray whole = good();
        QDir().mkpath(m_state);
        QVERIFY(whole.size() > 4 * pageSize);
        for (qint64 size = 0; size < whole.size(); size += pageSize) {
            fill(m_path, whole.first(size));
            checkAfterDamage(whole.first(size), u"truncated to %1"_s.arg(size));
            fill(m_path, whole.first(size + pageSize / 3));
            checkAfterDamage(whole.first(size + pageSize / 3), u"truncated behind %1"_s.arg(size));
        }
    }

    void randomBytesOverAGoodFileAreReadOrSetAside()
    {
        const QByteArray whole = good();
        QDir().mkpath(m_state);
        QRandomGenerator random(14);
        for (int round = 0; round < 60; ++round) {
            QByteArray bytes = whole;
            const int count = 1 << random.bounded(12);
            const qsizetype begin = random.bounded(bytes.size() - count);
            for (qsizetype i = begin; i < begin + count; ++i)
                bytes[i] = char(random.bounded(256));
            fill(m_path, bytes);
            checkAfterDamage(bytes, u"%1 bytes from %2"_s.arg(count).arg(begin));
        }
    }

    void twoDamagedFilesOfOneSecondAreBothKept()
    {
        QDir().mkpath(m_state);
        QStringList names;
        for (int i = 0; i < 3; ++i) {
            fill(m_path, QByteArray(pageSize, char('a' + i)));
            const HistoryWritten written = file().tend(samples::noon());
            QCOMPARE(written.trouble, std::nullopt);
            QVERIFY(!names.contains(written.setAside));
            QCOMPARE(contentOf(written.setAside), QByteArray(pageSize, char('a' + i)));
            names.append(written.setAside);
        }
    }

    void anEmptyFileIsANewOne()
    {
        QDir().mkpath(m_state);
        fill(m_path, {});
        QCOMPARE(file().write({.entries = {samples::verdict(u"a"_s)}}), HistoryWritten());
        QCOMPARE(keysOf(file().read({})->entries), QStringList{u"a"_s});
    }

    void whatOnlySaysThatItIsOursIsSetAside()
    {
        QDir().mkpath(m_state);
        HistoryDatabase(m_path, 1s).open();
        {
            HistoryDatabase other(m_path, 1s);
            QVERIFY(other.open());
            QVERIFY(other.run(u"DROP TABLE verdicts"_s));
        }
        const HistoryWritten written = file().write({.entries = {samples::verdict(u"a"_s)}});
        QCOMPARE(written.trouble, std::nullopt);
        QVERIFY(!written.setAside.isEmpty());
    }

    void aNewerFileIsLeftAlone()
    {
        write({samples::verdict(u"a"_s)});
        {
            HistoryDatabase later(m_path, 1s);
            QVERIFY(later.open());
            QVERIFY(later.run(u"PRAGMA user_version=2"_s));
        }
        const QByteArray before = contentOf(m_path);
        const HistoryWritten written = file().write({.entries = {samples::verdict(u"b"_s)}});
        QCOMPARE(written.trouble.value_or(HistoryTrouble()).kind, Kind::Newer);
        QCOMPARE(written.setAside, QString());
        QCOMPARE(contentOf(m_path), before);
        QCOMPARE(file().read({}).error().kind, Kind::Newer);
    }

    void aFolderInItsPlaceIsLeftAlone()
    {
        QDir().mkpath(m_path + u"/something"_s);
        const HistoryWritten written = file().write({.entries = {samples::verdict(u"a"_s)}});
        QCOMPARE(written.trouble.value_or(HistoryTrouble{.kind = Kind::Newer}).kind, Kind::Unusable);
        QVERIFY(QFile::exists(m_path + u"/something"_s));
        QCOMPARE(file().read({}).error().kind, Kind::Unusable);
    }

    void aFolderThatCannotBeMadeIsATrouble()
    {
        const HistoryFile nowhere(u"/proc/berth"_s, 1s);
        const HistoryWritten written = nowhere.write({.entries = {samples::verdict(u"a"_s)}});
        QCOMPARE(written.trouble.value_or(HistoryTrouble{.kind = Kind::Newer}).kind, Kind::Unusable);
        QCOMPARE(nowhere.read({}), HistoryAnswer());
    }

    void aLockedFileIsATroubleUntilItIsFree()
    {
        write({samples::verdict(u"a"_s)});
        auto other = std::make_unique<HistoryDatabase>(m_path, 1s);
        QVERIFY(other->open());
        QVERIFY(other->run(u"BEGIN IMMEDIATE"_s));
        const HistoryFile impatient(m_state, 10ms);
        const HistoryWritten written = impatient.write({.entries = {samples::verdict(u"b"_s)}});
        QCOMPARE(written.trouble.value_or(HistoryTrouble()).kind, Kind::Locked);
        QCOMPARE(written.setAside, QString());
        QCOMPARE(keysOf(impatient.read({})->entries), QStringList{u"a"_s}); // a writer hinders no reader
        other.reset();
        write({samples::verdict(u"b"_s)});
        QCOMPARE(file().read({})->entries.size(), 2);
    }

private:
    HistoryFile file() const { return HistoryFile(m_state, 5s); }

    void write(const QList<HistoryEntry> &entries)
    {
        QCOMPARE(file().write({.entries = entries}), HistoryWritten());
    }

    // A whole file of some pages.
    static QByteArray good()
    {
        const QTemporaryDir folder;
        const HistoryFile file(folder.path(), 5s);
        HistoryBatch batch;
        for (int i = 0; i < 100; ++i) {
            batch.entries.append(samples::verdict(u"v%1"_s.arg(i), samples::noon().addSecs(i)));
            batch.entries.append(samples::serverEnd(u"s%1"_s.arg(i), samples::noon().addSecs(i)));
        }
        file.write(batch);
        return contentOf(file.path());
    }

    void checkAfterDamage(const QByteArray &bytes, const QString &what)
    {
        const HistoryWritten tended = file().tend(samples::noon());
        const HistoryWritten written = file().write({.entries = {samples::verdict(u"new"_s)}});
        QVERIFY2(!tended.trouble && !written.trouble, qPrintable(what));
        const auto answer = file().read({});
        QVERIFY2(answer && keysOf(answer->entries).contains(u"new"_s), qPrintable(what));
        const QString aside = tended.setAside.isEmpty() ? written.setAside : tended.setAside;
        if (!aside.isEmpty())
            QVERIFY2(contentOf(aside) == bytes, qPrintable(what));
        for (const QString &suffix : {u""_s, u"-wal"_s, u"-shm"_s})
            QFile::remove(m_path + suffix);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_state;
    QString m_path;
};

BERTH_TEST(HistoryFileTest)

#include "tst_historyfile.moc"
