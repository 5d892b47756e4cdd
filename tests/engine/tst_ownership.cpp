// SPDX-License-Identifier: MIT
#include "app/composition.h"
#include "core/devserver/keptservers.h"
#include "core/devserver/reap.h"
#include "core/monitor/enginewatch.h"
#include "core/monitor/serverlist.h"
#include "tests/engine/sampleservers.h"
#include "tests/engine/windowprocess.h"
#include "tests/registry.h"
#include "tests/sendsignal.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace tests;
using Why = OwnershipWhy::Kind;

namespace {

constexpr int patience = 30'000;
constexpr int untilDeathIsSeen = 2'000; // where an event tells of it
constexpr quint16 ownPort = 4300;
constexpr quint16 foreignPort = 4350;
const QString foreignName = u"harmony-devserver-4350"_s;

// The list of the window without the window: heard of by signals alone, on a clock of the test's.
class Watcher final
{
public:
    Watcher(const PrivateEngine &engine, const QString &folder, std::chrono::milliseconds later = 0ms)
        : m_list({.owners = {.instances = folder + u"/instances"_s,
                             .stateFolder = folder + u"/state"_s,
                             .clock = {.wall = [later] {
                                 return QDateTime::currentDateTimeUtc().addDuration(later);
                             }}}})
    {
        qputenv("DOCKER_HOST", engine.endpoint().toUtf8());
        const EngineAccess access = app::composeAccess({}, {});
        qunsetenv("DOCKER_HOST");
        QObject::connect(&m_watch, &EngineWatch::line, &m_list, &ServerList::onEvent);
        QObject::connect(&m_watch, &EngineWatch::connected, &m_list, &ServerList::onConnected);
        m_list.watch(access);
        m_watch.watch(access.stream);
    }

    ServerList &list() { return m_list; }
    // The row on that port; an empty one where there is none.
    Server on(quint16 port) const
    {
        for (const Server &server : m_list.servers()) {
            if (server.port == port)
                return server;
        }
        return {};
    }

private:
    ServerList m_list;
    EngineWatch m_watch;
};

QString newLabel(ProcessIdentity identity, int place = -1, const QString &part = {})
{
    QStringList parts = identity.place.split(u'-');
    if (place >= 0)
        parts[place] = part;
    identity.place = parts.join(u'-');
    return u"berth.owner="_s + identity.toLabel();
}

} // namespace

