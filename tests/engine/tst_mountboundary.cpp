// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QDateTime>
#include <QFileInfo>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

// $S is the scene's folder, $H berth's home, $E the engine's folder.
const QStringList refusedPaths{
    u"/"_s, u"//"_s, u"/."_s, u"/.."_s, u"/usr/.."_s,
    // the system's own
    u"/etc"_s, u"/etc/"_s, u"//etc"_s, u"/etc/."_s, u"/usr/../etc"_s, u"/etc/ssl"_s, u"/etc/passwd"_s,
    u"/run"_s, u"/run/"_s, u"/var/run"_s, u"/var/run/../run"_s, u"/var"_s, u"/proc"_s, u"/proc/self"_s,
    u"/proc/self/root"_s, u"/proc/self/root/etc"_s, u"/proc/1/root"_s, u"/proc/self/fd"_s, u"/sys"_s,
    u"/sys/fs/cgroup"_s, u"/dev"_s, u"/dev/shm"_s, u"/dev/null"_s, u"/boot"_s, u"/var/lib/docker"_s,
    u"/var/lib"_s,
    // the engine's own, and what is above its socket
    u"$E"_s, u"$E/docker.sock"_s, u"$E/data"_s, u"$E/data/containers"_s, u"$E/data/.."_s, u"$E/.."_s,
    u"/tmp"_s,
    // the home folder, and where secrets are kept in it
    u"$H"_s, u"$H/"_s, u"$H/.config/.."_s, u"$H/.ssh"_s, u"$H/.ssh/"_s, u"$H/.ssh/../.ssh"_s, u"$H/.gnupg"_s,
    u"$H/.docker"_s, u"$H/.aws"_s, u"$H/.config"_s, u"$H/.config/deep"_s, u"$H/.kube"_s, u"$H/.netrc"_s,
    u"$S"_s, u"/root"_s, u"/root/.ssh"_s,
    // links to those
    u"$S/to-etc"_s, u"$S/to-etc/"_s, u"$S/to-etc/ssl"_s, u"$S/deep/../to-etc"_s, u"$S/to-link"_s,
    u"$S/to-root"_s, u"$S/to-root/etc"_s, u"$S/to-ssh"_s, u"$S/to-socket"_s, u"$S/to-engine"_s,
    u"$S/relative"_s, u"$S/to-proc"_s, u"$S/project/../to-etc"_s,
    // what cannot be mounted at all
    u"$S/loop"_s, u"$S/dangling"_s, u"$S/missing"_s, u"$S/fifo"_s, u"$S/line\r\nend"_s, u"$S/blank "_s,
    u"$S/@odd@"_s};

// Bytes that are no UTF-8 stand where an argument has @odd@.
const QString withOddBytes = u"odd=$(printf 'x\\377y'); for each do shift; case $each in\n"
                             "*@odd@*) set -- \"$@\" \"${each%%@odd@*}$odd${each#*@odd@}\" ;;\n"
                             "*) set -- \"$@\" \"$each\" ;; esac; done; exec \"$@\""_s;

QString momentNow()
{
    return QString::number(double(QDateTime::currentMSecsSinceEpoch()) / 1000, 'f', 3);
}

QString nameOf(const QString &path)
{
    return QString(path).replace(u'\r', u"\\r"_s).replace(u'\n', u"\\n"_s);
}

} // namespace

