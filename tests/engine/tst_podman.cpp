// SPDX-License-Identifier: MIT
#include "tests/engine/berthcall.h"
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

// podman's service, answering as docker's engine does: own storage, network and mounts.
class PodmanService final
{
public:
    // `openFiles`: the limit that it asks for each container.
    explicit PodmanService(const QByteArray &openFiles)
        : m_folder(QDir::tempPath() + u"/berth-podman-XXXXXX"_s)
    {
        writeFile(m_folder.filePath(u"containers.conf"_s),
                  "[containers]\ndefault_ulimits=[\"nofile=" + openFiles + "\",\"nproc=1024:1024\"]\n");
        const QString folder = m_folder.path();
        const QStringList command = QStringList{u"setpriv"_s, u"--pdeathsig"_s, u"KILL"_s}
            + m_network.inside()
            + withMounts(u"mount --bind %1 %1\nexport CONTAINERS_CONF=%1/containers.conf"_s.arg(folder))
            + QStringList{u"podman"_s,
                          u"--root"_s,
                          folder + u"/root"_s,
                          u"--runroot"_s,
                          folder + u"/run"_s,
                          u"--tmpdir"_s,
                          folder + u"/tmp"_s,
                          u"--cgroup-manager=cgroupfs"_s,
                          u"--events-backend=file"_s,
                          u"--runtime"_s,
                          u"runc"_s,
                          u"system"_s,
                          u"service"_s,
                          u"--time"_s,
                          u"0"_s,
                          endpoint()};
        m_service.setStandardOutputFile(QProcess::nullDevice());
        m_service.setStandardErrorFile(folder + u"/log"_s);
        m_service.start(command.first(), command.mid(1));
        const auto answers = [this] { return docker({u"version"_s}).succeeded(); };
        if (!QTest::qWaitFor(answers, 20'000))
            QTest::qFail("podman does not answer", __FILE__, __LINE__);
    }

    ~PodmanService()
    {
        m_service.kill();
        m_service.waitForFinished();
        endAllWithMountsOf(m_folder.path());
        // Podman gives it no name of the test's own; what is in use stays.
        runTool(shell(u"find /sys/fs/cgroup -depth -type d -path '*/libpod_parent*' -exec rmdir {} +"_s));
    }

    QString endpoint() const { return u"unix://" + m_folder.filePath(u"podman.sock"_s); }

    ToolEnding docker(const QStringList &arguments) const
    {
        return runTool(QStringList{u"docker"_s, u"--host"_s, endpoint()} + arguments);
    }

private:
    QTemporaryDir m_folder;
    PrivateNetwork m_network;
    QProcess m_service;
};

} // namespace

// Not docker, but what docker's client may have been led to.
class PodmanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        verifyMachine();
        QVERIFY2(!QStandardPaths::findExecutable(u"podman"_s).isEmpty(),
                 "The engine tests need podman, which is not on PATH.");
    }

    void runsContainersAndIsToldApart()
    {
        const PodmanService podman("1024:1024");
        const BerthRun run = runBerth({.environment = {{u"DOCKER_HOST"_s, podman.endpoint()}}});
        QCOMPARE(run.verdict(), u"usable"_s);
        QCOMPARE(run.engine()["flavour"_L1].toString(), u"podman"_s);
        verifyNothingIsLeftOn(podman);
    }

    // It asks for more open files than any kernel grants. Podman knows the cause; docker's client keeps it to
    // itself, and says nothing that only an engine would say.
    void aRefusalThatTheClientSwallowsIsUnknown()
    {
        const PodmanService podman("4294967296:4294967296");
        const BerthRun run = runBerth({.environment = {{u"DOCKER_HOST"_s, podman.endpoint()}}});
        QCOMPARE(run.verdict(), u"unknown"_s);
        QCOMPARE(run.json["daemonAnswered"_L1].toBool(), true);
        QVERIFY2(run.reason().contains(u"received 409"), qUtf8Printable(run.reason()));
        verifyNothingIsLeftOn(podman);
    }

    // It answers 0 for whatever it removes by itself.
    void aSandboxRunPassesTheExitCodeOn()
    {
        const PodmanService podman("1024:1024");
        const QTemporaryDir folder(QDir::tempPath() + u"/berth-scene-XXXXXX"_s);
        const ToolEnding imported = podman.docker({u"import"_s, imageArchive(u"tools"_s), u"tools:1"_s});
        QVERIFY2(imported.succeeded(), imported.err.constData());
        for (const int code : {3, 0}) {
            BerthCall call{.environment = {{u"DOCKER_HOST"_s, podman.endpoint()}}};
            call.arguments = {u"run"_s, folder.path(), u"--image"_s, u"tools:1"_s,
                              u"--"_s,  u"sh"_s,       u"-c"_s,      u"echo said; exit %1"_s.arg(code)};
            const BerthRun run = runBerth(call);
            QVERIFY2(run.exitCode == code, run.err.constData());
            QCOMPARE(run.out, QByteArray("said\n"));
        }
        QCOMPARE(podman.docker({u"ps"_s, u"--all"_s, u"--quiet"_s}).out, QByteArray());
    }

    // Its command line behind docker's name: it has no engine that could be asked, and is told apart.
    void itsOwnCommandLineIsSaidToBeNone()
    {
        const QTemporaryDir folder(QDir::tempPath() + u"/berth-scene-XXXXXX"_s);
        const QString client = folder.filePath(u"docker"_s);
        QVERIFY(writeProgram(client, "#!/bin/sh\nexec podman \"$@\"\n"));
        BerthCall call{.settings = {{u"docker/program"_s, client}}};
        // No service of the machine's own is in the way.
        call.prefix = withMounts(u"mount -t tmpfs tmpfs /run"_s);
        const BerthRun check = runBerth(call);
        verifyJudgement(check, u"unknown"_s, u"client-podman"_s);
        const QList<QStringList> verbs{
            {u"ls"_s},
            {u"down"_s, u"4300"_s},
            {u"up"_s, folder.path(), u"--image"_s, u"tools:1"_s, u"--"_s, u"true"_s},
            {u"run"_s, folder.path(), u"--image"_s, u"tools:1"_s, u"--"_s, u"true"_s}};
        for (const QStringList &verb : verbs) {
            call.arguments = verb;
            const BerthRun run = runBerth(call);
            QVERIFY(run.exitCode > 0);
            QVERIFY2(run.err.contains("The docker command is podman"), run.err.constData());
        }
    }

private:
    static void verifyNothingIsLeftOn(const PodmanService &podman)
    {
        QCOMPARE(podman.docker({u"ps"_s, u"--all"_s, u"--quiet"_s}).out, QByteArray());
        QCOMPARE(podman.docker({u"images"_s, u"--quiet"_s}).out, QByteArray());
    }
};

BERTH_TEST(PodmanTest)

#include "tst_podman.moc"
