// SPDX-License-Identifier: MIT
#include "ui/colors.h"

#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;

class ColorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateAndTheMutedTextStandOutFromTheWindow_data()
    {
        QTest::addColumn<QColor>("window");
        QTest::newRow("Fusion, light") << QColor(0xef, 0xef, 0xef);
        QTest::newRow("Adwaita, light") << QColor(0xf6, 0xf5, 0xf4);
        QTest::newRow("white") << QColor(Qt::white);
        QTest::newRow("Breeze, dark") << QColor(0x31, 0x36, 0x3b);
        QTest::newRow("Adwaita, dark") << QColor(0x35, 0x35, 0x35);
        QTest::newRow("black") << QColor(Qt::black);
    }
    void everyStateAndTheMutedTextStandOutFromTheWindow()
    {
        QFETCH(const QColor, window);
        const QPalette palette(window);
        for (const ui::Mood mood : {ui::Mood::Measuring, ui::Mood::Fine, ui::Mood::Attention,
                                    ui::Mood::Trouble, ui::Mood::Unknown}) {
            const double ratio = ui::contrast(ui::moodColor(mood, palette), window);
            QVERIFY2(ratio >= 4.5, qPrintable(u"%1: %2"_s.arg(ui::moodWord(mood)).arg(ratio)));
        }
        QVERIFY(ui::contrast(ui::mutedColor(palette), window) >= 4.5);
    }

    void contrastIsThatOfTheStandard()
    {
        QCOMPARE(ui::contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(ui::contrast(Qt::white, Qt::white), 1.0);
        // The darkest grey that just passes on white, as every contrast checker has it.
        QVERIFY(qAbs(ui::contrast(QColor(0x76, 0x76, 0x76), Qt::white) - 4.54) < 0.01);
    }
};

BERTH_TEST(ColorsTest)

#include "tst_colors.moc"
