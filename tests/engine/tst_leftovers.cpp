// SPDX-License-Identifier: MIT
#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QTest>

#include <vector>

using namespace Qt::StringLiterals;
using namespace tests;

// Whatever becomes of a check, the next one leaves the engine as it was before both.
class LeftoversTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine(); }

    void aKilledCheckIsSweptByTheNext_data()
    {
        QTest::addColumn<int>("milliseconds");
        constexpr int moments = 20;
        for (int moment = 0; moment < moments; ++moment) {
            const int after = moment * 600 / (moments - 1);
            QTest::newRow(qUtf8Printable(u"killed after %1 ms"_s.arg(after))) << after;
        }
    }

    void aKilledCheckIsSweptByTheNext()
    {
        QFETCH(const int, milliseconds);
        Scene scene(*m_engine);
        {
            BerthProcess berth(scene.call);
            killAfter(berth, milliseconds);
        }
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    // Offline, the container that looks for a way out would go on looking for many seconds.
    void aCheckKilledWhileItLooksForAWayOutIsSweptByTheNext()
    {
        Scene scene(*m_engine);
        scene.call.arguments = {u"check"_s, u"--json"_s};
        const auto plug = [this](const QString &state) {
            mustRun(m_engine->network().outside()
                    + QStringList{u"ip"_s, u"link"_s, u"set"_s, PrivateNetwork::uplink(), state});
        };
        plug(u"down"_s);
        scene.undo.push_back([plug] { plug(u"up"_s); });
        BerthProcess berth(scene.call);
        const QStringList looking{u"ps"_s,       u"--quiet"_s,       u"--filter"_s, u"name=berth-probe"_s,
                                  u"--filter"_s, u"network=bridge"_s};
        QTRY_VERIFY(!m_engine->docker(looking).out.isEmpty());
        berth.kill9();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    void anInterruptedCheckCleansUpByItself_data()
    {
        QTest::addColumn<int>("milliseconds");
        for (const int after : {100, 200, 300, 400, 500, 600})
            QTest::newRow(qUtf8Printable(u"interrupted after %1 ms"_s.arg(after))) << after;
    }

    void anInterruptedCheckCleansUpByItself()
    {
        QFETCH(const int, milliseconds);
        Scene scene(*m_engine);
        BerthProcess berth(scene.call);
        berth.letRun(milliseconds);
        berth.interrupt();
        const int exitCode = berth.wait().exitCode;
        QVERIFY2(exitCode == 130 || exitCode == 0, QByteArray::number(exitCode).constData());
        verifyNothingIsLeft(*m_engine);
    }

    void twoChecksAtOnceDoNotMeet()
    {
        Scene scene(*m_engine);
        BerthProcess first(scene.call);
        BerthProcess second(scene.call);
        verifyJudgement(first.wait(), u"usable"_s, {});
        verifyJudgement(second.wait(), u"usable"_s, {});
        verifyNothingIsLeft(*m_engine);
    }

    void killedChecksDoNotDisturbAnother()
    {
        Scene scene(*m_engine);
        BerthProcess undisturbed(scene.call);
        std::vector<std::unique_ptr<BerthProcess>> others;
        for (int i = 0; i < 5; ++i)
            others.push_back(std::make_unique<BerthProcess>(scene.call));
        for (const auto &other : others)
            killAfter(*other, 100);
        verifyJudgement(undisturbed.wait(), u"usable"_s, {});
        verifyHealsAndNothingIsLeft(*m_engine);
    }

private:
    static void killAfter(BerthProcess &berth, int milliseconds)
    {
        berth.letRun(milliseconds);
        berth.kill9();
    }

    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(LeftoversTest)

#include "tst_leftovers.moc"
