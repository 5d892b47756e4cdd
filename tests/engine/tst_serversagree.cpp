// SPDX-License-Identifier: MIT
#include "app/composition.h"
#include "core/monitor/monitor.h"

#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;
using core::Server;
using core::ServerKey;
using core::ServerState;

namespace {

constexpr int burstsBetweenRestarts = 7;
constexpr int operationsOfBurst = 24;
constexpr int restarts = 2; // 3 × 7 × 24 = 504 operations
constexpr int agreeing = 1000;
constexpr int agreeingAfterRestart = 3000;

// What docker calls the state that a row is in.
QString dockersWord(ServerState state)
{
    switch (state) {
    case ServerState::Starting:
    case ServerState::Announced:
    case ServerState::Ready:
    case ServerState::Running:
        return u"running"_s;
    case ServerState::Paused:
        return u"paused"_s;
    case ServerState::Created:
        return u"created"_s;
    case ServerState::Exited:
        return u"exited"_s;
    case ServerState::Preparing:
    case ServerState::Stopping:
    case ServerState::Failed:
    case ServerState::Stopped:
        return u"of ours"_s;
    }
    Q_UNREACHABLE();
}

// Names of a few ports, two for each, and one that is no dev server's.
QString anyName(QRandomGenerator &random)
{
    const int which = random.bounded(17);
    if (which == 16)
        return u"bystander"_s;
    const QString prefix = which % 2 == 0 ? u"berth"_s : u"harmony"_s;
    return u"%1-devserver-%2"_s.arg(prefix).arg(4320 + which / 2);
}

QString anyOperation(QRandomGenerator &random)
{
    const QString name = anyName(random);
    const QString port = name.right(4);
    const QString publish =
        name.contains(u'-') && random.bounded(2) == 0 ? u"--publish 127.0.0.1:%1:80 "_s.arg(port) : QString();
    const QString made = u"--name %1 %2tools:1 sleep 1000"_s.arg(name, publish);
    switch (random.bounded(14)) {
    case 0:
    case 1:
    case 2:
    case 3:
        return u"create "_s + made;
    case 4:
        return u"run --detach "_s + made;
    case 5:
        return u"run --detach --rm --name %1 tools:1 true"_s.arg(name);
    case 6:
        return u"run --detach --rm "_s + made;
    case 7:
        return u"start "_s + name;
    case 8:
        return u"kill "_s + name;
    case 9:
        return u"pause "_s + name;
    case 10:
        return u"unpause "_s + name;
    case 11:
        return u"rename %1 %2"_s.arg(name, anyName(random));
    default:
        return u"rm --force "_s + name;
    }
}

} // namespace

