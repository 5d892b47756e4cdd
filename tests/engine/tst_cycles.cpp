// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace tests;

// Starting and stopping again and again in one process leaves nothing behind: what `berth_bench cycles`
// counts.
class CyclesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine(); }

    void thirtyCyclesLeaveNothingBehind()
    {
        Scene scene(*m_engine);
        BerthCall call = callOnEngine(scene, {u"cycles"_s, u"30"_s});
        call.program = QString::fromUtf8(BERTH_BENCH);
        BerthProcess bench(call);
        const BerthRun run = bench.wait(5min);
        const QByteArray text = run.out + run.err;
        QVERIFY2(run.exitCode == 0, text.constData());
        QVERIFY2(run.out.contains("nothing left behind"), text.constData());
        verifyNothingIsLeft(*m_engine);
    }
};

BERTH_TEST(CyclesTest)

#include "tst_cycles.moc"
