// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QJsonArray>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using namespace tests;

namespace {

constexpr int patience = 30'000;
constexpr quint16 port = 4300;

} // namespace

// How servers end by the command line, and what is remembered of each.
class EngineServerEndsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;
    QString m_project;

    BerthCall upOf(const QStringList &command) const
    {
        return upCall(*m_scene, m_project, busyboxServer().image, command, port);
    }
    static void waitUntilReady(BerthProcess &up)
    {
        QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains("ready at"), up.err().constData(), patience);
    }
    void docker(const QStringList &arguments) const
    {
        const ToolEnding ending = m_engine->docker(arguments);
        QVERIFY2(ending.succeeded(), ending.err.constData());
    }
    // The ends of servers, by name.
    QMultiMap<QString, QJsonObject> remembered() const
    {
        const BerthRun run = runBerth(callOnEngine(*m_scene, {u"history"_s, u"--json"_s}));
        QMultiMap<QString, QJsonObject> ends;
        const QJsonArray entries = run.json["entries"_L1].toArray();
        for (const QJsonValue &entry : entries) {
            if (entry["kind"_L1].toString() == "server"_L1)
                ends.insert(entry["name"_L1].toString(), entry.toObject());
        }
        return ends;
    }

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine({}, {u"tools"_s}); }
    void init()
    {
        m_scene = std::make_unique<Scene>(*m_engine);
        m_project = makeProject(*m_scene, u"project"_s, busyboxServer().files);
    }
    void cleanup()
    {
        removeServers(*m_engine);
        m_scene.reset();
    }
    void cleanupTestCase()
    {
        if (m_engine != nullptr)
            verifyNothingIsLeft(*m_engine);
        m_engine.reset();
    }

    void allOfThemAreTakenDownAndNothingElse()
    {
        BerthProcess up(upOf(busyboxServer().command));
        waitUntilReady(up);
        docker({u"run"_s, u"--detach"_s, u"--name"_s, u"lab-devserver-4301"_s, u"tools:1"_s, u"sleep"_s,
                u"1000"_s});
        docker({u"create"_s, u"--name"_s, u"lab-devserver-4302"_s, u"tools:1"_s, u"true"_s});
        docker({u"run"_s, u"--detach"_s, u"--name"_s, u"database"_s, u"tools:1"_s, u"sleep"_s, u"1000"_s});
        m_scene->undo.push_back([this] { m_engine->docker({u"rm"_s, u"--force"_s, u"database"_s}); });

        const BerthRun down = runBerth(callOnEngine(*m_scene, {u"down"_s, u"--all"_s}));
        QVERIFY2(down.exitCode == 0 && down.err.isEmpty(), down.err.constData());
        QList<QByteArray> said = down.out.trimmed().split('\n');
        std::ranges::sort(said);
        QCOMPARE(said,
                 (QList<QByteArray>{"took down berth-devserver-4300", "took down lab-devserver-4301",
                                    "took down lab-devserver-4302"}));
        QCOMPARE(m_engine->docker({u"ps"_s, u"--all"_s, u"--format"_s, u"{{.Names}}"_s}).out.trimmed(),
                 QByteArray("database"));

        // Whoever started it knows less of its end, and says so afterwards.
        QVERIFY(up.wait().exitCode > 0);
        const auto ends = remembered();
        QCOMPARE(ends.keys(), QStringList({u"berth-devserver-4300"_s, u"lab-devserver-4301"_s}));
        for (const QJsonObject &end : ends) {
            QCOMPARE(end["ending"_L1].toString(), u"taken-down"_s);
            QCOMPARE(end["reason"_L1].toString(), QString());
        }
    }

    void anInterruptedOneIsRememberedAsTakenDown()
    {
        BerthProcess up(upOf(busyboxServer().command));
        waitUntilReady(up);
        up.interrupt();
        QCOMPARE(up.wait().exitCode, 130);
        const auto ends = remembered();
        QCOMPARE(ends.keys(), QStringList(u"berth-devserver-4300"_s));
        const QJsonObject end = ends.first();
        QCOMPARE(end["ending"_L1].toString(), u"taken-down"_s);
        QCOMPARE(end["reason"_L1].toString(), QString());
        QCOMPARE(end["port"_L1].toInt(), int(port));
        QCOMPARE(end["project"_L1].toString(), m_project);
        QCOMPARE(end["image"_L1].toString(), u"tools:1"_s);
        QVERIFY(end["ranMs"_L1].toInt() > 0);
    }

    void oneThatEndsByItselfIsRememberedWithTheReason()
    {
        const ServerTrouble trouble{.kind = ServerTrouble::Kind::Exited, .exitCode = 3};
        QCOMPARE(runBerth(upOf({u"sh"_s, u"-c"_s, u"exit 3"_s})).exitCode, 3);
        const auto ends = remembered();
        QCOMPARE(ends.keys(), QStringList(u"berth-devserver-4300"_s));
        const QJsonObject end = ends.first();
        QCOMPARE(end["ending"_L1].toString(), u"failed"_s);
        QCOMPARE(end["exitCode"_L1].toInt(-1), 3);
        QCOMPARE(end["reason"_L1].toString().toUtf8(), sentenceOf(trouble));
    }
};

BERTH_TEST(EngineServerEndsTest)

#include "tst_serverends.moc"
