// SPDX-License-Identifier: MIT
#include "core/devserver/linewatch.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;

class LineWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheLine_data()
    {
        QTest::addColumn<QByteArrayList>("pieces");
        QTest::addColumn<bool>("found");
        const QByteArray ready = "Server listening on port 4300\n";
        QTest::newRow("alone") << QByteArrayList{ready} << true;
        QTest::newRow("in two pieces") << QByteArrayList{ready.left(12), ready.mid(12)} << true;
        QTest::newRow("before its line feed") << QByteArrayList{ready.chopped(1)} << false;
        QTest::newRow("between others") << QByteArrayList{"one\n" + ready + "two\n"} << true;
        QTest::newRow("the last of a flood")
            << QByteArrayList{QByteArray("noise\n").repeated(10'000) + ready} << true;
        QTest::newRow("after a flood")
            << QByteArrayList{QByteArray("noise\n").repeated(10'000), ready} << true;
        QTest::newRow("after an endless line")
            << QByteArrayList{QByteArray(100'000, 'x'), "\n" + ready} << true;
        QTest::newRow("no such line") << QByteArrayList{"compiling\n", "already there\n"} << false;
    }

    void findsTheLine()
    {
        QFETCH(const QByteArrayList, pieces);
        QFETCH(const bool, found);
        LineWatch lines;
        bool announced = false;
        for (const QByteArray &piece : pieces)
            announced = lines.announces(piece) || announced;
        QCOMPARE(announced, found);
    }
};

BERTH_TEST(LineWatchTest)

#include "tst_linewatch.moc"
