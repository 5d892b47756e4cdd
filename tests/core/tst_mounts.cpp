// SPDX-License-Identifier: MIT
#include "core/sandbox/mounts.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const QString here = u"unix:///var/run/docker.sock"_s;

EngineFacts engineAt(const QString &endpoint, Flavour flavour = Flavour::Docker)
{
    return {.endpoint = endpoint, .flavour = flavour};
}

void makeFile(const QString &path)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
}

} // namespace

class MountsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_home;
    QString m_project;
    QString m_engineFolder;

    // In rows, ~ stands for the home folder and @ for the test's own.
    QString filledIn(QString path) const { return path.replace(u'~', m_home).replace(u'@', m_folder.path()); }

    Result<Mount> check(const QString &source, const QString &target = u"/repo"_s) const
    {
        EngineFacts engine = engineAt(u"unix://"_s + m_engineFolder + u"/docker.sock"_s);
        engine.rootFolder = m_engineFolder + u"/data"_s;
        return checkedMount({.source = source, .target = target}, engine, {m_home});
    }

    void link(const QString &target, const QString &name) const
    {
        QVERIFY(QFile::link(filledIn(target), filledIn(name)));
    }

    QByteArray nameThatIsNoUtf8() const { return m_home.toLocal8Bit().append("/bad\xff"); }

