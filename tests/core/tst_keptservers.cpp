// SPDX-License-Identifier: MIT
#include "core/devserver/keptservers.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <memory>
#include <vector>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const QDateTime now(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
const QString engine = u"unix:///var/run/docker.sock"_s;

} // namespace

class KeptServersTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString folder() const { return m_folder->filePath(u"state"_s); }
    QString path() const { return folder() + u"/kept.json"_s; }
    void write(const QByteArray &text) const
    {
        QDir().mkpath(folder());
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsKeptIsReadBack()
    {
        QVERIFY(readKeptServers(folder()).isEmpty());
        QVERIFY(!changeKeptServers(folder(), engine, {u"aa"_s, u"bb"_s}, Keeping::Keep, now));
        QVERIFY(!changeKeptServers(folder(), engine, {u"cc"_s}, Keeping::Keep, now.addSecs(5)));
        QCOMPARE(readKeptServers(folder()),
                 (QHash<QString, QDateTime>{{u"aa"_s, now}, {u"bb"_s, now}, {u"cc"_s, now.addSecs(5)}}));
        QVERIFY(!changeKeptServers(folder(), engine, {u"aa"_s, u"xx"_s}, Keeping::LetGo, now));
        QCOMPARE(readKeptServers(folder()).size(), 2);
        QVERIFY(!readKeptServers(folder()).contains(u"aa"_s));
    }

    void keptAgainIsKeptSinceThen()
    {
        QVERIFY(!changeKeptServers(folder(), engine, {u"aa"_s}, Keeping::Keep, now));
        QVERIFY(!changeKeptServers(folder(), engine, {u"aa"_s}, Keeping::Keep, now.addSecs(60)));
        QCOMPARE(readKeptServers(folder()), (QHash<QString, QDateTime>{{u"aa"_s, now.addSecs(60)}}));
    }

    void whatIsGoneIsForgotten()
    {
        QVERIFY(!changeKeptServers(folder(), engine, {u"gone"_s, u"there"_s}, Keeping::Keep, now));
        QVERIFY(!changeKeptServers(folder(), u"unix:///other"_s, {u"other"_s}, Keeping::Keep, now));
        QVERIFY(!changeKeptServers(folder(), engine, {u"late"_s}, Keeping::Keep, now.addSecs(60)));
        QVERIFY(!forgetGoneServers(folder(), engine, {u"there"_s}, now.addSecs(30)));
        QStringList left = readKeptServers(folder()).keys();
        left.sort();
        QCOMPARE(left, QStringList({u"late"_s, u"other"_s, u"there"_s}));
    }

    void aBrokenFileIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("another form") << QByteArray("{\"schema\": 2, \"kept\": []}");
        QTest::newRow("no list") << QByteArray("{\"schema\": 1, \"kept\": 7}");
        QTest::newRow("a row without a time") << QByteArray("{\"schema\":1,\"kept\":[{\"id\":\"aa\"}]}");
    }
    void aBrokenFileIsSetAside()
    {
        QFETCH(QByteArray, text);
        write(text);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"kept servers is broken"_s));
        QVERIFY(readKeptServers(folder()).isEmpty());
        QVERIFY(!QFile::exists(path()));
        QFile aside(path() + u".broken"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), text);
        QVERIFY(!changeKeptServers(folder(), engine, {u"aa"_s}, Keeping::Keep, now));
        QCOMPARE(readKeptServers(folder()).size(), 1);
    }

    void withoutAFolderNothingIsWritten()
    {
        QVERIFY(!changeKeptServers({}, engine, {u"aa"_s}, Keeping::Keep, now));
        QVERIFY(!forgetGoneServers({}, engine, {}, now));
        QVERIFY(readKeptServers({}).isEmpty());
        QVERIFY(!QFile::exists(u"kept.json"_s));
    }

    void aFolderThatCannotBeIsAnError()
    {
        write("{\"schema\": 1, \"kept\": []}");
        QVERIFY(changeKeptServers(path(), engine, {u"aa"_s}, Keeping::Keep, now));
    }

    void severalWhoWriteAtOnceLoseNothing()
    {
        std::vector<std::unique_ptr<QThread>> writers;
        for (int i = 0; i < 8; ++i) {
            writers.emplace_back(QThread::create([this, i] {
                changeKeptServers(folder(), engine, {QString::number(i)}, Keeping::Keep, now);
            }));
            writers.back()->start();
        }
        for (const auto &writer : writers)
            writer->wait();
        QCOMPARE(readKeptServers(folder()).size(), 8);
    }
};

BERTH_TEST(KeptServersTest)

#include "tst_keptservers.moc"
