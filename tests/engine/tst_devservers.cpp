// SPDX-License-Identifier: MIT
#include "ui/presentation/servertrouble.h"

#include "tests/engine/sampleservers.h"
#include "tests/registry.h"
#include "tests/sendsignal.h"

#include <QTest>

#include <map>

using namespace Qt::StringLiterals;
using namespace tests;
using core::ServerTrouble;
using Kind = ServerTrouble::Kind;

namespace {

constexpr quint16 port = 4304;
constexpr int patience = 30'000;
constexpr int engineLostExitCode = 125;

QStringList script(const QString &text)
{
    return {u"sh"_s, u"-c"_s, text};
}

// A launch that comes to nothing.
struct Failure
{
    QStringList command;
    int exitCode = 125;
    ServerTrouble trouble = {};
    QString image = u"tools:1"_s;
    QMap<QString, QString> settings = {};
    Break before = {}; // what is done to the scene ahead of it
};

void holdByContainer(Scene &scene, const QStringList &verb)
{
    PrivateEngine &engine = scene.engine;
    const QStringList options{u"--name"_s, u"holder"_s, u"--publish"_s, u"127.0.0.1:%1:80"_s.arg(port)};
    const ToolEnding made = engine.docker(verb + options + QStringList{u"tools:1"_s, u"sleep"_s, u"1000"_s});
    QVERIFY2(made.succeeded(), made.err.constData());
    scene.undo.push_back([&engine] { engine.docker({u"rm"_s, u"--force"_s, u"holder"_s}); });
}

// The container comes between the look at the port and the start.
void containerTakesThePortAtTheLastMoment(Scene &scene)
{
    PrivateEngine &engine = scene.engine;
    useClientThat(
        scene, u"run"_s,
        u"%1 --host %2 run --detach --name holder --publish 127.0.0.1:%3:80 tools:1 sleep 1000 >/dev/null"_s
            .arg(dockerClients().first(), engine.endpoint(), QString::number(port)));
    scene.undo.push_back([&engine] { engine.docker({u"rm"_s, u"--force"_s, u"holder"_s}); });
}

QList<qint64> clientsOfServer()
{
    return processesWith(u"cmdline"_s, "--name" + QByteArray(1, '\0') + "berth-devserver-4304");
}

} // namespace

Q_DECLARE_METATYPE(Failure)