// Who has a server is judged right whatever happens to its owner, and what is no orphan is never removed.
class OwnershipTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;

    QString folder() const { return m_scene->path(u"watcher"_s); }

    BerthCall upOf(const QStringList &options = {}) const
    {
        const SampleServer sample = busyboxServer();
        BerthCall call = upCall(*m_scene, makeProject(*m_scene, u"project"_s, sample.files), sample.image,
                                sample.command, ownPort);
        for (const QString &option : options)
            call.arguments.insert(1, option);
        return call;
    }
    static void waitUntilReady(BerthProcess &up)
    {
        QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains("ready at"), up.err().constData(), patience);
    }
    BerthRun reap(const QStringList &options) const
    {
        return runBerth(callOnEngine(*m_scene, QStringList{u"reap"_s} + options));
    }
    void waitForOwnership(quint16 port, const QString &ownership, const QString &why) const
    {
        QJsonObject listed;
        const bool isSo = QTest::qWaitFor(
            [&] {
                listed = listedServer(*m_scene, port);
                return listed["ownership"_L1].toString() == ownership
                    && listed["why"_L1].toString().contains(why);
            },
            patience);
        const QString text = u"expected %1: %2; got %3: %4"_s.arg(
            ownership, why, listed["ownership"_L1].toString(), listed["why"_L1].toString());
        QVERIFY2(isSo, qPrintable(text));
    }
    // A tool of somebody else's that runs its server attached; `script` is what it does besides.
    std::unique_ptr<QProcess> startForeign() const
    {
        auto tool = std::make_unique<QProcess>();
        const QString script = u"docker --host %1 run --rm --name %2 tools:1 sleep 1000 & wait"_s.arg(
            m_engine->endpoint(), foreignName);
        tool->start(u"setsid"_s, {u"--wait"_s, u"bash"_s, u"-c"_s, script});
        if (!tool->waitForStarted())
            qFatal("setsid does not start");
        return tool;
    }
    // The client of that server, and the shell above it.
    static qint64 clientPid()
    {
        for (const qint64 pid : processesWith(u"cmdline"_s, foreignName.toUtf8())) {
            QFile file(u"/proc/%1/cmdline"_s.arg(pid));
            if (file.open(QIODevice::ReadOnly) && file.readAll().startsWith("docker"))
                return pid;
        }
        return 0;
    }
    static void kill9(qint64 pid) { tests::sendSignal(pid, SIGKILL); }

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine({}, {u"tools"_s}); }
    void init() { m_scene = std::make_unique<Scene>(*m_engine); }
    void cleanup()
    {
        removeServers(*m_engine);
        blockingPool().waitForDone();
        m_scene.reset();
    }
    void cleanupTestCase()
    {
        if (m_engine != nullptr)
            verifyHealsAndNothingIsLeft(*m_engine); // the window was killed in the middle of its check
        m_engine.reset();
    }

    void theServerOfAKilledBerthIsLeftBehindAndReaped()
    {
        Watcher watcher(*m_engine, folder());
        BerthProcess up(upOf());
        waitUntilReady(up);
        const QString process = u"(process %1)"_s.arg(up.pid());
        waitForOwnership(ownPort, u"owned"_s, process);
        QTRY_COMPARE_WITH_TIMEOUT(int(watcher.on(ownPort).why.kind), int(Why::OwnerLives), patience);
        QCOMPARE(watcher.on(ownPort).why.pid, up.pid());
        QVERIFY(reap({u"--yes"_s}).out.contains("Nothing is left behind"));

        const qint64 pid = up.pid();
        const QDateTime before = QDateTime::currentDateTimeUtc();
        up.kill9();
        QTRY_COMPARE_WITH_TIMEOUT(int(watcher.on(ownPort).why.kind), int(Why::OwnerGone), untilDeathIsSeen);
        QVERIFY(isOrphan(watcher.on(ownPort)));
        QVERIFY(watcher.on(ownPort).why.since >= before);
        waitForOwnership(ownPort, u"orphan"_s, u"its owner (Berth, process %1) has ended"_s.arg(pid));

        const BerthRun unasked = reap({});
        QCOMPARE(unasked.exitCode, 64); // nobody can be asked
        QVERIFY2(unasked.err.contains("no terminal"), unasked.err.constData());
        const BerthRun dry = reap({u"--dry-run"_s});
        QCOMPARE(dry.exitCode, 0);
        QVERIFY2(dry.out.contains("berth-devserver-4300  Left behind"), dry.out.constData());
        QCOMPARE(serverNames(*m_engine), QByteArray("berth-devserver-4300"));
        const BerthRun done = reap({u"--yes"_s});
        QCOMPARE(done.exitCode, 0);
        QVERIFY2(done.out.contains("removed berth-devserver-4300"), done.out.constData());
        QCOMPARE(serverNames(*m_engine), QByteArray());
        QCOMPARE(reap({}).exitCode, 0); // nothing is to be asked
        const QJsonValue end =
            runBerth(callOnEngine(*m_scene, {u"history"_s, u"--json"_s})).json["entries"_L1][0];
        QCOMPARE(end["ending"_L1].toString(), u"taken-down"_s);
        QCOMPARE(end["reason"_L1].toString(),
                 u"Left behind: its owner (Berth, process %1) has ended."_s.arg(pid));
        QTRY_VERIFY_WITH_TIMEOUT(watcher.list().servers().isEmpty(), patience);
    }

    void theServerOfAKilledWindowIsLeftBehind()
    {
        const VirtualDisplay display;
        WindowProcess window(*m_scene, display);
        const QString project = makeProject(*m_scene, u"shop"_s, busyboxServer().files);
        window.launch(project, busyboxServer().image, busyboxServer().command.join(u' '));
        QTRY_COMPARE_WITH_TIMEOUT(window.rowOf(project)["state"_L1].toInt(-1), int(ServerState::Ready),
                                  patience);
        const auto port = quint16(window.rowOf(project)["port"_L1].toInt());
        const qint64 pid = window.pid();
        waitForOwnership(port, u"owned"_s, u"(process %1)"_s.arg(pid));
        window.kill9();
        waitForOwnership(port, u"orphan"_s, u"its owner (Berth, process %1)"_s.arg(pid));
    }

    void anAttachedClientIsTheOwnerOfWhatOthersStart_data()
    {
        QTest::addColumn<QString>("killed");
        QTest::newRow("its client is killed") << u"client"_s;
        QTest::newRow("its parent is killed") << u"parent"_s;
        QTest::newRow("its whole session is killed") << u"session"_s;
    }
    void anAttachedClientIsTheOwnerOfWhatOthersStart()
    {
        QFETCH(const QString, killed);
        // An hour later, so that what nobody is attached to is no longer young.
        Watcher watcher(*m_engine, folder(), 1h);
        const auto tool = startForeign();
        QTRY_COMPARE_WITH_TIMEOUT(int(watcher.on(foreignPort).why.kind), int(Why::ClientAttached), patience);
        const OwnershipWhy why = watcher.on(foreignPort).why;
        const qint64 client = clientPid();
        QCOMPARE(why.pid, client);
        QCOMPARE(why.parentProgram, u"bash"_s);
        waitForOwnership(foreignPort, u"owned"_s,
                         u"A docker client (process %1), started by bash (process %2), is attached"_s.arg(
                             QString::number(client), QString::number(why.parentPid)));
        if (killed == "parent"_L1) {
            kill9(why.parentPid);
            waitForOwnership(foreignPort, u"owned"_s, u"A docker client (process %1)"_s.arg(client));
            QCOMPARE(int(watcher.on(foreignPort).ownership), int(Ownership::Owned));
            kill9(client);
        } else if (killed == "session"_L1) {
            kill9(-why.parentPid);
        } else {
            kill9(client);
        }
        QTRY_COMPARE_WITH_TIMEOUT(int(watcher.on(foreignPort).why.kind), int(Why::NoClient),
                                  untilDeathIsSeen);
        QVERIFY(isOrphan(watcher.on(foreignPort)));
        waitForOwnership(foreignPort, u"unknown"_s, u"once it is ten minutes old"_s); // by the real clock

        QProcess again;
        if (killed == "client"_L1) { // whoever attaches again is its owner
            again.start(u"docker"_s, {u"--host"_s, m_engine->endpoint(), u"attach"_s, foreignName});
            QTRY_COMPARE_WITH_TIMEOUT(int(watcher.on(foreignPort).why.kind), int(Why::ClientAttached),
                                      patience);
            again.kill();
            again.waitForFinished();
            QTRY_VERIFY_WITH_TIMEOUT(isOrphan(watcher.on(foreignPort)), patience);
        }
        QSignalSpy reaped(&watcher.list(), &Servers::reaped);
        watcher.list().reap({watcher.on(foreignPort).key});
        QTRY_COMPARE_WITH_TIMEOUT(reaped.size(), 1, patience);
        QCOMPARE(reaped.first().first().value<ReapReport>().removed, QStringList{foreignName});
        QCOMPARE(serverNames(*m_engine), QByteArray());
    }

    void labelsOfOtherTimesAndPlacesAreToldApart()
    {
        const ProcessIdentity self = ProcessIdentity::current();
        ProcessIdentity reused = self;
        reused.startTime -= 1;
        const QString boot = u"00000000"_s;
        ProcessIdentity elsewhere = self;
        elsewhere.place = u"0123456789ab-00000000-1"_s;
        const QStringList labels{newLabel(self), newLabel(reused), newLabel(self, 1, boot),
                                 newLabel(elsewhere)};
        for (qsizetype i = 0; i < labels.size(); ++i)
            mustRun({u"docker"_s, u"--host"_s, m_engine->endpoint(), u"create"_s, u"--label"_s, labels.at(i),
                     u"--name"_s, u"berth-devserver-43%1"_s.arg(10 + i), u"tools:1"_s, u"true"_s});
        waitForOwnership(4310, u"owned"_s, u"(process %1)"_s.arg(self.pid));
        waitForOwnership(4311, u"orphan"_s, u"has ended"_s);
        waitForOwnership(4312, u"orphan"_s, u"before this machine was last started"_s);
        waitForOwnership(4313, u"unknown"_s, u"cannot be told from here"_s);
        QCOMPARE(reap({u"--yes"_s}).exitCode, 0);
        const QList<QByteArray> left = serverNames(*m_engine).split('\n');
        QCOMPARE(QSet<QByteArray>(left.begin(), left.end()),
                 (QSet<QByteArray>{"berth-devserver-4310", "berth-devserver-4313"}));
    }

    void whatIsKeptOutlivesItsBerth()
    {
        {
            BerthProcess up(upOf({u"--keep"_s}));
            QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains("Ctrl+C leaves it running"), up.err().constData(),
                                      patience);
            up.interrupt();
            const BerthRun run = up.wait();
            QVERIFY2(run.exitCode == 0 && run.err.contains("left running"), run.err.constData());
        }
        waitForOwnership(ownPort, u"kept"_s, u"left running on purpose"_s);
        QVERIFY(reap({u"--yes"_s}).out.contains("Nothing is left behind"));
        QCOMPARE(serverNames(*m_engine), QByteArray("berth-devserver-4300"));
        QCOMPARE(runBerth(callOnEngine(*m_scene, {u"down"_s, u"4300"_s})).exitCode, 0);

        BerthProcess killed(upOf({u"--keep"_s}));
        waitUntilReady(killed);
        const QString id = listedServer(*m_scene, ownPort)["id"_L1].toString();
        const QString folder = m_scene->path(u"home/state/berth"_s);
        QTRY_COMPARE_WITH_TIMEOUT(readKeptServers(folder).keys(), QStringList{id}, patience);
        killed.kill9();
        waitForOwnership(ownPort, u"kept"_s, u"left running on purpose"_s);
    }

    // Neither sees the other's lock: they are of two sessions.
    void twoBerthsLeaveEachOthersServersAlone_data()
    {
        QTest::addColumn<QStringList>("as");
        QTest::newRow("of one user") << QStringList();
        QTest::newRow("of two users") << QStringList{u"setpriv"_s, u"--reuid"_s, u"nobody"_s,
                                                     u"--regid"_s, u"nogroup"_s, u"--clear-groups"_s};
    }
    void twoBerthsLeaveEachOthersServersAlone()
    {
        QFETCH(const QStringList, as);
        mustRun({u"chmod"_s, u"a+rw"_s, m_engine->socketPath()});
        BerthProcess first(upOf());
        waitUntilReady(first);
        BerthCall other = callOnEngine(*m_scene, {u"reap"_s, u"--yes"_s});
        other.home.clear(); // one of its own
        other.prefix += as;
        BerthCall look = other;
        look.arguments = {u"ls"_s, u"--json"_s};
        QCOMPARE(runBerth(look).json["servers"_L1][0]["ownership"_L1].toString(), u"owned"_s);
        const BerthRun reaped = runBerth(other);
        QVERIFY2(reaped.out.contains("Nothing is left behind"),
                 QByteArray(reaped.out + reaped.err).constData());
        const auto tool = startForeign();
        waitForOwnership(foreignPort, u"owned"_s, u"is attached"_s);
        QVERIFY(runBerth(other).out.contains("Nothing is left behind"));
        kill9(-::getpgid(pid_t(clientPid())));
        first.interrupt();
        QCOMPARE(first.wait().exitCode, 130);
    }

    // Containers that come, go, are replaced, and whose owners die and are kept, while they are reaped.
    void noInterleavingRemovesWhatIsNoOrphan();
};

