// SPDX-License-Identifier: MIT
#include "tests/engine/oddsocket.h"
#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

// The header of a static arm64 program: enough to tell what it is, and that it is not for this engine.
QByteArray foreignProgram()
{
    QByteArray header("\x7f"
                      "ELF\x02\x01\x01",
                      7); // 64 bits, little-endian
    header.append(9, '\0');
    header.append("\x02\0\xb7\0\x01\0\0\0", 8); // executable, AArch64
    header.append(28, '\0');
    header.append("\x40\0\x38\0\0\0\x40\0\0\0\0\0", 12); // no program headers, so no interpreter
    return header;
}

} // namespace

// The check breaks off on its way, by the engine's doing or by its own: it must never blame the engine.
class InterruptedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine(); }

    void anEngineKilledDuringTheLoadIsUnknown()
    {
        Scene scene(*m_engine);
        SocketProxy proxy(scene.path(u"proxy.sock"_s), m_engine->socketPath(),
                          SocketProxy::Archive::HeldBack);
        scene.call.environment[u"DOCKER_HOST"_s] = u"unix://"_s + scene.path(u"proxy.sock"_s);
        BerthProcess berth(scene.call);
        QTRY_VERIFY(proxy.hasSeenLoad());
        m_engine->kill9();
        verifyJudgement(berth.wait(), u"unknown"_s, u"connection-broken"_s);
        m_engine->restart();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    void anEngineKilledDuringTheRunIsUnknown()
    {
        Scene scene(*m_engine);
        const QString runtime = m_engine->folder() + u"/runtime"_s;
        const QString script = u"#!/bin/sh\ncase \" $* \" in *' create '*) touch %1; sleep 1000 ;; esac\n"
                               "exec runc \"$@\"\n"_s.arg(scene.path(u"reached"_s));
        QVERIFY(writeProgram(runtime, script.toUtf8()));
        m_engine->restart(
            {.arguments = {u"--add-runtime"_s, u"slow="_s + runtime, u"--default-runtime"_s, u"slow"_s}});
        BerthProcess berth(scene.call);
        QTRY_VERIFY(QFile::exists(scene.path(u"reached"_s)));
        m_engine->kill9();
        verifyJudgement(berth.wait(), u"unknown"_s, u"connection-broken"_s);
        m_engine->restart();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    void anEndThatIsNeverReportedIsUnknown()
    {
        Scene scene(*m_engine);
        m_engine->mustRunInside(u"mv $F/exec/containerd $F/exec/elsewhere"_s);
        scene.undo.push_back([this] { m_engine->restart(); });
        const BerthRun run = runBerth(scene.call);
        verifyJudgement(run, u"unknown"_s, u"end-not-reported"_s);
        QVERIFY2(run.reason().contains(u"container ran"), qUtf8Printable(run.reason()));
        scene.heal();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    void aForeignPayloadIsRefusedByItsHeader()
    {
        Scene scene(*m_engine);
        const QString payload = scene.path(u"busybox"_s);
        QVERIFY(writeProgram(payload, foreignProgram()));
        scene.call.settings.insert(u"probe/payload"_s, payload);
        verifyJudgement(runBerth(scene.call), u"unknown"_s, u"payload-missing"_s);
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    void anArchiveSpoiltOnItsWayIsUnknown()
    {
        Scene scene(*m_engine);
        SocketProxy proxy(scene.path(u"proxy.sock"_s), m_engine->socketPath(), SocketProxy::Archive::Spoilt);
        scene.call.environment[u"DOCKER_HOST"_s] = u"unix://"_s + scene.path(u"proxy.sock"_s);
        verifyJudgement(runBerth(scene.call), u"unknown"_s, u"archive-refused"_s);
        verifyHealsAndNothingIsLeft(*m_engine);
    }

private:
    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(InterruptedTest)

#include "tst_interrupted.moc"
