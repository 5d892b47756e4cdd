// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

// Whenever `berth up` is killed, what it leaves is found, read and removed by the next berth.
class KilledLaunchTest : public QObject
{
    Q_OBJECT

    static constexpr quint16 port = 4303;

    static inline const QByteArray ready = "ready at http://127.0.0.1:4303";

    std::unique_ptr<PrivateEngine> m_engine;
    int m_launchTakes = 0; // ms, on this machine at this time
    int m_leftBehind = 0;  // how often there was something

    static BerthCall launchCall(const Scene &scene)
    {
        const SampleServer sample = busyboxServer();
        return upCall(scene, makeProject(scene, u"project"_s, sample.files), sample.image,
                      {u"sh"_s, u"-c"_s, u"echo served; exec httpd -f -p 0.0.0.0:{port}"_s}, port);
    }

    QByteArray containers(const QString &format) const
    {
        return m_engine->docker({u"ps"_s, u"--all"_s, u"--format"_s, format}).out.trimmed();
    }

    // The client dies with berth; what the engine was asked for before can still be on its way.
    void waitUntilSettled() const
    {
        verifyNoClientOf(m_engine->socketPath(), m_engine->pid());
        QByteArray before;
        const auto isSettled = [&] {
            const QByteArray now = containers(u"{{.Names}} {{.State}}"_s);
            const bool same = now == before && !now.contains("created");
            before = now;
            return same;
        };
        static_cast<void>(QTest::qWaitFor(isSettled, 1000));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine({}, {u"tools"_s});
        if (m_engine == nullptr)
            return;
        Scene scene(*m_engine);
        QElapsedTimer sinceLaunch;
        sinceLaunch.start();
        BerthProcess up(launchCall(scene));
        QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains(ready), up.err().constData(), 30'000);
        m_launchTakes = static_cast<int>(sinceLaunch.elapsed());
        up.interrupt();
        up.wait();
    }

    void whatAKilledLaunchLeavesIsListedReadAndRemoved_data()
    {
        QTest::addColumn<int>("percent");
        constexpr int moments = 20;
        for (int moment = 0; moment < moments; ++moment) {
            const int percent = moment * 110 / (moments - 1);
            QTest::newRow(qUtf8Printable(u"killed after %1 % of a launch"_s.arg(percent))) << percent;
        }
    }

    void whatAKilledLaunchLeavesIsListedReadAndRemoved()
    {
        QFETCH(const int, percent);
        Scene scene(*m_engine);
        {
            BerthProcess up(launchCall(scene));
            up.letRun(m_launchTakes * percent / 100);
            up.kill9();
        }
        waitUntilSettled();

        const QByteArray left = containers(u"{{.Names}}"_s);
        const QJsonObject listed = listedServer(scene, port);
        QCOMPARE(listed["name"_L1].toString().toUtf8(), left);
        if (left.isEmpty())
            return;
        ++m_leftBehind;
        if (containers(u"{{.State}}"_s) == "running") {
            QCOMPARE(listed["ownership"_L1].toString(), u"orphan"_s);
            const BerthRun logs = runBerth(callOnEngine(scene, {u"logs"_s, QString::number(port)}));
            QVERIFY2(logs.exitCode == 0 && logs.out.contains("served"), logs.err.constData());
        }
        const BerthRun down = runBerth(callOnEngine(scene, {u"down"_s, QString::number(port)}));
        QVERIFY2(down.exitCode == 0, down.err.constData());
        QCOMPARE(containers(u"{{.Names}}"_s), QByteArray());
    }

    // The same name is free again without anybody's help.
    void theNextLaunchTakesThePlaceOfAKilledOne()
    {
        Scene scene(*m_engine);
        BerthCall call = launchCall(scene);
        call.arguments.insert(1, u"--replace"_s);
        {
            BerthProcess first(call);
            QTRY_VERIFY2_WITH_TIMEOUT(first.err().contains(ready), first.err().constData(), 30'000);
            first.kill9();
        }
        const QByteArray before = containers(u"{{.ID}}"_s);
        BerthProcess second(call);
        QTRY_VERIFY2_WITH_TIMEOUT(second.err().contains(ready), second.err().constData(), 30'000);
        QVERIFY(containers(u"{{.ID}}"_s) != before);
        second.interrupt();
        QCOMPARE(second.wait().exitCode, 130);
    }

    void someOfThemLeftSomething()
    {
        QVERIFY2(m_leftBehind >= 3, QByteArray::number(m_leftBehind).constData());
    }

    void cleanupTestCase()
    {
        if (m_engine != nullptr)
            verifyNothingIsLeft(*m_engine);
        m_engine.reset();
    }
};

BERTH_TEST(KilledLaunchTest)

#include "tst_killedlaunch.moc"
