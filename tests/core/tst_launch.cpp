// SPDX-License-Identifier: MIT
#include "core/devserver/launch.h"

#include "core/base/processidentity.h"
#include "core/devserver/lastrun.h"
#include "tests/core/inspected.h"
#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Kind = ServerTrouble::Kind;
using Running = LaunchRequest::Running;
using tests::PlainContainer;

namespace {

const Ran gone{.exitCode = 1, .out = "[]\n", .err = "Error: No such container: x\n"};

const PlainContainer ours{.id = u"aa"_s, .name = u"berth-devserver-4300"_s, .port = 4300};
const PlainContainer oursCreated{
    .id = u"aa"_s, .name = u"berth-devserver-4300"_s, .state = u"created"_s, .port = 4300};
const PlainContainer oursExited{
    .id = u"aa"_s, .name = u"berth-devserver-4300"_s, .state = u"exited"_s, .port = 4300};
const PlainContainer oursPaused{
    .id = u"aa"_s, .name = u"berth-devserver-4300"_s, .state = u"paused"_s, .port = 4300};
const PlainContainer oursRestarting{
    .id = u"aa"_s, .name = u"berth-devserver-4300"_s, .state = u"restarting"_s, .port = 4300};
const PlainContainer foreign{.id = u"bb"_s, .name = u"harmony-devserver-4300"_s, .port = 4300};
const PlainContainer other{.id = u"cc"_s, .name = u"web"_s, .state = u"created"_s, .port = 4300};

} // namespace

Q_DECLARE_METATYPE(core::CommandOutcome)

// Everything before `docker run`.
class LaunchTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_states;
    std::unique_ptr<tests::ScriptedDocker> m_docker;
    QMap<quint16, HostListener> m_listening;

    QString project() const { return QFileInfo(m_folder.path()).canonicalFilePath(); }

    LaunchRequest request(std::optional<quint16> port = 4300) const
    {
        return {.container = {.folder = m_folder.path(),
                              .image = u"node:22"_s,
                              .command = {u"npm"_s, u"start"_s, u"--port={port}"_s}},
                .port = port};
    }

    LaunchSources sources(Flavour flavour = Flavour::Docker)
    {
        return {.docker = m_docker->runner(),
                .engine = {.endpoint = u"unix:///nonexistent/docker.sock"_s,
                           .clientVersion = u"28.2.2"_s,
                           .flavour = flavour},
                .stateFolder = m_states->path(),
                .homes = {m_home.path()},
                .hostListener =
                    [listening = m_listening](quint16 port) {
                        return listening.contains(port) ? std::optional(listening.value(port)) : std::nullopt;
                    },
                .lookAtSocket = [](const QString &) { return SocketFacts{}; }};
    }

    void have(const QList<PlainContainer> &containers)
    {
        m_docker->on(u"^ps"_s, Ran{.out = tests::listed(containers)});
        m_docker->on(u"^inspect --type container [^-]"_s, Ran{.out = tests::inspected(containers)});
        m_docker->on(u"^inspect .*State.Status"_s, gone);
    }

    tl::expected<LaunchPlan, ServerTrouble> prepare(const LaunchRequest &request)
    {
        return prepareLaunch(request, sources(), {});
    }