// Whatever a folder is called and wherever it leads: none of the refused places gets into a container.
class MountBoundaryTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;
    QString m_project;
    QString m_began;

    QString expanded(QString path) const
    {
        return path.replace(u"$S"_s, m_scene->folder.path())
            .replace(u"$H"_s, m_scene->path(u"home"_s))
            .replace(u"$E"_s, m_engine->folder());
    }

    // The containers that the engine was asked for since then.
    QByteArray madeSince(const QString &moment) const
    {
        return m_engine
            ->docker({u"events"_s, u"--since"_s, moment, u"--until"_s, momentNow(), u"--filter"_s,
                      u"type=container"_s, u"--filter"_s, u"event=create"_s})
            .out;
    }

    static BerthCall withOdd(BerthCall call)
    {
        call.prefix += shell(withOddBytes);
        return call;
    }

    static void verifyRefused(const BerthRun &run)
    {
        const QByteArray text = QByteArray::number(run.exitCode) + ": " + run.err;
        QVERIFY2(run.exitCode == 125 && run.err.contains("mount") && run.out.isEmpty(), text.constData());
    }

    BerthCall runCall(const QString &folder, const QStringList &options, const QString &script) const
    {
        return callOnEngine(*m_scene,
                            QStringList{u"run"_s, folder, u"--image"_s, u"tools:1"_s} + options
                                + QStringList{u"--"_s, u"sh"_s, u"-c"_s, script});
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine({}, {u"tools"_s});
        if (m_engine == nullptr)
            return;
        m_scene = std::make_unique<Scene>(*m_engine);
        m_project = makeProject(*m_scene, u"project"_s, {{u"present"_s, "yes\n"}});
        const QString script =
            u"set -e; cd \"$1\"; mkdir -p deep 'blank ' home; (cd home; touch .netrc; mkdir -p .ssh .gnupg "
            u".docker .aws "
            ".config/deep .kube); mkdir \"$(printf 'x\\377y')\" \"$(printf 'line\\r\\nend')\"; mkfifo fifo\n"
            "ln -s /etc to-etc; ln -s to-etc to-link; ln -s / to-root; ln -s home/.ssh to-ssh\n"
            "ln -s \"$2/docker.sock\" to-socket; ln -s \"$2\" to-engine; ln -s ../../etc relative\n"
            "ln -s /proc/self/root/etc to-proc; ln -s loop loop; ln -s nowhere dangling"_s;
        mustRun(shell(script, {m_scene->folder.path(), m_engine->folder()}));
    }

    void init() { m_began = momentNow(); }

    void refusedPlacesAreNotMounted_data()
    {
        QTest::addColumn<QString>("path");
        for (const QString &path : refusedPaths)
            QTest::newRow(qUtf8Printable(nameOf(path))) << path;
    }

    void refusedPlacesAreNotMounted()
    {
        QFETCH(const QString, path);
        const QString folder = expanded(path);
        BerthProcess up(withOdd(upCall(*m_scene, folder, u"tools:1"_s, {u"httpd"_s, u"-f"_s}, 4302)));
        BerthProcess run(withOdd(runCall(m_project, {u"--mount"_s, folder + u":/extra"_s}, u"true"_s)));
        verifyRefused(up.wait());
        verifyRefused(run.wait());
    }

    void refusedTargetsAreNotMountedOver_data()
    {
        QTest::addColumn<QString>("target");
        for (const auto *const target :
             {"/", "/tmp", "/proc", "/proc/self", "/sys", "/dev/shm", "/repo", "/a/../proc", "//proc", "/x/"})
            QTest::newRow(target) << QString::fromUtf8(target);
    }

    void refusedTargetsAreNotMountedOver()
    {
        QFETCH(const QString, target);
        const QString extra = makeProject(*m_scene, u"extra"_s);
        verifyRefused(runBerth(runCall(m_project, {u"--mount"_s, extra + u':' + target}, u"true"_s)));
    }

    void theCurrentFolderIsNoWayRound()
    {
        BerthCall call = upCall(*m_scene, u"."_s, u"tools:1"_s, {u"httpd"_s, u"-f"_s}, 4302);
        call.prefix += QStringList{u"env"_s, u"--chdir=/etc"_s};
        verifyRefused(runBerth(call));
    }

    void noContainerWasEverMade()
    {
        // The three before this one, and it.
        const QByteArray made = madeSince(u"0"_s);
        QVERIFY2(made.isEmpty(), made.constData());
    }

    // What was checked is what is mounted, whatever becomes of the link that led there.
    void aLinkThatIsSwappedAfterTheCheckIsNotFollowed()
    {
        QVERIFY(QFile::link(m_project, m_scene->path(u"swapped"_s)));
        const BerthCall saved = m_scene->call;
        useClientThat(*m_scene, u"run"_s, u"ln -sfn /etc '%1'"_s.arg(m_scene->path(u"swapped"_s)));
        const BerthRun run = runBerth(runCall(m_scene->path(u"swapped"_s), {}, u"ls"_s));
        m_scene->call = saved;
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.out, QByteArray("present\n"));
        QCOMPARE(QFileInfo(m_scene->path(u"swapped"_s)).symLinkTarget(), u"/etc"_s);
    }

    // The folder itself, between the check and the start: `up` looks for its image in between.
    void aFolderThatIsSwappedForALinkIsRefused()
    {
        const QString project = makeProject(*m_scene, u"moved"_s);
        const BerthCall saved = m_scene->call;
        useClientThat(*m_scene, u"image"_s, u"rmdir '%1' && ln -s /etc '%1'"_s.arg(project));
        const BerthCall call = upCall(*m_scene, project, u"tools:1"_s, {u"httpd"_s, u"-f"_s}, 4302);
        m_scene->call = saved;
        verifyRefused(runBerth(call));
        QCOMPARE(QFileInfo(project).symLinkTarget(), u"/etc"_s);
        QCOMPARE(madeSince(m_began), QByteArray());
    }

    // All of them at once, and each is the folder that it should be.
    void oddButLegalNamesAreMounted()
    {
        const QStringList names{u"co:lon"_s,       u"col:/on"_s,     u"x:ro"_s,
                                u"com,ma"_s,       u",readonly"_s,   u"a=b"_s,
                                u"quo\"te"_s,      u"\"quoted\""_s,  u"it's"_s,
                                u"new\nline"_s,    u"tab\there"_s,   u"cr\rhere"_s,
                                u"a blank"_s,      u"back\\slash"_s, u"-dash"_s,
                                u"--mount"_s,      u"$HOME"_s,       u"$(id)"_s,
                                u"`id`"_s,         u"*"_s,           u"~"_s,
                                u"#hash"_s,        u"%41"_s,         u"ünïcode"_s,
                                u"\U0001F40B"_s,   u"..."_s,         u"..data"_s,
                                u"etc"_s,          u".ssh"_s,        u"{port}"_s,
                                u"a;b"_s,          u"a|b&c"_s,       u"type=volume,source=x"_s,
                                QString(200, u'n')};
        QStringList mounts;
        QByteArray expected;
        for (qsizetype i = 0; i < names.size(); ++i) {
            const QByteArray mark = "folder " + QByteArray::number(i) + '\n';
            const QString folder = makeProject(*m_scene, u"odd/"_s + names.at(i), {{u"mark"_s, mark}});
            mounts += QStringList{u"--mount"_s, u"%1:/m/%2:ro"_s.arg(folder).arg(i)};
            expected += mark;
        }
        const QString script = u"for i in $(seq 0 %1); do cat /m/$i/mark; done"_s.arg(names.size() - 1);
        for (const QString &client : dockerClients()) {
            Scene scene(*m_engine);
            const BerthCall saved = m_scene->call;
            useClient(scene, client);
            m_scene->call.path = scene.call.path;
            const BerthRun run = runBerth(runCall(m_project, mounts, script));
            m_scene->call = saved;
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QCOMPARE(run.out, expected);
        }
    }

    void cleanupTestCase()
    {
        if (m_engine != nullptr)
            verifyNothingIsLeft(*m_engine);
        if (m_scene != nullptr)
            mustRun({u"rm"_s, u"-rf"_s, m_scene->folder.path()}); // Qt cannot name all of it
        m_scene.reset();
        m_engine.reset();
    }
};

BERTH_TEST(MountBoundaryTest)

#include "tst_mountboundary.moc"