private Q_SLOTS:
    void cleanupTestCase() { ::rmdir(nameThatIsNoUtf8().constData()); } // Qt cannot name it

    void initTestCase()
    {
        const QString root = QFileInfo(m_folder.path()).canonicalFilePath();
        m_home = root + u"/home/kim"_s;
        m_project = m_home + u"/project"_s;
        m_engineFolder = root + u"/engine/run"_s;
        for (const QString &path :
             {u"~/project/src"_s, u"~/.ssh/keys"_s, u"~/.config/app"_s, u"~/.local/share/keyrings"_s,
              u"~/.sshx"_s, u"~/pro:ject"_s, u"~/a,b"_s, u"~/a\"b"_s, u"~/a\nb"_s, u"~/a b"_s, u"~/ends "_s,
              u"~/a\r\nb"_s, u"@/engine/run/data/volumes"_s, u"@/engine/other"_s, u"@/elsewhere"_s})
            QVERIFY(QDir().mkpath(filledIn(path)));
        makeFile(filledIn(u"~/.ssh/id"_s));
        makeFile(filledIn(u"~/.netrc"_s));
        makeFile(filledIn(u"~/project/file"_s));
        makeFile(m_engineFolder + u"/docker.sock"_s);
        QVERIFY(::mkfifo(filledIn(u"~/project/pipe"_s).toLocal8Bit().constData(), 0600) == 0);
        QVERIFY(QDir().mkpath(m_home + u"/project/deep/er"_s));
        const QByteArray bad = nameThatIsNoUtf8();
        QCOMPARE(::mkdir(bad.constData(), 0700), 0);
        QCOMPARE(::symlink(bad.constData(), filledIn(u"~/to-bad"_s).toLocal8Bit().constData()), 0);
        link(u"~/.ssh"_s, u"~/project/innocent"_s);
        link(u"~/project/innocent"_s, u"~/project/twice"_s);
        link(u"~"_s, u"~/project/homeward"_s);
        link(u"/"_s, u"~/project/root"_s);
        link(u"/etc"_s, u"~/project/settings"_s);
        link(u"@/engine/run/docker.sock"_s, u"~/project/socket"_s);
        link(u"~/project/nowhere"_s, u"~/project/dangling"_s);
        link(u"~/project/loop"_s, u"~/project/loop"_s);
        link(u"~/project/src"_s, u"~/project/harmless"_s);
        link(u"~/.ssh"_s, u"@/outside"_s);
    }

    void refusesWhatNoContainerGets_data()
    {
        QTest::addColumn<QString>("source");
        for (const char *source : {"/",
                                   "//",
                                   "/.",
                                   "/..",
                                   "/etc",
                                   "/etc/",
                                   "/etc/.",
                                   "/etc/passwd",
                                   "/etc/ssl",
                                   "/usr/../etc",
                                   "/var/run",
                                   "/var/run/",
                                   "/run",
                                   "/run/lock",
                                   "/var",
                                   "/var/",
                                   "/proc",
                                   "/proc/self",
                                   "/proc/1/root",
                                   "/proc/self/root/etc",
                                   "/proc/self/root/proc",
                                   "/sys",
                                   "/sys/fs",
                                   "/dev",
                                   "/dev/shm",
                                   "/dev/null",
                                   "/boot",
                                   "/../etc/../etc",
                                   "/usr/bin/../../run",
                                   "~",
                                   "~/",
                                   "~/.",
                                   "~/project/..",
                                   "~/project/../",
                                   "~/project/./src/../..",
                                   "~/..",
                                   "@/home",
                                   "@",
                                   "~/.ssh",
                                   "~/.ssh/",
                                   "~/.ssh/keys",
                                   "~/.ssh/id",
                                   "~/.ssh/../.ssh",
                                   "~//.ssh",
                                   "~/project/../.ssh",
                                   "~/.config",
                                   "~/.config/app",
                                   "~/.local",
                                   "~/.local/share",
                                   "~/.local/share/keyrings",
                                   "~/.netrc",
                                   "~/project/innocent",
                                   "~/project/innocent/",
                                   "~/project/innocent/keys",
                                   "~/project/innocent/..",
                                   "~/project/twice",
                                   "~/project/twice/id",
                                   "~/project/homeward",
                                   "~/project/homeward/.ssh",
                                   "~/project/root",
                                   "~/project/root/etc",
                                   "~/project/settings",
                                   "~/project/settings/passwd",
                                   "~/project/socket",
                                   "@/outside",
                                   "@/engine",
                                   "@/engine/run",
                                   "@/engine/run/docker.sock",
                                   "@/engine/run/data",
                                   "@/engine/run/data/volumes"})
            QTest::newRow(source) << QString::fromUtf8(source);
    }

    void refusesWhatNoContainerGets()
    {
        QFETCH(const QString, source);
        const auto mount = check(filledIn(source));
        QVERIFY(!mount);
        QVERIFY2(mount.error().detail.contains(u"would open"_s), qUtf8Printable(mount.error().detail));
    }

    void refusesWhatIsNothingToMount_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *claim, const QString &source, const QString &reason) {
            QTest::newRow(claim) << source << reason;
        };
        row("nothing", {}, u"empty"_s);
        row("a missing folder, which docker would make as root", u"~/missing"_s, u"does not exist"_s);
        row("a missing folder below a file", u"~/project/file/x"_s, u"does not exist"_s);
        row("a link to nowhere", u"~/project/dangling"_s, u"does not exist"_s);
        row("a link to itself", u"~/project/loop"_s, u"does not exist"_s);
        row("a folder named with a trailing slash that is a file", u"~/project/file/"_s, u"does not exist"_s);
        row("a pipe", u"~/project/pipe"_s, u"neither a folder nor"_s);
        row("bytes that are no UTF-8", QString::fromLocal8Bit("/home/bad\xff"), u"UTF-8"_s);
        row("half a character", u"/home/bad"_s + QChar(0xd800), u"UTF-8"_s);
        row("a link to bytes that are no UTF-8", u"~/to-bad"_s, u"UTF-8"_s);
        row("a null character", u"/home/kim"_s + QChar(u'\0') + u"/x"_s, u"null"_s);
        row("a line end of two characters", u"~/a\r\nb"_s, u"line end"_s);
        row("a blank at the end", u"~/ends "_s, u"blank"_s);
    }

    void refusesWhatIsNothingToMount()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, reason);
        const auto mount = check(filledIn(source));
        QVERIFY(!mount);
        QVERIFY2(mount.error().detail.contains(reason), qUtf8Printable(mount.error().detail));
    }

    void refusesTargetsThatAreNone_data()
    {
        QTest::addColumn<QString>("target");
        for (const char *target : {"", "repo", "./repo", "/", "/repo/", "/repo/..", "/a/../b", "//a", "/tmp",
                                   "/proc", "/proc/self", "/sys/fs", "/dev", "/dev/shm", " /a", "/a "})
            QTest::newRow(*target != 0 ? target : "nothing") << QString::fromUtf8(target);
    }

    void refusesTargetsThatAreNone()
    {
        QFETCH(const QString, target);
        const auto mount = check(m_project, target);
        QVERIFY(!mount);
        QVERIFY2(mount.error().tried.contains(u" at "_s), qUtf8Printable(mount.error().tried));
    }

    void letsProjectsThrough_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("canonical");
        const auto row = [](const char *source, const QString &canonical = {}) {
            QTest::newRow(source) << QString::fromUtf8(source)
                                  << (canonical.isEmpty() ? QString::fromUtf8(source) : canonical);
        };
        row("~/project");
        row("~/project/", u"~/project"_s);
        row("~/project/src");
        row("~/project/file");
        row("~/project/../project/./src", u"~/project/src"_s);
        row("~/project/harmless", u"~/project/src"_s);
        row("~/project/homeward/project", u"~/project"_s);
        row("~/.sshx");
        row("~/pro:ject");
        row("~/a,b");
        row("~/a\"b");
        row("~/a\nb");
        row("~/a b");
        row("@/elsewhere");
        row("@/engine/other");
    }

    void letsProjectsThrough()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, canonical);
        const auto mount = check(filledIn(source));
        QVERIFY2(mount.has_value(), mount ? "" : qUtf8Printable(mount.error().detail));
        QCOMPARE(mount->source, filledIn(canonical));
        QVERIFY(!changeSince(*mount));
    }

    void refusesAnotherNameOfARefusedFolder()
    {
        // A hard link of a file has the device and inode of it, as a bind mount of a folder has.
        const QByteArray original = filledIn(u"~/.netrc"_s).toLocal8Bit();
        const QByteArray other = filledIn(u"~/project/notes"_s).toLocal8Bit();
        QCOMPARE(::link(original.constData(), other.constData()), 0);
        QVERIFY(!check(filledIn(u"~/project/notes"_s)));
    }

    void refusesTheHomeOfWhoeverOwnsTheSource()
    {
        const QString home = homeFolders().last(); // as the user database has it
        QVERIFY(!checkedMount({.source = home, .target = u"/repo"_s}, engineAt(here), {}));
    }

    void refusesAnEngineElsewhere_data()
    {
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<int>("flavour");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("a socket of this machine") << here << int(Flavour::Docker) << true;
        QTest::newRow("over TCP") << u"tcp://10.0.0.1:2376"_s << int(Flavour::Docker) << false;
        QTest::newRow("over ssh") << u"ssh://kim@lab"_s << int(Flavour::Docker) << false;
        QTest::newRow("one that is not known") << QString() << int(Flavour::Unknown) << false;
        QTest::newRow("Desktop shares the folders of this machine")
            << u"npipe:////./pipe/docker_engine"_s << int(Flavour::Desktop) << true;
    }

    void refusesAnEngineElsewhere()
    {
        QFETCH(const QString, endpoint);
        QFETCH(const int, flavour);
        QFETCH(const bool, allowed);
        const auto mount = checkedMount({.source = m_project, .target = u"/repo"_s},
                                        engineAt(endpoint, Flavour(flavour)), {m_home});
        QCOMPARE(mount.has_value(), allowed);
        if (!allowed)
            QVERIFY(mount.error().detail.contains(u"engine's host"_s));
    }

    void noticesWhatWasSwappedAfterTheCheck_data()
    {
        QTest::addColumn<QString>("replacement");
        QTest::newRow("by a link to a secret") << u"link"_s;
        QTest::newRow("by another folder") << u"folder"_s;
        QTest::newRow("by nothing") << QString();
    }

    void noticesWhatWasSwappedAfterTheCheck()
    {
        QFETCH(const QString, replacement);
        const QString victim =
            m_project + u"/victim-"_s + QString::fromUtf8(QTest::currentDataTag()).right(3);
        QVERIFY(QDir().mkpath(victim));
        const auto mount = check(victim);
        QVERIFY(mount && !changeSince(*mount));
        QVERIFY(QDir().rename(victim, victim + u".old"_s));
        if (replacement == "link"_L1)
            QVERIFY(QFile::link(m_home + u"/.ssh"_s, victim));
        if (replacement == "folder"_L1)
            QVERIFY(QDir().mkpath(victim));
        QVERIFY(changeSince(*mount));
    }

    void noticesALinkThatWasPutAboveTheSource()
    {
        const QString above = m_project + u"/above"_s;
        QVERIFY(QDir().mkpath(above + u"/keys"_s));
        const auto mount = check(above + u"/keys"_s);
        QVERIFY(mount);
        QVERIFY(QDir().rename(above, above + u".old"_s));
        QVERIFY(QFile::link(m_home + u"/.ssh"_s, above));
        QVERIFY(changeSince(*mount));
    }

    void quotesFieldsAsDockerReadsThem_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("argument");
        QTest::newRow("plain") << u"/a/b"_s << u"type=bind,source=/a/b,target=/repo"_s;
        QTest::newRow("a colon") << u"/a:b"_s << u"type=bind,source=/a:b,target=/repo"_s;
        QTest::newRow("a blank") << u"/a b"_s << u"type=bind,source=/a b,target=/repo"_s;
        QTest::newRow("a comma") << u"/a,readonly"_s << u"type=bind,\"source=/a,readonly\",target=/repo"_s;
        QTest::newRow("a quote") << u"/a\"b"_s << u"type=bind,\"source=/a\"\"b\",target=/repo"_s;
        QTest::newRow("a line feed") << u"/a\nb"_s << u"type=bind,\"source=/a\nb\",target=/repo"_s;
        QTest::newRow("an equals sign") << u"/a=b"_s << u"type=bind,source=/a=b,target=/repo"_s;
        QTest::newRow("all of them") << u"/a,\"b\""_s << u"type=bind,\"source=/a,\"\"b\"\"\",target=/repo"_s;
    }

    void quotesFieldsAsDockerReadsThem()
    {
        QFETCH(const QString, source);
        QFETCH(const QString, argument);
        const Mount mount{.source = source, .target = u"/repo"_s};
        QCOMPARE(mountArguments(mount), (QStringList{u"--mount"_s, argument}));
    }

    void readOnlyIsAField()
    {
        const Mount mount{.source = u"/a"_s, .target = u"/b,c"_s, .access = Mount::Access::ReadOnly};
        QCOMPARE(mountArguments(mount).last(), u"type=bind,source=/a,\"target=/b,c\",readonly"_s);
    }
};

BERTH_TEST(MountsTest)

#include "tst_mounts.moc"
