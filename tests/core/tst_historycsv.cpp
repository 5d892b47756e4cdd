// SPDX-License-Identifier: MIT
#include "core/history/csv.h"

#include "tests/core/historysamples.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class HistoryCsvTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachEntryIsALine()
    {
        const QByteArray table = historyCsv({samples::verdict(u"a"_s), samples::serverEnd(u"b"_s)});
        QCOMPARE(
            table,
            QByteArray("time,kind,result,context,endpoint,egress,limits,port,name,project,image,exitCode,"
                       "durationMs,diagnosis,reason\r\n"
                       "2026-03-14T12:00:00.000Z,check,unusable,default,unix:///var/run/docker.sock,"
                       "blocked,partial,,,,,,412,disk-full,no space left on device\r\n"
                       "2026-03-14T12:00:00.000Z,server,failed,,,,,4300,berth-devserver-4300,"
                       "/home/ada/web shop,node:22,3,90500,,It ended by itself with exit code 3.\r\n"));
    }

    void fieldsAreQuotedAndGuarded_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("plain") << u"plain"_s << QByteArray("plain");
        QTest::newRow("a comma") << u"a,b"_s << QByteArray("\"a,b\"");
        QTest::newRow("a quote") << u"say \"a\""_s << QByteArray("\"say \"\"a\"\"\"");
        QTest::newRow("an end of line") << u"a\nb"_s << QByteArray("\"a\nb\"");
        QTest::newRow("a formula") << u"=1+1"_s << QByteArray("'=1+1");
        QTest::newRow("a plus") << u"+1"_s << QByteArray("'+1");
        QTest::newRow("a minus") << u"-1"_s << QByteArray("'-1");
        QTest::newRow("an at") << u"@SUM(A1)"_s << QByteArray("'@SUM(A1)");
        QTest::newRow("a tab") << u"\t=1"_s << QByteArray("'\t=1");
        QTest::newRow("a formula with a quote") << u"=\"a\""_s << QByteArray("\"'=\"\"a\"\"\"");
        QTest::newRow("not ASCII") << u"größer"_s
                                   << QByteArray("gr\xc3\xb6\xc3\x9f"
                                                 "er");
    }
    void fieldsAreQuotedAndGuarded()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, field);
        const QByteArray table = historyCsv({VerdictEntry{.at = samples::noon(), .reason = text}});
        const QByteArray end = "," + field + "\r\n";
        QVERIFY2(table.endsWith(end), table.constData());
    }
};

BERTH_TEST(HistoryCsvTest)

#include "tst_historycsv.moc"
