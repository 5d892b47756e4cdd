// SPDX-License-Identifier: MIT
#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

// The overlay driver does not work on everything that a machine's own disk may be; a tmpfs will do anywhere.
const EngineSetup roomy{.dataTmpfs = u"size=300m"_s};
const EngineSetup small{.dataTmpfs = u"size=60m"_s};
const EngineSetup fewFiles{.dataTmpfs = u"size=300m,nr_inodes=400"_s};

const QString turnReadOnly = u"mount --bind $F/data/overlay2 $F/data/overlay2\n"
                             "mount -o remount,bind,ro $F/data/overlay2"_s;
const QString fillDisk = u"dd if=/dev/zero of=$F/data/filling bs=64k 2>/dev/null || true"_s;
const QString useUpFiles = u"mkdir $F/data/filling\ni=0\n"
                           "while touch $F/data/filling/$i 2>/dev/null; do i=$((i+1)); done"_s;

void restartWith(Scene &scene, const EngineSetup &setup)
{
    scene.engine.restart(setup);
    scene.undo.push_back([&scene] { scene.engine.restart(); });
}

Break restartedWith(const QStringList &arguments)
{
    return [arguments](Scene &scene) { restartWith(scene, {.arguments = arguments}); };
}

Break defaultRuntime(const QString &program)
{
    return restartedWith({u"--add-runtime"_s, u"broken="_s + program, u"--default-runtime"_s, u"broken"_s});
}

// The engine asks its runtime for a version, too, and would not answer at all otherwise.
void hangingRuntime(Scene &scene)
{
    const QString program = scene.engine.folder() + u"/runtime"_s;
    QVERIFY(writeProgram(program,
                         "#!/bin/sh\ncase \"$*\" in *--version*) exec runc --version ;; esac\n"
                         "exec sleep 1000\n"));
    defaultRuntime(program)(scene);
}

// One that dockerd does not manage, and so does not start again. The engine says "connection closed" or
// "connection refused", as its own attempts to connect anew happen to go.
void deadContainerd(Scene &scene)
{
    const QString address = scene.engine.folder() + u"/exec/own/containerd.sock"_s;
    const QString startIt = uR"(mkdir -p $F/exec/own
        printf 'version = 2\nroot = "%s"\nstate = "%s"\n[grpc]\naddress = "%s"\n' \
            $F/exec/own/root $F/exec/own/state $F/exec/own/containerd.sock >$F/exec/own/config.toml
        containerd --config $F/exec/own/config.toml >$F/exec/own/log 2>&1 &
        echo $! >$F/exec/own/pid)"_s;
    restartWith(scene, {.arguments = {u"--containerd"_s, address}, .before = startIt});
    scene.engine.mustRunInside(u"kill -9 $(cat $F/exec/own/pid)"_s);
}

Break inside(const QString &script, const QString &undoScript)
{
    return [=](Scene &scene) {
        scene.engine.mustRunInside(script);
        scene.undo.push_back([=, &scene] { scene.engine.mustRunInside(undoScript); });
    };
}

// What happens between `load` and `run`, the engine only sees when it is to run.
Break insideOnceLoaded(const QString &script, const QString &undoScript)
{
    return [=](Scene &scene) {
        const QString file = scene.path(u"break"_s);
        const QString once =
            u"set -e\nF=%1\ntest ! -e $F/broken || exit 0\ntouch $F/broken\n"_s.arg(scene.engine.folder());
        QVERIFY(writeProgram(file, (once + script).toUtf8()));
        useClientThat(scene, u"run"_s,
                      u"nsenter --target %1 --mount sh %2"_s.arg(scene.engine.pid()).arg(file));
        scene.undo.push_back([=, &scene] { scene.engine.mustRunInside(u"rm $F/broken\n"_s + undoScript); });
    };
}

void readOnlyCgroups(Scene &scene)
{
    const QString remount = u"for m in $(findmnt --noheadings --output TARGET --types cgroup,cgroup2)\n"
                            "do mount -o remount,bind,%1 $m; done"_s;
    inside(remount.arg(u"ro"_s), remount.arg(u"rw"_s))(scene);
}