// What can go wrong with a dev server: each is recognised, said in one sentence, and leaves nothing behind.
class DevServersTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;

    static BerthCall upOf(const Scene &scene, const QStringList &command, quint16 onPort = port)
    {
        const QString project =
            makeProject(scene, u"project-%1"_s.arg(onPort), {{u"index.html"_s, "served"}});
        return upCall(scene, project, u"tools:1"_s, command, onPort);
    }

    static QString name(quint16 ofPort = port) { return u"berth-devserver-%1"_s.arg(ofPort); }

    static void waitUntilSaid(BerthProcess &up, const QByteArray &text)
    {
        QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains(text), up.err().constData(), patience);
    }

    static void waitUntilReady(BerthProcess &up, quint16 onPort = port)
    {
        waitUntilSaid(up, "ready at http://127.0.0.1:" + QByteArray::number(onPort));
    }

    static void verifyEnded(BerthProcess &up, const ServerTrouble &trouble, std::optional<int> exitCode = {})
    {
        const BerthRun run = up.wait();
        const QByteArray text =
            sentenceOf(trouble) + " [" + QByteArray::number(run.exitCode) + "]: " + run.err;
        QVERIFY2(run.err.contains(sentenceOf(trouble)), text.constData());
        QVERIFY2(exitCode ? run.exitCode == *exitCode : run.exitCode > 0, text.constData());
    }

    static void takeDown(BerthProcess &up)
    {
        up.interrupt();
        const BerthRun run = up.wait();
        QVERIFY2(run.exitCode == 130, run.err.constData());
    }

    QByteArray containers() const
    {
        return m_engine->docker({u"ps"_s, u"--all"_s, u"--format"_s, u"{{.Names}}"_s}).out.trimmed();
    }

    void docker(const QStringList &arguments) const
    {
        const ToolEnding ending = m_engine->docker(arguments);
        QVERIFY2(ending.succeeded(), ending.err.constData());
    }

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine({}, {u"tools"_s, u"python"_s}); }

    void cleanup() { QCOMPARE(containers(), QByteArray()); }

    void aLaunchThatFailsSaysWhy_data()
    {
        QTest::addColumn<Failure>("failure");
        QTest::addColumn<QString>("client");
        const QStringList clients = dockerClients();
        const Failure imageMissing{.command = {u"true"_s},
                                   .trouble = {.kind = Kind::ImageMissing},
                                   .image = u"127.0.0.1:1/nosuch:1"_s};
        const Failure notFound{
            .command = {u"nosuch"_s}, .exitCode = 127, .trouble = {.kind = Kind::CommandNotFound}};
        const Failure notExecutable{
            .command = {u"/etc/data"_s}, .exitCode = 126, .trouble = {.kind = Kind::CommandNotExecutable}};
        const Failure lateContainer{
            .command = {u"true"_s},
            .trouble = {.kind = Kind::PortHeldByContainer, .holder = u"holder"_s, .detail = u"running"_s},
            .before = containerTakesThePortAtTheLastMoment};
        // What is read from the client's words is tried with each.
        for (const QString &client : clients) {
            const auto row = [&](const QString &title) -> QTestData & {
                return QTest::newRow(qUtf8Printable(title + u" by "_s + client));
            };
            row(u"the image is missing"_s) << imageMissing << client;
            row(u"the command is not found"_s) << notFound << client;
            row(u"the command is not executable"_s) << notExecutable << client;
            row(u"a container takes the port at the last moment"_s) << lateContainer << client;
        }
        const auto row = [&](const char *title, const Failure &failure) {
            QTest::newRow(title) << failure << clients.first();
        };
        row("it ends at once with 0",
            {.command = {u"true"_s}, .exitCode = 1, .trouble = {.kind = Kind::Exited, .exitCode = 0}});
        row("it ends at once with 3",
            {.command = script(u"exit 3"_s),
             .exitCode = 3,
             .trouble = {.kind = Kind::Exited, .exitCode = 3}});
        row("it says ready and ends",
            {.command = script(u"echo Server ready on port {port}; exit 3"_s),
             .exitCode = 3,
             .trouble = {.kind = Kind::Exited, .exitCode = 3}});
        row("it is killed for memory",
            {.command = {u"tail"_s, u"/dev/zero"_s},
             .exitCode = 137,
             .trouble = {.kind = Kind::OutOfMemory, .memory = 16 * 1024 * 1024},
             .settings = {{u"sandbox/memory"_s, u"16m"_s}}});
        row("it hits the limit of processes",
            {.command = script(u"set -e; for i in $(seq 30); do sleep 1000 & done; wait"_s),
             .exitCode = 2,
             .trouble = {.kind = Kind::PidsLimit, .pids = 16},
             .settings = {{u"sandbox/pids"_s, u"16"_s}}});
        row("a container holds the port",
            {.command = {u"true"_s},
             .trouble = {.kind = Kind::PortHeldByContainer, .holder = u"holder"_s, .detail = u"running"_s},
             .before = [](Scene &scene) {
                 holdByContainer(scene, {u"run"_s, u"--detach"_s});
             }});
        row("a container that was only created holds the port",
            {.command = {u"true"_s},
             .trouble = {.kind = Kind::PortHeldByContainer, .holder = u"holder"_s, .detail = u"created"_s},
             .before = [](Scene &scene) { holdByContainer(scene, {u"create"_s}); }});
    }

    void aLaunchThatFailsSaysWhy()
    {
        QFETCH(const Failure, failure);
        QFETCH(const QString, client);
        Scene scene(*m_engine);
        useClient(scene, client);
        if (failure.before)
            failure.before(scene);
        scene.call.settings.insert(failure.settings);
        BerthCall call = upOf(scene, failure.command);
        call.arguments.replaceInStrings(u"tools:1"_s, failure.image);
        BerthProcess up(call);
        verifyEnded(up, failure.trouble, failure.exitCode);
    }

    void aHostProcessOnThePortIsNamed()
    {
        Scene scene(*m_engine);
        QProcess holder;
        const QStringList command = m_engine->network().inside()
            + QStringList{u"/usr/bin/python3"_s, u"-m"_s,        u"http.server"_s,
                          u"--bind"_s,           u"127.0.0.1"_s, QString::number(port)};
        holder.start(command.first(), command.mid(1));
        QTRY_COMPARE_WITH_TIMEOUT(listenersOn(*m_engine, port).size(), 1, patience);
        BerthProcess up(upOf(scene, {u"true"_s}));
        verifyEnded(
            up, {.kind = Kind::PortHeldByProcess, .holder = u"python3"_s, .holderPid = holder.processId()},
            125);
        holder.kill();
        holder.waitForFinished();
    }

    void anotherDevServerOnThePortIsNamedAndReplacedWhenAsked()
    {
        Scene scene(*m_engine);
        const QStringList command = busyboxServer().command;
        BerthProcess first(upOf(scene, command));
        waitUntilReady(first);
        BerthProcess second(upOf(scene, command));
        verifyEnded(second, {.kind = Kind::PortHeldByServer, .holder = name()}, 125);
        QVERIFY(first.isRunning());

        BerthCall replacing = upOf(scene, command);
        replacing.arguments.insert(1, u"--replace"_s);
        BerthProcess third(replacing);
        waitUntilReady(third);
        QVERIFY(first.wait().exitCode > 0);
        takeDown(third);
    }

    // Side by side, for each takes its time to be sure.
    void oneThatRunsAndIsNotReadySaysWhy()
    {
        Scene scene(*m_engine);
        scene.call.settings = {{u"servers/patience"_s, u"6"_s}};
        const std::map<quint16, std::pair<QString, Kind>> rows{
            {4311, {u"exec httpd -f -p 127.0.0.1:{port}"_s, Kind::OwnLoopback}},
            {4312, {u"echo Server ready; exec sleep 1000"_s, Kind::ServesNothing}},
            {4313, {u"exec sleep 1000"_s, Kind::NotReadyInTime}},
            {4314, {u"exec nc -ll -p {port} -e echo SSH-2.0-other"_s, Kind::NotHttp}},
            {4315, {u"echo the folder already exists; exec sleep 1000"_s, Kind::NotReadyInTime}}};
        std::map<quint16, std::unique_ptr<BerthProcess>> ups;
        for (const auto &[onPort, row] : rows)
            ups[onPort] = std::make_unique<BerthProcess>(upOf(scene, script(row.first), onPort));
        for (const auto &[onPort, row] : rows)
            waitUntilSaid(*ups[onPort], sentenceOf({.kind = row.second}));
        for (const auto &[onPort, row] : rows) {
            QVERIFY(!ups[onPort]->err().contains("ready at"));
            QCOMPARE(listedServer(scene, onPort)["state"_L1].toString(), u"running"_s);
        }
        for (const auto &[onPort, up] : ups)
            up->interrupt();
        for (const auto &[onPort, up] : ups) {
            const BerthRun run = up->wait();
            QVERIFY2(run.exitCode == 130, run.err.constData());
        }
    }

    void alreadyIsNotReady()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(
            scene, script(u"echo node_modules already exists; sleep 1; exec httpd -f -p 0.0.0.0:{port}"_s)));
        waitUntilReady(up);
        takeDown(up);
    }

    void httpsIsReadyAtHttps()
    {
        Scene scene(*m_engine);
        const QString project =
            makeProject(scene, u"project"_s,
                        {{u"serve.py"_s,
                          "import http.server, ssl, sys\n"
                          "server = http.server.HTTPServer(('0.0.0.0', int(sys.argv[1])), "
                          "http.server.SimpleHTTPRequestHandler)\n"
                          "context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)\n"
                          "context.load_cert_chain('both.pem')\n"
                          "server.socket = context.wrap_socket(server.socket, server_side=True)\n"
                          "server.serve_forever()\n"}});
        mustRun(shell(
            u"cd \"$1\" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
            "-subj /CN=localhost -keyout both.pem -out cert.pem 2>/dev/null && cat cert.pem >>both.pem "
            "&& chown %1 both.pem"_s.arg(projectOwner),
            {project}));
        BerthProcess up(
            upCall(scene, project, u"python:1"_s, {u"python3"_s, u"serve.py"_s, u"{port}"_s}, port));
        waitUntilSaid(up, "ready at https://127.0.0.1:4304");
        const QJsonObject listed = listedServer(scene, port);
        QCOMPARE(listed["https"_L1].toBool(), true);
        QCOMPARE(listed["address"_L1].toString(), u"https://127.0.0.1:4304"_s);
        takeDown(up);
    }

    void aFolderThatGoesIsMissed()
    {
        Scene scene(*m_engine);
        const BerthCall call = upOf(scene, busyboxServer().command);
        BerthProcess up(call);
        waitUntilReady(up);
        QVERIFY(QDir(call.arguments.at(1)).removeRecursively());
        const QJsonObject listed = listedServer(scene, port);
        QCOMPARE(listed["trouble"_L1].toString(), ui::troubleId(Kind::FolderGone));
        takeDown(up);
    }

    void anEngineThatGoesTakesItAlong()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        m_engine->restart();
        verifyEnded(up, {.kind = Kind::EngineLost}, engineLostExitCode);
        QTRY_COMPARE(containers(), QByteArray());
        QVERIFY(listedServer(scene, port).isEmpty());
    }

    // It can do nothing then, and says so in the end; once the engine is back, what is left is taken down.
    void aFrozenEngineHoldsNobodyUpForEver()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        m_engine->freeze();
        scene.undo.push_back([this] { m_engine->thaw(); });
        up.interrupt();
        BerthProcess list(callOnEngine(scene, {u"ls"_s, u"--json"_s}));
        QCOMPARE(list.wait().exitCode, 2);
        QVERIFY(!list.err().isEmpty());
        verifyEnded(up, {.kind = Kind::NotRemoved});
        scene.heal();
        QCOMPARE(listedServer(scene, port)["ownership"_L1].toString(), u"orphan"_s);
        const BerthRun down = runBerth(callOnEngine(scene, {u"down"_s, QString::number(port)}));
        QVERIFY2(down.exitCode == 0, down.err.constData());
    }

    void aClientThatIsKilledLeavesItListed()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        const QList<qint64> clients = clientsOfServer();
        QVERIFY(!clients.isEmpty());
        for (const qint64 client : clients)
            tests::sendSignal(client, SIGKILL);
        verifyEnded(up, {.kind = Kind::ClientEnded}, 125);
        const QJsonObject listed = listedServer(scene, port);
        QCOMPARE(listed["state"_L1].toString(), u"ready"_s);
        QCOMPARE(listed["ownership"_L1].toString(), u"orphan"_s);
        const BerthRun down = runBerth(callOnEngine(scene, {u"down"_s, u"--all"_s}));
        QVERIFY2(down.exitCode == 0, down.err.constData());
        QVERIFY(down.out.contains(name().toUtf8()));
    }

    void oneThatIsRemovedFromOutsideIsOver()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        docker({u"rm"_s, u"--force"_s, name()});
        verifyEnded(up, {.kind = Kind::RemovedOutside});
        const BerthRun logs = runBerth(callOnEngine(scene, {u"logs"_s, QString::number(port)}));
        QVERIFY2(logs.exitCode == 0 && logs.err.contains("last run"), logs.err.constData());
    }

    void oneThatIsStoppedFromOutsideIsOver()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        docker({u"stop"_s, name()});
        verifyEnded(up, {.kind = Kind::StoppedOutside});
    }

    void oneThatIsPausedFromOutsideIsListedSo()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        docker({u"pause"_s, name()});
        QCOMPARE(listedServer(scene, port)["state"_L1].toString(), u"paused"_s);
        docker({u"unpause"_s, name()});
        QCOMPARE(listedServer(scene, port)["state"_L1].toString(), u"ready"_s);
        docker({u"pause"_s, name()});
        takeDown(up);
    }

    void oneThatIsRenamedFromOutsideIsStillOurs()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(scene, busyboxServer().command));
        waitUntilReady(up);
        docker({u"rename"_s, name(), u"harmony-devserver-4304-a"_s});
        QCOMPARE(listedServer(scene, port)["name"_L1].toString(), u"harmony-devserver-4304-a"_s);
        docker({u"rename"_s, u"harmony-devserver-4304-a"_s, u"another"_s});
        QVERIFY(listedServer(scene, port).isEmpty());
        takeDown(up);
        QCOMPARE(containers(), QByteArray());
    }

    // A second Ctrl+C does not wait for a process that heeds no signal.
    void aStubbornOneIsTakenDownAtTheSecondInterrupt()
    {
        Scene scene(*m_engine);
        BerthProcess up(upOf(
            scene, script(u"trap '' TERM INT; httpd -p 0.0.0.0:{port}; while :; do sleep 1000; done"_s)));
        waitUntilReady(up);
        up.interrupt();
        waitUntilSaid(up, "taking it down");
        up.interrupt();
        QCOMPARE(up.wait().exitCode, 130);
    }

    void itsOutputIsReadByLogs()
    {
        Scene scene(*m_engine);
        BerthProcess up(
            upOf(scene,
                 script(u"printf 'o\\377\\033[1m\\n'; echo warned >&2; exec httpd -f -p 0.0.0.0:{port}"_s)));
        waitUntilReady(up);
        const BerthCall call = callOnEngine(scene, {u"logs"_s, QString::number(port)});
        const BerthRun whileItRuns = runBerth(call);
        // The engine keeps a log as text, and puts a replacement where the bytes are none.
        QCOMPARE(whileItRuns.out, QByteArray("o\xef\xbf\xbd\x1b[1m\n"));
        QCOMPARE(whileItRuns.err, QByteArray("warned\n"));
        QCOMPARE(up.out(), QByteArray("o\xff\x1b[1m\n"));
        takeDown(up);
        const BerthRun afterwards = runBerth(call);
        QVERIFY2(afterwards.out.contains("o\xff\x1b[1m\n"), afterwards.err.constData());
        QVERIFY2(afterwards.err.contains("last run"), afterwards.err.constData());
    }

    void cleanupTestCase()
    {
        if (m_engine != nullptr)
            verifyNothingIsLeft(*m_engine);
        m_engine.reset();
    }
};

BERTH_TEST(DevServersTest)

#include "tst_devservers.moc"
