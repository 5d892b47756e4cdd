// SPDX-License-Identifier: MIT
#include "ui/activation.h"

#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;

class ActivationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theClickIsTheNumberAtTheEnd_data()
    {
        QTest::addColumn<QString>("startupId");
        QTest::addColumn<std::optional<quint32>>("time");
        const auto row = [](const char *claim, const QString &id, std::optional<quint32> time) {
            QTest::newRow(claim) << id << time;
        };
        row("an id of a launcher", u"xfce4-panel/berth/1234-0-host_TIME567890"_s, 567890u);
        row("the last of two", u"a_TIME1_TIME2"_s, 2u);
        row("the highest time", u"a_TIME4294967295"_s, 4294967295u);
        row("a time beyond", u"a_TIME4294967296"_s, {});
        row("no time", u"a-token"_s, {});
        row("something behind it", u"a_TIME1x"_s, {});
        row("a line behind it", u"a_TIME1\n"_s, {});
        row("nothing", {}, {});
    }

    void theClickIsTheNumberAtTheEnd()
    {
        QFETCH(const QString, startupId);
        QFETCH(const std::optional<quint32>, time);
        QCOMPARE(ui::clickTimeOf(startupId), time);
    }
};

BERTH_TEST(ActivationTest)

#include "tst_activation.moc"
