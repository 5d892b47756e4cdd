// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

// Whenever `berth up` is killed, what it leaves is found, read and removed by the next berth.
class KilledLaunchTest : public QObject
{
    Q_OBJECT

    static constexpr quint16 port = 4303;

    std::unique_ptr<PrivateEngine> m_engine;

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
        verifyMachine();
        if (QTest::currentTestFailed())
            return;
        m_engine = std::make_unique<PrivateEngine>();
        importImage(*m_engine, u"tools"_s);
    }

    void whatAKilledLaunchLeavesIsListedReadAndRemoved_data()
    {
        QTest::addColumn<int>("milliseconds");
        constexpr int moments = 20;
        constexpr int last = 900;
        for (int moment = 0; moment < moments; ++moment) {
            const int after = moment * last / (moments - 1);
            QTest::newRow(qUtf8Printable(u"killed after %1 ms"_s.arg(after))) << after;
        }
    }

    void whatAKilledLaunchLeavesIsListedReadAndRemoved()
    {
        QFETCH(const int, milliseconds);
        Scene scene(*m_engine);
        const SampleServer sample = busyboxServer();
        const QString project = makeProject(scene, u"project"_s, sample.files);
        {
            BerthProcess up(upCall(scene, project, sample.image,
                                   {u"sh"_s, u"-c"_s, u"echo served; exec httpd -f -p 0.0.0.0:{port}"_s},
                                   port));
            up.letRun(milliseconds);
            up.kill9();
        }
        waitUntilSettled();

        const QByteArray left = containers(u"{{.Names}}"_s);
        const QJsonObject listed = listedServer(scene, port);
        QCOMPARE(listed["name"_L1].toString().toUtf8(), left);
        if (left.isEmpty())
            return;
        if (containers(u"{{.State}}"_s) == "running") {
            QCOMPARE(listed["ownership"_L1].toString(), u"orphan"_s);
            const BerthRun logs = runBerth(callOnEngine(scene, {u"logs"_s, QString::number(port)}));
            QVERIFY2(logs.exitCode == 0 && logs.out.contains("served"), logs.err.constData());
        }
        const BerthRun down = runBerth(callOnEngine(scene, {u"down"_s, QString::number(port)}));
        QVERIFY2(down.exitCode == 0, down.err.constData());
        verifyNothingIsLeft(*m_engine);
    }

    // The same name is free again without anybody's help.
    void theNextLaunchTakesThePlaceOfAKilledOne()
    {
        Scene scene(*m_engine);
        const SampleServer sample = busyboxServer();
        const BerthCall call = [&] {
            BerthCall up = upCall(scene, makeProject(scene, u"project"_s, sample.files), sample.image,
                                  sample.command, port);
            up.arguments.insert(1, u"--replace"_s);
            return up;
        }();
        const QByteArray ready = "ready at http://127.0.0.1:" + QByteArray::number(port);
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
        verifyNothingIsLeft(*m_engine);
    }
};

BERTH_TEST(KilledLaunchTest)

#include "tst_killedlaunch.moc"
