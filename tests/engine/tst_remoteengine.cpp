// SPDX-License-Identifier: MIT
#include "app/composition.h"
#include "core/base/blockingpool.h"
#include "core/monitor/monitor.h"

#include "tests/engine/sampleservers.h"
#include "tests/engine/tool.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;
using namespace std::chrono_literals;
using core::Listing;
using core::ServerState;

namespace {

constexpr int engineMs = 60'000;
constexpr int soonMs = 5'000;
const QString address = u"tcp://127.0.0.1:2375"_s;
const QString name = u"berth-devserver-4300"_s;

} // namespace

// An engine that is reached by TCP: no socket to look at, no ping without a process, no folder in common.
class RemoteEngineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine(
            EngineSetup{.arguments = {u"--dns"_s, PrivateNetwork::dnsServer(), u"--host"_s, address}},
            {u"tools"_s});
        if (m_engine == nullptr)
            return;
        m_scene = std::make_unique<Scene>(*m_engine);
        m_scene->call.environment.insert(u"DOCKER_HOST"_s, address);
        qputenv("DOCKER_HOST", address.toLocal8Bit());
    }

    void init() { run({u"create"_s, u"--name"_s, name, u"tools:1"_s, u"sleep"_s, u"1000"_s}); }
    void cleanup() { run({u"rm"_s, u"--force"_s, name}); }

    void itsServersAreListedAndFollowed()
    {
        core::Monitor monitor(sources());
        monitor.check();
        QTRY_COMPARE_WITH_TIMEOUT(states(monitor), QList{ServerState::Created}, engineMs);
        run({u"start"_s, name});
        // Whether it answers is not asked: its port is another machine's.
        QTRY_COMPARE_WITH_TIMEOUT(states(monitor), QList{ServerState::Running}, soonMs);
        run({u"pause"_s, name});
        QTRY_COMPARE_WITH_TIMEOUT(states(monitor), QList{ServerState::Paused}, soonMs);
        run({u"rm"_s, u"--force"_s, name});
        QTRY_COMPARE_WITH_TIMEOUT(states(monitor), QList<ServerState>(), soonMs);
        QTRY_VERIFY_WITH_TIMEOUT(!monitor.isChecking(), engineMs);
        QVERIFY(std::holds_alternative<core::Usable>(monitor.lastFinished().verdict));
    }

    void aFrozenOneIsSilentUntilItThaws()
    {
        core::MonitorSources patient = sources();
        patient.silence = 2s;
        core::Monitor monitor(patient);
        monitor.check();
        QTRY_COMPARE_WITH_TIMEOUT(monitor.servers().listing().state, Listing::State::Listed, engineMs);
        QTRY_VERIFY_WITH_TIMEOUT(!monitor.isChecking(), engineMs);
        m_engine->freeze();
        m_scene->undo.push_back([this] { m_engine->thaw(); });
        monitor.check();
        QTRY_COMPARE_WITH_TIMEOUT(monitor.servers().listing().state, Listing::State::Silent, 15'000);
        QCOMPARE(core::diagnosisOf(monitor.measurement().verdict)->id, u"engine-silent"_s);
        QCOMPARE(states(monitor), QList{ServerState::Created}); // the last that is known
        m_scene->heal();
        QTRY_COMPARE_WITH_TIMEOUT(monitor.servers().listing().state, Listing::State::Listed, engineMs);
        QTRY_VERIFY_WITH_TIMEOUT(!monitor.isChecking(), engineMs);
    }

    void theCommandLineListsAndTakesDownAndSaysWhyItMountsNothing()
    {
        QCOMPARE(listedServer(*m_scene, 4300)["state"_L1].toString(), u"created"_s);
        const BerthRun up = runBerth(
            upCall(*m_scene, makeProject(*m_scene, u"shop"_s), u"tools:1"_s, busyboxServer().command, 4301));
        QCOMPARE(up.exitCode, 125);
        QVERIFY2(up.err.contains("the engine's host, which is not this machine"), up.err.constData());
        const BerthRun down = runBerth(callOnEngine(*m_scene, {u"down"_s, u"4300"_s}));
        QVERIFY2(down.exitCode == 0, down.err.constData());
        QCOMPARE(m_engine->docker({u"ps"_s, u"--all"_s, u"--quiet"_s}).out, QByteArray());
    }

    void cleanupTestCase()
    {
        core::blockingPool().waitForDone(); // a check that was left takes away what it made
        qunsetenv("DOCKER_HOST");
        m_scene.reset();
        m_engine.reset();
    }

private:
    // A client on the engine's machine: there the address leads to it.
    core::MonitorSources sources() const
    {
        const QString client = m_scene->path(u"docker"_s);
        const QString script =
            u"#!/bin/sh\nexec %1 docker \"$@\"\n"_s.arg(m_engine->network().inside().join(u' '));
        if (!writeProgram(client, script.toUtf8()))
            QTest::qFail("cannot write the client", __FILE__, __LINE__);
        app::Settings settings;
        settings.dockerProgram = client;
        return app::composeSources(settings);
    }

    static QList<ServerState> states(core::Monitor &monitor)
    {
        QList<ServerState> states;
        for (const core::Server &server : monitor.servers().servers())
            states.append(server.state);
        return states;
    }

    void run(const QStringList &arguments) const
    {
        const ToolEnding ending = m_engine->docker(arguments);
        QVERIFY2(ending.succeeded(), ending.err.constData());
    }

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;
};

BERTH_TEST(RemoteEngineTest)

#include "tst_remoteengine.moc"