// An image of somebody's holds the layer: it can be neither removed nor loaded anew.
void damagedForGood(Scene &scene)
{
    keepProbeLayer(scene);
    scene.engine.mustRunInside(u"rm -rf $F/data/overlay2/*/diff"_s);
}

} // namespace

// The engine answers, and cannot run a container.
class CannotRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine(); }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<EngineSetup>("setup");
        QTest::addColumn<Break>("breakIt");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("diagnosis");
        const QString unusable = u"unusable"_s;
        const QString unknown = u"unknown"_s;
        const QString umount = u"umount --lazy $F/data/overlay2"_s;
        const QString remove = u"rm -rf $F/data/filling"_s;

        QTest::newRow("the runtime is missing")
            << EngineSetup{} << defaultRuntime(u"/nonexistent/runc"_s) << unusable << u"runtime-missing"_s;
        QTest::newRow("the runtime fails")
            << EngineSetup{} << defaultRuntime(u"/bin/false"_s) << unusable << u"runtime-failed"_s;
        QTest::newRow("the runtime hangs")
            << EngineSetup{} << Break(hangingRuntime) << unknown << u"run-silent"_s;
        QTest::newRow("containerd is dead")
            << EngineSetup{} << Break(deadContainerd) << unusable << u"containerd-down"_s;
        QTest::newRow("the layers are read-only")
            << roomy << inside(turnReadOnly, umount) << unknown << u"storage-read-only"_s;
        QTest::newRow("the layers turn read-only after the load")
            << roomy << insideOnceLoaded(turnReadOnly, umount) << unusable << u"storage-read-only"_s;
        QTest::newRow("a layer is damaged for good")
            << roomy << Break(damagedForGood) << unusable << u"layer-damaged"_s;
        // More open files than any kernel grants.
        QTest::newRow("a limit of open files is refused")
            << EngineSetup{} << restartedWith({u"--default-ulimit"_s, u"nofile=4294967296:4294967296"_s})
            << unusable << u"rlimit-refused"_s;
        QTest::newRow("the cgroups are read-only")
            << EngineSetup{} << Break(readOnlyCgroups) << unusable << u"cgroups-read-only"_s;
        QTest::newRow("the disk is full") << small << inside(fillDisk, remove) << unknown << u"disk-full"_s;
        QTest::newRow("the disk fills up after the load")
            << small << insideOnceLoaded(fillDisk, remove) << unusable << u"disk-full"_s;
        QTest::newRow("the inodes are used up")
            << fewFiles << inside(useUpFiles, remove) << unknown << u"inodes-full"_s;
        QTest::newRow("the inodes are used up after the load")
            << fewFiles << insideOnceLoaded(useUpFiles, remove) << unusable << u"inodes-full"_s;
    }

    void saysWhatIsWrong()
    {
        QFETCH(const EngineSetup, setup);
        QFETCH(const Break, breakIt);
        QFETCH(const QString, verdict);
        QFETCH(const QString, diagnosis);
        m_engine->restart(setup);
        Scene scene(*m_engine);
        breakIt(scene);
        // The engine's mounts are the machine's in these rows.
        scene.call.prefix = {u"nsenter"_s, u"--target"_s, QString::number(m_engine->pid()), u"--mount"_s};
        verifyJudgement(runBerth(scene.call), verdict, diagnosis);
        scene.heal();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    // The files are gone and the store does not know: what a load of the same bytes does not repair.
    void aDamagedLeftoverOfItsOwnIsRepaired()
    {
        m_engine->restart(roomy);
        Scene scene(*m_engine);
        QVERIFY(writeFile(scene.path(u"left"_s), probeArchive(*m_engine)));
        QVERIFY(m_engine->docker({u"load"_s, u"--input"_s, scene.path(u"left"_s)}).succeeded());
        m_engine->mustRunInside(u"rm -rf $F/data/overlay2/*/diff"_s);
        verifyJudgement(runBerth(scene.call), u"usable"_s, {});
        verifyNothingIsLeft(*m_engine);
    }

private:
    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(CannotRunTest)

#include "tst_cannotrun.moc"