namespace {

struct Known
{
    enum class Owner { Alive, Gone, Kept };

    QString id;
    quint16 port = 0;
    Owner owner = Owner::Gone;
};

} // namespace

void OwnershipTest::noInterleavingRemovesWhatIsNoOrphan()
{
    constexpr int interleavings = 50;
    qputenv("DOCKER_HOST", m_engine->endpoint().toUtf8());
    const EngineAccess access = app::composeAccess({}, {});
    qunsetenv("DOCKER_HOST");
    const OwnerSources sources{.instances = folder() + u"/instances"_s, .stateFolder = folder()};
    QRandomGenerator random(4711);
    QList<Known> all;
    const auto orphanCount = [&] { return std::ranges::count(all, Known::Owner::Gone, &Known::owner); };
    const auto create = [&](quint16 port, Known::Owner owner) {
        ProcessIdentity identity = ProcessIdentity::current();
        if (owner != Known::Owner::Alive)
            identity.startTime -= 1;
        const auto made = m_engine->docker({u"create"_s, u"--label"_s, newLabel(identity), u"--name"_s,
                                            u"berth-devserver-%1"_s.arg(port), u"tools:1"_s, u"true"_s});
        Known known{.id = QString::fromUtf8(made.out.trimmed()), .port = port, .owner = owner};
        if (owner == Known::Owner::Kept)
            changeKeptServers(folder(), {}, {known.id}, Keeping::Keep, QDateTime::currentDateTimeUtc());
        all.append(known);
    };
    const auto happen = [&] {
        const auto port = quint16(4300 + random.bounded(3));
        const auto owner = Known::Owner(random.bounded(3));
        const auto there = std::ranges::find(all, port, &Known::port);
        if (there == all.end()) {
            create(port, owner);
        } else if (there->owner == Known::Owner::Gone && random.bounded(2) == 0) {
            changeKeptServers(folder(), {}, {there->id}, Keeping::Keep, QDateTime::currentDateTimeUtc());
            there->owner = Known::Owner::Kept;
        } else { // another takes its place
            m_engine->docker({u"rm"_s, u"--force"_s, there->id});
            all.erase(there);
            create(port, owner);
        }
    };
    int removals = 0;
    for (int i = 0; i < interleavings; ++i) {
        happen();
        const auto listed = listServers(access.docker, {});
        QVERIFY(listed);
        QList<Server> orphans = judgedServers(sources, access.facts, *listed);
        orphans.removeIf([](const Server &server) { return !isOrphan(server); });
        QCOMPARE(orphans.size(), orphanCount());
        if (random.bounded(2) == 0)
            happen();
        const QList<Reaped> done = reapServers(access.docker, access.facts, sources, orphans, {});
        for (const Reaped &reaped : done) {
            QVERIFY(reaped.outcome != Reaped::Outcome::Left);
            if (reaped.outcome == Reaped::Outcome::Spared)
                continue;
            ++removals;
            const auto known = std::ranges::find(all, reaped.server.id, &Known::id);
            QVERIFY(known != all.end() && known->owner == Known::Owner::Gone);
            all.erase(known);
        }
        QSet<QString> there;
        for (const Known &known : std::as_const(all))
            there.insert(known.id);
        const QString ids = QString::fromUtf8(
            m_engine->docker({u"ps"_s, u"--all"_s, u"--quiet"_s, u"--no-trunc"_s}).out.trimmed());
        const QStringList left = ids.split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(QSet<QString>(left.begin(), left.end()), there);
    }
    QVERIFY2(removals > interleavings / 5, QByteArray::number(removals).constData());
}

BERTH_TEST(OwnershipTest)

#include "tst_ownership.moc"
