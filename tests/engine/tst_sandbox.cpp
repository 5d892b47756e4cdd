// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

// The boundary as a command inside of it sees it, and what is left of it afterwards.
class SandboxTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;

    static QString projectOf(const Scene &scene, const QString &name = u"project"_s)
    {
        return makeProject(scene, name, {{u"present"_s, "yes\n"}});
    }

    static BerthCall callOf(const Scene &scene, const QString &project, const QStringList &command,
                            const QStringList &options = {})
    {
        BerthCall call = scene.call;
        call.arguments = QStringList{u"run"_s, project, u"--image"_s, u"tools:1"_s} + options
            + QStringList{u"--"_s} + command;
        return call;
    }

    static QStringList script(const QString &text) { return {u"sh"_s, u"-c"_s, text}; }

    // What `text` prints inside.
    QString inside(const QString &text, const QStringList &options = {})
    {
        Scene scene(*m_engine);
        const BerthRun run = runBerth(callOf(scene, projectOf(scene), script(text), options));
        if (run.exitCode != 0)
            QTest::qFail(run.err.constData(), __FILE__, __LINE__);
        return QString::fromUtf8(run.out).trimmed();
    }

    QByteArray sandboxes() const
    {
        return m_engine->docker({u"ps"_s, u"--quiet"_s, u"--filter"_s, u"name=berth-run"_s}).out.trimmed();
    }

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine({}, {u"tools"_s}); }

    void cleanup() { verifyNothingIsLeft(*m_engine); }

    void hasNoPowersAndCannotGetAny()
    {
        QCOMPARE(inside(u"grep -E '^(CapEff|CapPrm|CapBnd|NoNewPrivs|Uid|Gid|Groups):' /proc/self/status | "
                        "tr '\\t' ' '"_s)
                     .split(u'\n')
                     .replaceInStrings(QRegularExpression(u" +$"_s), u""_s),
                 (QStringList{u"Uid: 1234 1234 1234 1234"_s, u"Gid: 2345 2345 2345 2345"_s, u"Groups: 2345"_s,
                              u"CapPrm: 0000000000000000"_s, u"CapEff: 0000000000000000"_s,
                              u"CapBnd: 0000000000000000"_s, u"NoNewPrivs: 1"_s}));
    }

    void itsLimitsAreInForce()
    {
        Scene scene(*m_engine);
        BerthCall call = callOf(scene, projectOf(scene),
                                script(u"cd /sys/fs/cgroup; cat memory.max memory/memory.limit_in_bytes "
                                       "pids.max pids/pids.max 2>/dev/null; true"_s));
        call.settings = {{u"sandbox/memory"_s, u"64m"_s}, {u"sandbox/pids"_s, u"20"_s}};
        QCOMPARE(QString::fromUtf8(runBerth(call).out).split(u'\n', Qt::SkipEmptyParts),
                 (QStringList{QString::number(64 * 1024 * 1024), u"20"_s}));
    }

    void seesTheProjectAndNothingElseOfTheHost()
    {
        // What docker itself puts into every container is not of the host's.
        const QStringList mounts =
            inside(
                u"cut -d ' ' -f 5 /proc/self/mountinfo | grep -vE "
                "'^/(|proc(/.*)?|sys(/.*)?|dev(/.*)?|etc/(resolv.conf|hostname|hosts)|sbin/docker-init|tmp)$'"_s)
                .split(u'\n');
        QCOMPARE(mounts, QStringList{u"/repo"_s});
        QCOMPARE(inside(u"find / -path /proc -prune -o -type s -print 2>/dev/null; true"_s), QString());
        QCOMPARE(inside(u"pwd; cat present"_s), u"/repo\nyes"_s);
    }

    void hasAHomeThatItCanWriteTo()
    {
        QCOMPARE(inside(u"echo \"$HOME\"; echo kept >$HOME/file; cat ~/file"_s), u"/tmp\nkept"_s);
    }

    void hasNoNetwork()
    {
        QCOMPARE(inside(u"ifconfig | sed -n 's/^\\([^ ]\\{1,\\}\\) .*/\\1/p'"_s), u"lo"_s);
    }

    void extraMountsAreHolesAsWideAsAsked()
    {
        Scene scene(*m_engine);
        const QString extra = projectOf(scene, u"ex:tra"_s);
        const BerthRun run = runBerth(callOf(
            scene, projectOf(scene), script(u"cat /extra/present; echo no >/extra/new || echo refused"_s),
            {u"--mount"_s, extra + u":/extra:ro"_s}));
        QCOMPARE(run.out, QByteArray("yes\nrefused\n"));
        QVERIFY(!QFileInfo::exists(extra + u"/new"_s));
    }

    void exitCodesPassThrough_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("a pass") << script(u"exit 0"_s) << 0 << QString();
        QTest::newRow("a failure") << script(u"exit 3"_s) << 3 << QString();
        QTest::newRow("docker's own code from the command") << script(u"exit 125"_s) << 125 << QString();
        QTest::newRow("a signal") << script(u"kill -TERM $$"_s) << 143 << QString();
        QTest::newRow("a missing command") << QStringList{u"nosuch"_s} << 127 << u"no command “nosuch”"_s;
        QTest::newRow("a missing path") << QStringList{u"/no/such"_s} << 127 << u"no command “/no/such”"_s;
        QTest::newRow("no program") << QStringList{u"/etc/data"_s} << 126 << u"cannot be executed"_s;
        QTest::newRow("words that look like the engine's")
            << script(u"echo 'docker: Error response from daemon: no.' >&2; exit 125"_s) << 125 << QString();
    }

    void exitCodesPassThrough()
    {
        QFETCH(const QStringList, command);
        QFETCH(const int, exitCode);
        QFETCH(const QString, sentence);
        Scene scene(*m_engine);
        const BerthRun run = runBerth(callOf(scene, projectOf(scene), command));
        const QString said = QString::fromUtf8(run.err);
        QVERIFY2(run.exitCode == exitCode, qUtf8Printable(QString::number(run.exitCode) + said));
        QVERIFY2(sentence.isEmpty() ? !said.contains(u"berth: "_s) : said.contains(sentence),
                 qUtf8Printable(said));
    }

    void theMemoryLimitIsNamedWhereItWasHit_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("by the command") << QStringList{u"tail"_s, u"/dev/zero"_s} << 137;
        QTest::newRow("by a child whose parent does not care") << script(u"tail /dev/zero; exit 0"_s) << 0;
    }

    void theMemoryLimitIsNamedWhereItWasHit()
    {
        QFETCH(const QStringList, command);
        QFETCH(const int, exitCode);
        Scene scene(*m_engine);
        BerthCall call = callOf(scene, projectOf(scene), command);
        call.settings = {{u"sandbox/memory"_s, u"16m"_s}};
        const BerthRun run = runBerth(call);
        QCOMPARE(run.exitCode, exitCode);
        QVERIFY2(run.err.contains("hit the memory limit of 16m"), run.err.constData());
    }

    void aContainerThatCannotStartIs125()
    {
        Scene scene(*m_engine);
        BerthCall call = callOf(scene, projectOf(scene), script(u"exit 0"_s));
        call.arguments.replaceInStrings(u"tools:1"_s, u"127.0.0.1:1/nosuch:1"_s);
        const BerthRun run = runBerth(call);
        QCOMPARE(run.exitCode, 125);
        QVERIFY2(run.err.contains("berth: The container could not be started: "), run.err.constData());
    }

    void refusedFoldersAreNotMounted()
    {
        Scene scene(*m_engine);
        for (const QString &folder : {m_engine->folder(), u"/etc"_s, u"/"_s, scene.path(u"missing"_s)}) {
            const BerthRun run = runBerth(callOf(scene, folder, script(u"exit 0"_s)));
            QCOMPARE(run.exitCode, 125);
            QVERIFY2(run.err.contains("cannot mount"), run.err.constData());
        }
        QVERIFY(!QFileInfo::exists(scene.path(u"missing"_s)));
    }

    // By another name, and from within the project: docker mounts what is mounted below as well.
    void aBindMountOfARefusedFolderIsSeenThrough_data()
    {
        QTest::addColumn<QString>("mounted");
        QTest::newRow("as the project") << u"project"_s;
        QTest::newRow("inside of the project") << u"project/deep/inside"_s;
    }

    void aBindMountOfARefusedFolderIsSeenThrough()
    {
        QFETCH(const QString, mounted);
        Scene scene(*m_engine);
        BerthCall call = callOf(scene, projectOf(scene), script(u"exit 0"_s));
        QVERIFY(QDir().mkpath(scene.path(mounted)));
        call.prefix = withMounts(u"mount --bind %1/data '%2'"_s.arg(m_engine->folder(), scene.path(mounted)));
        const BerthRun run = runBerth(call);
        QCOMPARE(run.exitCode, 125);
        QVERIFY2(run.err.contains("would open"), run.err.constData());
    }

    void oddButLegalFolderNamesWork_data()
    {
        QTest::addColumn<QString>("client");
        QTest::addColumn<QString>("name");
        for (const char *name : {"co:lon", "com,ma", "quo\"te", "a blank", "new\nline", "ünïcode", "-dash",
                                 "a=b,readonly", "$HOME;x"})
            for (const QString &client : dockerClients())
                QTest::newRow(qUtf8Printable(QString::fromUtf8(name) + u" told by "_s + client))
                    << client << QString::fromUtf8(name);
    }

    void oddButLegalFolderNamesWork()
    {
        QFETCH(const QString, client);
        QFETCH(const QString, name);
        Scene scene(*m_engine);
        useClient(scene, client);
        const BerthRun run =
            runBerth(callOf(scene, projectOf(scene, name), script(u"cat present && echo new >written"_s)));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.out, QByteArray("yes\n"));
        const QFileInfo written(scene.path(name) + u"/written"_s);
        QCOMPARE(written.ownerId(), projectOwner);
        QCOMPARE(written.groupId(), projectGroup);
    }

    void outputIsPassedOnAsItIs()
    {
        Scene scene(*m_engine);
        const BerthRun run = runBerth(
            callOf(scene, projectOf(scene), script(u"printf 'o\\377\\000\\033[1m'; printf 'e\\376' >&2"_s)));
        QCOMPARE(run.out, QByteArray("o\xff\0\x1b[1m", 7));
        QCOMPARE(run.err, QByteArray("e\xfe"));
    }

    void aLongOutputIsPassedOnWhole()
    {
        Scene scene(*m_engine);
        const BerthRun run = runBerth(callOf(scene, projectOf(scene), script(u"seq 1 200000"_s)));
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out.count('\n'), 200000);
        QVERIFY(run.out.startsWith("1\n2\n") && run.out.endsWith("\n200000\n"));
    }

    void outputComesWhileTheCommandRuns()
    {
        Scene scene(*m_engine);
        const QString recording = scene.path(u"out"_s);
        BerthCall call = callOf(scene, projectOf(scene), script(u"echo first; sleep 1000"_s));
        call.prefix = shell(u"out=$1; shift; exec \"$@\" >\"$out\""_s, {recording});
        BerthProcess berth(call);
        QTRY_COMPARE_WITH_TIMEOUT(QFileInfo(recording).size(), 6, 30'000);
        berth.interrupt();
        QCOMPARE(berth.wait().exitCode, 130);
    }

    void aReaderThatGoesAwayEndsTheRun()
    {
        Scene scene(*m_engine);
        const QString code = scene.path(u"code"_s);
        BerthCall call = callOf(scene, projectOf(scene), {u"yes"_s});
        call.prefix = shell(u"code=$1; shift; { \"$@\"; echo $? >\"$code\"; } | head -n 1"_s, {code});
        QCOMPARE(runBerth(call).out, QByteArray("y\n"));
        QFile file(code);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("141\n"));
    }

    void aReaderThatStallsDoesNotKeepTheContainer()
    {
        Scene scene(*m_engine);
        BerthCall call = callOf(scene, projectOf(scene), {u"yes"_s}, {u"--timeout"_s, u"3"_s});
        const QString code = scene.path(u"code"_s);
        call.prefix = shell(u"code=$1; shift; { \"$@\"; echo $? >\"$code\"; } | "
                            "while [ ! -s \"$code\" ]; do sleep 0.1; done"_s,
                            {code});
        runBerth(call);
        QFile file(code);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("124\n"));
    }

    void aTimeoutRemovesTheContainer()
    {
        Scene scene(*m_engine);
        const BerthRun run =
            runBerth(callOf(scene, projectOf(scene), {u"sleep"_s, u"1000"_s}, {u"--timeout"_s, u"2"_s}));
        QCOMPARE(run.exitCode, 124);
        QVERIFY2(run.err.contains("not done within 2 s"), run.err.constData());
    }

    void anInterruptRemovesTheContainer_data()
    {
        QTest::addColumn<bool>("started");
        QTest::newRow("as soon as it runs") << true;
        QTest::newRow("before it runs") << false;
    }

    void anInterruptRemovesTheContainer()
    {
        QFETCH(const bool, started);
        Scene scene(*m_engine);
        // A process that is the first one and heeds no signal.
        BerthProcess berth(callOf(scene, projectOf(scene), script(u"trap '' INT TERM; sleep 1000"_s)));
        if (started)
            QTRY_VERIFY_WITH_TIMEOUT(!sandboxes().isEmpty(), 30'000);
        else
            QTRY_VERIFY_WITH_TIMEOUT(!processesWith(u"cmdline"_s, "--network=none").isEmpty(), 30'000);
        berth.interrupt();
        QCOMPARE(berth.wait().exitCode, 130);
    }

    void aKilledRunIsSweptByTheNextCheckAndALivingOneIsNot()
    {
        Scene scene(*m_engine);
        const QString project = projectOf(scene);
        BerthProcess living(callOf(scene, project, {u"sleep"_s, u"1000"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(!sandboxes().isEmpty(), 30'000);
        const QByteArray lives = sandboxes();
        BerthProcess killed(callOf(scene, project, {u"sleep"_s, u"1000"_s}));
        QTRY_COMPARE_WITH_TIMEOUT(sandboxes().count('\n'), 1, 30'000);
        killed.kill9();
        QCOMPARE(sandboxes().count('\n'), 1);
        verifyJudgement(runBerth(scene.call), u"usable"_s, {});
        QCOMPARE(sandboxes(), lives);
        living.interrupt();
        QCOMPARE(living.wait().exitCode, 130);
    }
};

BERTH_TEST(SandboxTest)

#include "tst_sandbox.moc"
