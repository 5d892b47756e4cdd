// SPDX-License-Identifier: MIT
#include "app/launchdefaults.h"

#include "tests/registry.h"

#include <QTest>

using namespace app;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class LaunchDefaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSettingsFillIn()
    {
        Settings settings;
        settings.servers = {
            .firstPort = u"5000"_s, .lastPort = u"5010"_s, .patience = u"90"_s, .image = u"a"_s};
        settings.check.memory = u"1g"_s;
        const core::LaunchRequest request = launchDefaults(settings);
        QCOMPARE(request.range, (core::PortRange{.first = 5000, .last = 5010}));
        QCOMPARE(request.patience, 90s);
        QCOMPARE(request.container.image, u"a"_s);
        QCOMPARE(request.container.memory, u"1g"_s);
        QCOMPARE(request.container.folder, QString());
        QVERIFY(request.rejected.isEmpty());
        core::LaunchRequest own;
        own.container.image = u"b"_s;
        QCOMPARE(withSettings(own, settings).container.image, u"b"_s);
    }

    void whatCannotBeUsedIsSaid_data()
    {
        QTest::addColumn<core::ServerSettings>("servers");
        QTest::addColumn<QStringList>("named");
        const core::ServerSettings right;
        QTest::newRow("the standard ones") << right << QStringList{};
        QTest::newRow("the first port")
            << core::ServerSettings{.firstPort = u"http"_s} << QStringList{u"servers/firstPort"_s};
        QTest::newRow("the last port is before the first")
            << core::ServerSettings{.lastPort = u"80"_s} << QStringList{u"servers/lastPort"_s};
        QTest::newRow("the patience")
            << core::ServerSettings{.patience = u"1 h"_s} << QStringList{u"servers/patience"_s};
        QTest::newRow("two") << core::ServerSettings{.firstPort = u"0"_s, .patience = u"0"_s}
                             << QStringList{u"servers/firstPort"_s, u"servers/patience"_s};
    }

    void whatCannotBeUsedIsSaid()
    {
        QFETCH(core::ServerSettings, servers);
        QFETCH(QStringList, named);
        Settings settings;
        settings.servers = servers;
        const core::LaunchRequest request = launchDefaults(settings);
        QCOMPARE(request.rejected.size(), named.size());
        for (qsizetype i = 0; i < named.size(); ++i)
            QVERIFY(request.rejected.at(i).detail.contains(named.at(i)));
    }

    void aRejectedValueIsQuotedShortAndScrubbed()
    {
        Settings settings;
        settings.servers.patience = u"token=abcdefgh\n"_s + QString(500, u'9');
        const QString detail = launchDefaults(settings).rejected.first().detail;
        QVERIFY(!detail.contains(u"abcdefgh"_s));
        QVERIFY(!detail.contains(u'\n'));
        QVERIFY(detail.section(u'"', 1, 1).size() <= 60);
    }
};

BERTH_TEST(LaunchDefaultsTest)

#include "tst_launchdefaults.moc"
