// SPDX-License-Identifier: MIT
#include "ui/presentation/steps.h"

#include "tests/registry.h"
#include "tests/ui/samples.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(std::chrono::milliseconds)

class StepsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationIsToldInTheUnitThatFits_data()
    {
        QTest::addColumn<std::chrono::milliseconds>("duration");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << std::chrono::milliseconds(0) << u"0 ms"_s;
        QTest::newRow("below a second") << std::chrono::milliseconds(412) << u"412 ms"_s;
        QTest::newRow("a second") << std::chrono::milliseconds(1000) << u"1.0 s"_s;
        QTest::newRow("seconds, rounded") << std::chrono::milliseconds(3149) << u"3.1 s"_s;
        QTest::newRow("never sixty seconds") << std::chrono::milliseconds(59'970) << u"1 min 0 s"_s;
        QTest::newRow("minutes") << std::chrono::milliseconds(125'000) << u"2 min 5 s"_s;
    }
    void durationIsToldInTheUnitThatFits()
    {
        QFETCH(const std::chrono::milliseconds, duration);
        QTEST(ui::durationText(duration), "text");
    }

    void everyStepHasItsOwnName()
    {
        QSet<QString> names;
        for (int step = 0; step <= int(core::Step::Cleanup); ++step)
            names.insert(ui::stepName(core::Step(step)));
        QCOMPARE(names.size(), 8);
        QVERIFY(!names.contains(QString()));
    }

    void resultSaysHowItEnded()
    {
        QCOMPARE(ui::stepResult({.exitCode = 0}), u"Done"_s);
        QCOMPARE(ui::stepResult({.exitCode = 127}), u"Exit code 127"_s);
        QCOMPARE(ui::stepResult({.failure = u"no answer within 20 s"_s}), u"No answer within 20 s"_s);
        QCOMPARE(ui::stepResult({.step = core::Step::Payload}), u"Done"_s);
    }

    void aStepThatEndsWellMayBringBadNews()
    {
        const core::Verdict cutOff = samples::cutOff().verdict;
        QCOMPARE(ui::stepMood({.step = core::Step::Egress, .exitCode = 0}, cutOff), ui::Mood::Attention);
        QCOMPARE(ui::stepMood({.step = core::Step::Run, .exitCode = 0}, cutOff), ui::Mood::Fine);
        QCOMPARE(ui::stepMood({.step = core::Step::HostEgress}, cutOff), ui::Mood::Fine);
        QCOMPARE(ui::stepMood({.step = core::Step::HostEgress}, samples::offline().verdict),
                 ui::Mood::Attention);
        QCOMPARE(ui::stepMood({.step = core::Step::Limits, .exitCode = 0}, samples::limitsPartial().verdict),
                 ui::Mood::Attention);
        QCOMPARE(ui::stepMood({.step = core::Step::Run, .exitCode = 127}, samples::layerDamaged().verdict),
                 ui::Mood::Trouble);
        QCOMPARE(ui::stepMood({.failure = u"timed out"_s}, core::NotMeasured{}), ui::Mood::Trouble);
    }
};

BERTH_TEST(StepsTest)

#include "tst_steps.moc"
