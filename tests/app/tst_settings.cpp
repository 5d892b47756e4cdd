// SPDX-License-Identifier: MIT
#include "app/settings.h"

#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class SettingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePatienceIsAWholeNumberOfSeconds_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<int>("seconds"); // 0: refused
        QTest::newRow("the shortest") << u"1"_s << 1;
        QTest::newRow("the usual") << u"60"_s << 60;
        QTest::newRow("the longest") << u"3600"_s << 3600;
        QTest::newRow("none") << u"0"_s << 0;
        QTest::newRow("longer than the longest") << u"3601"_s << 0;
        QTest::newRow("negative") << u"-1"_s << 0;
        QTest::newRow("with a unit") << u"60s"_s << 0;
        QTest::newRow("nothing") << u""_s << 0;
    }

    void thePatienceIsAWholeNumberOfSeconds()
    {
        QFETCH(QString, written);
        QFETCH(int, seconds);
        const auto patience = app::parsePatience(written);
        QCOMPARE(patience.has_value(), seconds > 0);
        if (patience)
            QCOMPARE(*patience, seconds * 1s);
        else
            QVERIFY(patience.error().detail.contains(u"servers/patience"));
    }
};

BERTH_TEST(SettingsTest)

#include "tst_settings.moc"