// Whatever is done to dev servers behind its back, the list says what the engine says, and asks for it once.
class ServersAgreeTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;
    QList<ServerKey> m_mirror; // as the signals tell it

    QString calls() const { return m_scene->path(u"calls"_s); }

    qsizetype timesListed() const
    {
        QFile file(calls());
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
    }

    // "port name state id", by port and name: what the list has to say as well.
    QStringList engineSays() const
    {
        const ToolEnding listed = m_engine->docker(
            {u"ps"_s, u"--all"_s, u"--no-trunc"_s, u"--format"_s, u"{{.Names}} {{.State}} {{.ID}}"_s});
        QStringList rows;
        const QStringList lines = QString::fromUtf8(listed.out).split(u'\n', Qt::SkipEmptyParts);
        for (const QString &line : lines) {
            if (line.contains("-devserver-"_L1))
                rows.append(line.section(u' ', 0, 0).right(4) + u' ' + line);
        }
        rows.sort();
        return rows;
    }

    static QStringList listSays(const core::Servers &servers)
    {
        QStringList rows;
        for (const Server &server : servers.servers())
            rows.append(u"%1 %2 %3 %4"_s.arg(QString::number(server.port), server.name,
                                             dockersWord(server.state), server.id));
        return rows;
    }

    static QList<ServerKey> keysOf(const core::Servers &servers)
    {
        QList<ServerKey> keys;
        for (const Server &server : servers.servers())
            keys.append(server.key);
        return keys;
    }

    void mirror(core::Servers &servers)
    {
        m_mirror = keysOf(servers);
        connect(&servers, &core::Servers::inserted, this, [this, &servers](qsizetype index) {
            m_mirror.insert(index, servers.servers().at(index).key);
        });
        connect(&servers, &core::Servers::moved, this,
                [this](qsizetype from, qsizetype to) { m_mirror.move(from, to); });
        connect(&servers, &core::Servers::removed, this, [this](qsizetype index, ServerKey key) {
            QCOMPARE(m_mirror.at(index), key);
            m_mirror.removeAt(index);
        });
    }

    void burst(QRandomGenerator &random) const
    {
        QString script;
        for (int i = 0; i < operationsOfBurst; ++i)
            script += u"docker --host %1 %2\n"_s.arg(m_engine->endpoint(), anyOperation(random));
        // Many of them are refused, by the engine: that is part of it. Two are under way at a time.
        const ToolEnding ending = runTool(
            shell(
                u"printf '%s' \"$1\" | xargs --max-procs=2 --delimiter='\\n' --max-args=1 sh -c >/dev/null 2>&1; true"_s,
                {script}),
            std::chrono::seconds(60));
        QVERIFY(ending.succeeded());
    }

    void verifyAgreed(const core::Servers &servers, int within)
    {
        const auto agree = [&] { return listSays(servers) == engineSays(); };
        if (!QTest::qWaitFor(agree, within)) {
            const QString text = u"the engine:\n%1\nthe list:\n%2"_s.arg(engineSays().join(u'\n'),
                                                                         listSays(servers).join(u'\n'));
            QVERIFY2(agree(), qUtf8Printable(text));
        }
        QCOMPARE(m_mirror, keysOf(servers));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_engine =
            makeEngine(EngineSetup{.arguments = {u"--dns"_s, PrivateNetwork::dnsServer()}}, {u"tools"_s});
        if (m_engine == nullptr)
            return;
        m_scene = std::make_unique<Scene>(*m_engine);
        qputenv("DOCKER_HOST", m_engine->endpoint().toLocal8Bit());
    }

    void theListSaysWhatTheEngineSays()
    {
        useClientThat(*m_scene, u"ps"_s, u"echo listed >>'%1'"_s.arg(calls()));
        app::Settings settings;
        settings.dockerProgram = m_scene->call.settings.value(u"docker/program"_s);
        core::Monitor monitor(app::composeSources(settings));
        core::Servers &servers = monitor.servers();
        mirror(servers);
        monitor.check();
        QTRY_VERIFY_WITH_TIMEOUT(!monitor.isChecking(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(servers.listing().state, core::Listing::State::Listed, 10'000);

        QRandomGenerator random(4300);
        for (int restart = 0;; ++restart) {
            const qsizetype listedBefore = timesListed();
            for (int i = 0; i < burstsBetweenRestarts; ++i) {
                burst(random);
                verifyAgreed(servers, agreeing);
                if (QTest::currentTestFailed())
                    return;
            }
            // Its events are enough.
            QCOMPARE(timesListed(), listedBefore);
            if (restart == restarts)
                break;
            m_engine->restart({.arguments = {u"--dns"_s, PrivateNetwork::dnsServer()}});
            verifyAgreed(servers, agreeingAfterRestart);
            // The check that follows lists them once more.
            QTRY_VERIFY_WITH_TIMEOUT(!monitor.isChecking() && monitor.isWatched(), 60'000);
            verifyAgreed(servers, agreeing);
            QVERIFY(timesListed() > listedBefore);
        }
    }

    void cleanupTestCase()
    {
        qunsetenv("DOCKER_HOST");
        m_scene.reset();
        m_engine.reset();
    }
};

BERTH_TEST(ServersAgreeTest)

#include "tst_serversagree.moc"