private Q_SLOTS:
    void init()
    {
        m_states = std::make_unique<QTemporaryDir>();
        m_docker = std::make_unique<tests::ScriptedDocker>();
        m_listening.clear();
        have({});
    }

    void planNamesLabelsAndFillsInThePort()
    {
        const auto plan = prepare(request());
        QVERIFY(plan.has_value());
        QCOMPARE(plan->port, 4300);
        QCOMPARE(plan->spec.name, u"berth-devserver-4300"_s);
        QCOMPARE(plan->spec.command.last(), u"--port=4300"_s);
        QCOMPARE(plan->spec.labels.value(ownerLabel), ProcessIdentity::current().toLabel());
        QCOMPARE(plan->spec.labels.value(projectLabel), project());
        QCOMPARE(plan->spec.labels.value(modeLabel), u"open"_s);
        QCOMPARE(plan->spec.labels.value(runLabel).size(), 16);
        QCOMPARE(plan->spec.removal, ContainerSpec::Removal::ByEngine);
        QCOMPARE(plan->arguments, devServerArgs(plan->spec, 4300, u"28.2.2"_s));
        QVERIFY(plan->arguments.contains(u"--quiet"_s));
        QCOMPARE(m_docker->count(u"^(pull|rm|stop|run)"_s), 0);
        QVERIFY(prepare(request())->spec.labels.value(runLabel) != plan->spec.labels.value(runLabel));
    }

    void podmansContainerIsRemovedByItsOwner()
    {
        const auto plan = prepareLaunch(request(), sources(Flavour::Podman), {});
        QCOMPARE(plan->spec.removal, ContainerSpec::Removal::ByOwner);
        QVERIFY(!plan->arguments.contains(u"--rm"_s));
    }

    void whatIsNotKnownOfTheEngineIsAsked()
    {
        m_docker->on(
            u"^version"_s,
            Ran{.out = R"({"Client":{"Version":"20.10.24"},"Server":{"Version":"20.10","Arch":"amd64"}})"});
        const auto plan = prepareLaunch(request(), sources(Flavour::Unknown), {});
        QCOMPARE(plan->engine.arch, u"amd64"_s);
        QVERIFY(!plan->arguments.contains(u"--quiet"_s));
    }

    void noEngineIsToldAsSuch()
    {
        m_docker->on(u"^version"_s, Ran{.exitCode = 1, .err = "Cannot connect to the Docker daemon at x.\n"});
        const auto plan = prepareLaunch(request(), sources(Flavour::Unknown), {});
        QCOMPARE(plan.error().kind, Kind::EngineUnreachable);
        QVERIFY(plan.error().diagnosis.has_value());
        QCOMPARE(m_docker->count(u"^(ps|pull)"_s), 0);
    }

    void aWrongRequestAsksDockerNothing()
    {
        LaunchRequest wrong = request();
        wrong.container.folder = u"/etc"_s;
        const auto plan = prepare(wrong);
        QCOMPARE(plan.error().kind, Kind::BadRequest);
        QVERIFY2(plan.error().detail.startsWith(u"cannot mount /etc: "_s),
                 qUtf8Printable(plan.error().detail));
        QCOMPARE(m_docker->count(u"."_s), 0);
    }

    void aPortIsTakenOrRefused_data()
    {
        QTest::addColumn<QList<PlainContainer>>("containers");
        QTest::addColumn<Running>("running");
        QTest::addColumn<QString>("removed"); // "stop" and "rm", what was done to a predecessor
        QTest::addColumn<std::optional<Kind>>("trouble");
        const auto row = [](const char *claim, const QList<PlainContainer> &containers, Running running,
                            const QString &removed, std::optional<Kind> trouble) {
            QTest::newRow(claim) << containers << running << removed << trouble;
        };
        row("nobody", {}, Running::Refuse, {}, {});
        row("our own that runs", {ours}, Running::Refuse, {}, Kind::PortHeldByServer);
        row("our own that is paused", {oursPaused}, Running::Refuse, {}, Kind::PortHeldByServer);
        row("our own that the engine restarts", {oursRestarting}, Running::Refuse, {},
            Kind::PortHeldByServer);
        row("our own that is paused, to be replaced", {oursPaused}, Running::Replace, u"stop rm"_s, {});
        row("our own that runs, to be replaced", {ours}, Running::Replace, u"stop rm"_s, {});
        row("our own that never started", {oursCreated}, Running::Refuse, u"rm"_s, {});
        row("our own that ended", {oursExited}, Running::Refuse, u"rm"_s, {});
        row("another's dev server", {foreign}, Running::Refuse, {}, Kind::PortHeldByServer);
        row("another's dev server is not replaced", {foreign}, Running::Replace, {}, Kind::PortHeldByServer);
        row("any container that has asked for it", {other}, Running::Replace, {}, Kind::PortHeldByContainer);
        row("a predecessor's port that another has asked for", {oursExited, other}, Running::Refuse, {},
            Kind::PortHeldByContainer);
    }

    void aPortIsTakenOrRefused()
    {
        QFETCH(const QList<PlainContainer>, containers);
        QFETCH(const Running, running);
        QFETCH(const QString, removed);
        QFETCH(const std::optional<Kind>, trouble);
        have(containers);
        LaunchRequest asked = request();
        asked.running = running;
        const auto plan = prepare(asked);
        QCOMPARE(plan ? std::nullopt : std::optional(plan.error().kind), trouble);
        QStringList done;
        for (const QString &command : m_docker->commands(u"^(stop|rm) "_s)) {
            done.append(command.section(u' ', 0, 0));
            QVERIFY(command.endsWith(u" aa"_s)); // by id: the name may be another's by then
        }
        QCOMPARE(done.join(u' '), removed);
    }

    void aProcessOnThePortIsNamed()
    {
        m_listening.insert(4300, {.program = u"node"_s, .pid = 42});
        const auto plan = prepare(request());
        QCOMPARE(plan.error().kind, Kind::PortHeldByProcess);
        QCOMPARE(plan.error().holder, u"node"_s);
        QCOMPARE(plan.error().holderPid, 42);
    }

    // What listens there is docker's, for the container that makes way.
    void theListenerOfAPredecessorIsNotInTheWay()
    {
        m_listening.insert(4300, {.program = u"docker-proxy"_s, .pid = 42});
        have({ours});
        LaunchRequest replacing = request();
        replacing.running = Running::Replace;
        QVERIFY(prepare(replacing).has_value());
        have({oursExited}); // whose port is another's by now
        QCOMPARE(prepare(replacing).error().kind, Kind::PortHeldByProcess);
    }

    void whoeverChangesHisMindKeepsThePredecessor()
    {
        have({ours});
        std::stop_source source;
        m_docker->on(u"^image inspect"_s, [&source](const QStringList &, const CommandOptions &) {
            source.request_stop();
            return Ran{};
        });
        LaunchRequest replacing = request();
        replacing.running = Running::Replace;
        static_cast<void>(prepareLaunch(replacing, sources(), source.get_token()));
        QCOMPARE(m_docker->count(u"^(stop|rm) "_s), 0);
    }

    void aPredecessorThatStaysIsTold()
    {
        have({oursExited});
        m_docker->on(u"^inspect .*State.Status"_s, Ran{.out = "exited\n"});
        m_docker->on(u"^rm"_s, Ran{.exitCode = 1, .err = "device busy\n"});
        const auto plan = prepare(request());
        QCOMPARE(plan.error().kind, Kind::NotRemoved);
        QCOMPARE(plan.error().detail, u"device busy"_s);
    }

    void thePortIsTheProjectsLastOrTheFirstFree()
    {
        QCOMPARE(prepare(request({}))->port, 4300);
        m_listening.insert(4300, {});
        QCOMPARE(prepare(request({}))->port, 4301);
        QCOMPARE(saveLastRun(m_states->path(), {.port = 4307, .project = project()}), std::nullopt);
        QCOMPARE(prepare(request({}))->port, 4307);
        LaunchRequest elsewhere = request({});
        elsewhere.range = {.first = 5000, .last = 5001};
        QCOMPARE(prepare(elsewhere)->port, 5000);
        m_listening.insert(5000, {});
        m_listening.insert(5001, {});
        QCOMPARE(prepare(elsewhere).error().kind, Kind::NoFreePort);
    }

    void whatRunsIsReplacedOnlyOnThePortThatIsNamed()
    {
        have({ours});
        LaunchRequest replacing = request({});
        replacing.running = Running::Replace;
        QCOMPARE(prepare(replacing)->port, 4301);
        QCOMPARE(m_docker->count(u"^(stop|rm)"_s), 0);
    }

    void aPredecessorDoesNotKeepItsProjectFromItsPort()
    {
        have({oursExited});
        QCOMPARE(saveLastRun(m_states->path(), {.port = 4300, .project = project()}), std::nullopt);
        QCOMPARE(prepare(request({}))->port, 4300);
        QCOMPARE(m_docker->count(u"^rm "_s), 1);
    }

    void anImageThatIsNotThereIsPulled()
    {
        m_docker->on(u"^image inspect"_s, Ran{.exitCode = 1, .err = "Error: No such image: node:22\n"});
        QVERIFY(prepare(request()).has_value());
        QCOMPARE(m_docker->commands(u"^pull"_s), QStringList{u"pull node:22"_s});
    }

    void anImageThatCannotBePulledLeavesThePredecessor()
    {
        have({ours});
        m_docker->on(u"^image inspect"_s, Ran{.exitCode = 1, .err = "Error: No such image: node:22\n"});
        m_docker->on(u"^pull"_s,
                     Ran{.exitCode = 1,
                         .err = "WARNING: x\nusing default tag\nmanifest for http://u:p@r not found\n"});
        LaunchRequest replacing = request();
        replacing.running = Running::Replace;
        const auto plan = prepare(replacing);
        QCOMPARE(plan.error().kind, Kind::ImageMissing);
        QVERIFY2(plan.error().detail.startsWith(u"manifest for"_s), qUtf8Printable(plan.error().detail));
        QVERIFY(!plan.error().detail.contains(u"u:p"_s));
        QCOMPARE(m_docker->count(u"^(stop|rm)"_s), 0);
    }

    void whyAnImageIsNotPulledIsToldWhateverIsPrinted_data()
    {
        QTest::addColumn<CommandOutcome>("outcome");
        QTest::addColumn<QString>("detail");
        QTest::newRow("it takes too long") << CommandOutcome(Failed{
            .cause = Failed::Cause::TimedOut, .reason = u"no answer"_s, .err = "latest: Pulling from node\n"})
                                           << u"no answer"_s;
        QTest::newRow("it ends without a word") << CommandOutcome(Ran{.exitCode = 1}) << QString();
        QTest::newRow("it only warns")
            << CommandOutcome(Ran{.exitCode = 1, .err = "WARNING: the platform does not match\n"})
            << QString();
    }

    void whyAnImageIsNotPulledIsToldWhateverIsPrinted()
    {
        QFETCH(const CommandOutcome, outcome);
        QFETCH(const QString, detail);
        m_docker->on(u"^image inspect"_s, Ran{.exitCode = 1, .err = "Error: No such image: node:22\n"});
        m_docker->on(u"^pull"_s, outcome);
        const auto plan = prepare(request());
        QCOMPARE(plan.error().kind, Kind::ImageMissing);
        QCOMPARE(plan.error().detail, detail);
    }

    void anEngineThatCannotBeAskedForTheImageIsToldAsSuch_data()
    {
        QTest::addColumn<CommandOutcome>("outcome");
        QTest::newRow("it does not answer")
            << CommandOutcome(Failed{.cause = Failed::Cause::TimedOut, .reason = u"no answer"_s});
        QTest::newRow("it is gone") << CommandOutcome(
            Ran{.exitCode = 1, .err = "Cannot connect to the Docker daemon at x.\n"});
    }

    void anEngineThatCannotBeAskedForTheImageIsToldAsSuch()
    {
        QFETCH(const CommandOutcome, outcome);
        m_docker->on(u"^image inspect"_s,
                     [outcome](const QStringList &, const CommandOptions &) { return outcome; });
        QCOMPARE(prepare(request()).error().kind, Kind::EngineUnreachable);
        QCOMPARE(m_docker->count(u"^pull"_s), 0);
    }

    void aPullIsGivenTheTimeThatItTakes()
    {
        std::chrono::milliseconds given{0};
        m_docker->on(u"^image inspect"_s, Ran{.exitCode = 1, .err = "Error: No such image: node:22\n"});
        m_docker->on(u"^pull"_s, [&given](const QStringList &, const CommandOptions &options) {
            given = options.timeout;
            return Ran{};
        });
        QVERIFY(prepare(request()).has_value());
        QVERIFY(given >= std::chrono::minutes(10));
    }

    void aFolderThatIsSwappedMeanwhileIsRefused()
    {
        const QString victim = m_folder.filePath(u"swapped"_s);
        QVERIFY(QDir().mkpath(victim));
        m_docker->on(u"^image inspect"_s, [victim](const QStringList &, const CommandOptions &) {
            QDir().rmdir(victim);
            QFile::link(u"/etc"_s, victim);
            return Ran{};
        });
        LaunchRequest asked = request();
        asked.container.folder = victim;
        QCOMPARE(prepare(asked).error().kind, Kind::BadRequest);
        QVERIFY(QFile::remove(victim) && QDir().mkpath(victim));
        LaunchRequest beside = request(); // a further mount
        beside.container.mounts = {{.source = victim, .target = u"/cache"_s}};
        QCOMPARE(prepare(beside).error().kind, Kind::BadRequest);
    }

    void aFolderThatGoesMeanwhileIsTold()
    {
        const QString victim = m_folder.filePath(u"victim"_s);
        QVERIFY(QDir().mkpath(victim));
        m_docker->on(u"^image inspect"_s, [victim](const QStringList &, const CommandOptions &) {
            QDir().rmdir(victim);
            return Ran{};
        });
        LaunchRequest asked = request();
        asked.container.folder = victim;
        QCOMPARE(prepare(asked).error().kind, Kind::FolderGone);
    }

    void aPreviewShowsWhatWouldRun()
    {
        const LaunchPreview preview = previewLaunch(request(), sources(), {});
        QVERIFY(preview.problems.isEmpty());
        QCOMPARE(preview.port, std::optional<quint16>(4300));
        QCOMPARE(preview.portTrouble, std::nullopt);
        QCOMPARE(preview.freePort, std::nullopt);
        QCOMPARE(m_docker->count(u"."_s), 0);
        const auto plan = prepare(request());
        ContainerSpec shown = plan->spec;
        shown.labels.remove(runLabel);
        QCOMPARE(preview.arguments, devServerArgs(shown, 4300, u"28.2.2"_s));
    }

    void aPreviewTellsEveryProblemAndAWayOut()
    {
        m_listening.insert(4300, {.program = u"node"_s, .pid = 42});
        LaunchRequest wrong = request();
        wrong.container.image = u"-x"_s;
        wrong.container.command.clear();
        const LaunchPreview preview = previewLaunch(wrong, sources(), {});
        QCOMPARE(preview.problems.size(), 2);
        QCOMPARE(preview.portTrouble->kind, Kind::PortHeldByProcess);
        QCOMPARE(preview.freePort, std::optional<quint16>(4301));
        QVERIFY(preview.arguments.isEmpty());
    }

    void aWrongLimitIsNamedOnce()
    {
        LaunchRequest wrong = request();
        wrong.container.memory = u"1m"_s;
        const auto plan = prepareLaunch(wrong, sources(), {});
        QVERIFY(!plan);
        QCOMPARE(plan.error().detail,
                 u"the setting sandbox/memory must be at least 6m, like 2g or 512m; it is \"1m\""_s);
    }

    void nothingIsStartedWithASettingThatCannotBeUsed()
    {
        LaunchRequest asked = request();
        const Error error{.tried = u"read"_s, .detail = u"the setting servers/patience must be a number"_s};
        asked.rejected = {error};
        const LaunchPreview preview = previewLaunch(asked, sources(), {});
        QCOMPARE(preview.problems,
                 (QList<DraftProblem>{{.field = DraftProblem::Field::Settings, .error = error}}));
        QVERIFY(preview.arguments.isEmpty());
        const auto plan = prepareLaunch(asked, sources(), {});
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, Kind::BadRequest);
        QCOMPARE(plan.error().detail, error.detail);
    }
};

BERTH_TEST(LaunchTest)

#include "tst_launch.moc"
