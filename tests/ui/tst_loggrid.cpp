// SPDX-License-Identifier: MIT
#include "ui/loggrid.h"

#include "tests/registry.h"
#include "ui/lineset.h"

#include <QTest>

using namespace ui;
using namespace Qt::StringLiterals;

class LogGridTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void charactersStandInColumns_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("columns");
        QTest::newRow("nothing") << QString() << 0;
        QTest::newRow("Latin") << u"ready in 3 s"_s << 12;
        QTest::newRow("accents") << u"prêt à l’heure"_s << 14;
        QTest::newRow("an accent of its own") << u"e\u0301a"_s << 2;
        QTest::newRow("wide letters") << u"日本a"_s << 5;
        QTest::newRow("an emoji") << u"🚀a"_s << 3;
        QTest::newRow("a joined family") << u"👨‍👩‍👧a"_s << 3;
        QTest::newRow("an arrow shown as emoji") << u"➡\ufe0fa"_s << 3;
        QTest::newRow("boxes") << u"┌─┐█"_s << 4;
        QTest::newRow("Hebrew") << u"שלום"_s << 4;
    }

    void charactersStandInColumns()
    {
        QFETCH(QString, text);
        QFETCH(int, columns);
        const LogGrid grid(text);
        QCOMPARE(grid.columns(), columns);
        int covered = 0;
        for (const LogPiece &piece : grid.pieces(0, text.size())) {
            QCOMPARE(piece.column, covered);
            covered += piece.columns;
        }
        QCOMPARE(covered, columns);
    }

    void aColumnLeadsToTheCharacterThatCoversIt()
    {
        const LogGrid grid(u"a日e\u0301z"_s); // columns 0, 1 and 2, 3, 4
        QCOMPARE(grid.indexAt(0), 0);
        QCOMPARE(grid.indexAt(1), 1);
        QCOMPARE(grid.indexAt(2), 1);
        QCOMPARE(grid.indexAt(3), 2);
        QCOMPARE(grid.next(2), 4);
        QCOMPARE(grid.indexAt(4), 4);
        QCOMPARE(grid.indexAt(99), 5);
        QCOMPARE(grid.columnOf(4), 4);
    }

    void aWrappedLineSplitsNoCharacter()
    {
        QCOMPARE(LogGrid(u"abcdefgh"_s).rows(3), (QList<qsizetype>{0, 3, 6}));
        QCOMPARE(LogGrid(u"abc"_s).rows(3), (QList<qsizetype>{0}));
        QCOMPARE(LogGrid(QString()).rows(3), (QList<qsizetype>{0}));
        QCOMPARE(LogGrid(u"ab日本x"_s).rows(3), (QList<qsizetype>{0, 2, 3}));
        QCOMPARE(LogGrid(u"日本"_s).rows(1), (QList<qsizetype>{0, 1}));
    }

    void textFromTheRightReordersNothingButItself()
    {
        const LogGrid grid(u"ERR שלום עולם (12)"_s);
        const QList<LogPiece> pieces = grid.pieces(0, 18);
        QCOMPARE(pieces.size(), 3);
        QVERIFY(!pieces.at(0).isRightToLeft);
        QVERIFY(pieces.at(1).isRightToLeft);
        QCOMPARE(pieces.at(1).begin, 4);
        QCOMPARE(pieces.at(1).length, 9);
        QCOMPARE(pieces.at(2).column, 13);
        // The first letter of the word stands at its right.
        QCOMPARE(columnsWithin(grid, pieces.at(1), 4, 5), (LogColumns{.begin = 12, .end = 13}));
        QCOMPARE(columnsWithin(grid, pieces.at(0), 0, 2), (LogColumns{.begin = 0, .end = 2}));
    }

    void shownLinesAreCounted()
    {
        LineSet lines;
        QCOMPARE(lines.takeBefore(10), 0);
        lines.add(20, 30);
        lines.add(40, 50);
        lines.add(25, 45); // joins both
        lines.add(60, 60);
        QCOMPARE(lines.takeBefore(22), 2);
        QCOMPARE(lines.takeBefore(22), 0);
        lines.add(10, 15);
        lines.add(55, 56);
        QCOMPARE(lines.takeBefore(100), 5 + 28 + 1);
        QCOMPARE(lines.takeBefore(200), 0);
    }
};

BERTH_TEST(LogGridTest)
#include "tst_loggrid.moc"
