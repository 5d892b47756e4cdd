// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"
#include "core/devserver/lastrun.h"
#include "tests/app/programhome.h"
#include "tests/registry.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

struct Ending
{
    int exitCode = -1;
    QString out;
    QString err;
};

} // namespace

// The program itself, where no engine is needed: its usage, its exit codes, its settings.
class ProgramTest : public QObject
{
    Q_OBJECT

    tests::ProgramHome m_home;

    Ending run(const QStringList &arguments, const QMap<QString, QString> &extra = {})
    {
        QProcess process;
        process.setProcessEnvironment(m_home.environment(extra));
        process.start(QStringLiteral(BERTH_PROGRAM), arguments);
        if (!process.waitForFinished())
            process.kill();
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

    void writeDocker(const QByteArray &cases) { m_home.writeDocker(cases); }
    void writeSettings(const QByteArray &text) { m_home.writeSettings(text); }

private Q_SLOTS:
    void init() { writeSettings({}); }

    void helpAndVersionAreAnswers()
    {
        const Ending help = run({u"--help"_s});
        QCOMPARE(help.exitCode, 0);
        for (const auto &word :
             {u"berth check"_s, u"berth status"_s, u"berth report"_s, u"berth ls"_s, u"berth up"_s,
              u"berth logs"_s, u"berth open"_s, u"berth down"_s, u"--context"_s})
            QVERIFY2(help.out.contains(word), qPrintable(word));
        const Ending version = run({u"--version"_s});
        QCOMPARE(version.exitCode, 0);
        QVERIFY(QRegularExpression(u"^berth \\d+\\.\\d+\\.\\d+\n$"_s).match(version.out).hasMatch());
    }

    void wrongUsageIs64AndSaysWhatIsWrong()
    {
        const Ending ending = run({u"chek"_s});
        QCOMPARE(ending.exitCode, 64);
        QVERIFY(ending.out.isEmpty());
        QVERIFY2(ending.err.contains(u"chek"_s) && ending.err.contains(u"--help"_s), qPrintable(ending.err));
    }

    void aRunWithoutAnEngineIs125()
    {
        const Ending ending = run({u"run"_s, m_home.path(), u"--image"_s, u"a"_s, u"--"_s, u"true"_s});
        QCOMPARE(ending.exitCode, 125);
        QVERIFY(ending.out.isEmpty());
        QCOMPARE(ending.err.count(u'\n'), 1);
        QVERIFY2(ending.err.startsWith(u"berth: The container could not be started: "_s)
                     && ending.err.contains(u"none.sock"_s),
                 qPrintable(ending.err));
    }

    void anEngineThatIsNotThereIs2()
    {
        const Ending ending = run({u"check"_s});
        QCOMPARE(ending.exitCode, 2);
        QVERIFY2(ending.out.contains(u"none.sock"_s), qPrintable(ending.out));
        const auto json = QJsonDocument::fromJson(run({u"check"_s, u"--json"_s}).out.toUtf8()).object();
        QCOMPARE(json[u"verdict"_s].toString(), u"unknown"_s);
        QCOMPARE(json[u"diagnosis"_s][u"id"_s].toString(), u"socket-missing"_s);
    }

    void noEngineIs2ForTheServersToo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("ls") << QStringList{u"ls"_s};
        QTest::newRow("ls as JSON") << QStringList{u"ls"_s, u"--json"_s};
        QTest::newRow("logs") << QStringList{u"logs"_s, u"4300"_s};
        QTest::newRow("open") << QStringList{u"open"_s, u"4300"_s};
        QTest::newRow("down") << QStringList{u"down"_s, u"--all"_s};
    }
    void noEngineIs2ForTheServersToo()
    {
        QFETCH(const QStringList, arguments);
        const Ending ending = run(arguments);
        QCOMPARE(ending.exitCode, 2);
        QCOMPARE(ending.out, QString());
        QCOMPARE(ending.err.count(u'\n'), 1);
        QVERIFY2(ending.err.startsWith(u"berth: The engine cannot be reached. "_s)
                     && ending.err.contains(u"none.sock"_s),
                 qPrintable(ending.err));
    }

    void aServerWithoutAnEngineIs125()
    {
        const Ending ending = run({u"up"_s, m_home.path(), u"--image"_s, u"a"_s, u"--"_s, u"true"_s});
        QCOMPARE(ending.exitCode, 125);
        QCOMPARE(ending.out, QString());
        QVERIFY2(ending.err.startsWith(u"berth: starting…\nberth: The engine cannot be reached. "_s),
                 qPrintable(ending.err));
    }

    void aCheckIsRemembered()
    {
        QDir(m_home.filePath(u"state"_s)).removeRecursively();
        QCOMPARE(run({u"history"_s}).out, u"Nothing is remembered of that time.\n"_s);
        QCOMPARE(run({u"check"_s}).exitCode, 2);
        const Ending told = run({u"history"_s});
        QCOMPARE(told.exitCode, 0);
        QVERIFY2(told.out.contains(u"Docker could not be checked"_s), qPrintable(told.out));
        const auto json = QJsonDocument::fromJson(run({u"history"_s, u"--json"_s}).out.toUtf8()).object();
        QCOMPARE(json[u"schema"_s].toInt(), 1);
        const QJsonArray entries = json[u"entries"_s].toArray();
        QCOMPARE(entries.size(), 1);
        QCOMPARE(entries.at(0)[u"kind"_s].toString(), u"check"_s);
        QCOMPARE(entries.at(0)[u"verdict"_s].toString(), u"unknown"_s);
        QCOMPARE(entries.at(0)[u"diagnosis"_s].toString(), u"socket-missing"_s);
    }

    void aHistoryThatCannotBeReadIs1AndChecksGoOn()
    {
        QDir(m_home.filePath(u"state"_s)).removeRecursively();
        QDir().mkpath(m_home.filePath(u"state/berth/history.sqlite"_s));
        const Ending told = run({u"history"_s});
        QCOMPARE(told.exitCode, 1);
        QVERIFY2(told.err.contains(u"The history cannot be used"_s), qPrintable(told.err));
        const Ending check = run({u"check"_s});
        QCOMPARE(check.exitCode, 2);
        QVERIFY2(check.out.contains(u"none.sock"_s) && check.err.contains(u"The history"_s),
                 qPrintable(check.err));
        QDir(m_home.filePath(u"state"_s)).removeRecursively();
    }

    void aRejectedSettingIsSaidBeforeAServerIsStarted()
    {
        writeSettings("[servers]\nfirstPort=http\n");
        const Ending ending = run({u"up"_s, u"--image"_s, u"a"_s, u"--"_s, u"true"_s});
        QCOMPARE(ending.exitCode, 125);
        QVERIFY2(ending.err.contains(u"servers/firstPort"_s), qPrintable(ending.err));
        writeSettings("[servers]\nimage=\"two words token=abcdefgh\"\n");
        const Ending odd = run({u"up"_s, m_home.path(), u"--"_s, u"true"_s});
        QCOMPARE(odd.exitCode, 125);
        QVERIFY2(odd.err.contains(u"setting servers/image must be an image"_s), qPrintable(odd.err));
        QVERIFY2(!odd.err.contains(u"abcdefgh"_s), qPrintable(odd.err));
    }

    void aServerNeedsAnImageOfTheCommandLineOrTheSettings()
    {
        const QStringList up{u"up"_s, m_home.path(), u"--"_s, u"true"_s};
        const Ending none = run(up);
        QCOMPARE(none.exitCode, 125);
        QVERIFY2(none.err.contains(u"servers/image"_s), qPrintable(none.err));
        writeSettings("[servers]\nimage=a\n");
        const Ending some = run(up);
        QVERIFY2(some.err.contains(u"The engine cannot be reached. "_s), qPrintable(some.err));
    }

    void whereThereAreNoServersNothingIsWrong()
    {
        writeDocker("*) ;;");
        const Ending list = run({u"ls"_s});
        QCOMPARE(list.exitCode, 0);
        QCOMPARE(list.out, u"No dev servers.\n"_s);
        QCOMPARE(run({u"down"_s, u"--all"_s}).exitCode, 0);
        const auto json = QJsonDocument::fromJson(run({u"ls"_s, u"--json"_s}).out.toUtf8()).object();
        QCOMPARE(json[u"schema"_s].toInt(), 1);
        QVERIFY(json[u"servers"_s].isArray());
        for (const auto &verb : {u"logs"_s, u"open"_s, u"down"_s}) {
            const Ending ending = run({verb, u"4300"_s});
            QCOMPARE(ending.exitCode, 1);
            QVERIFY2(ending.out.isEmpty() && ending.err.contains(u"port 4300"_s), qPrintable(ending.err));
        }
    }

    void aServerIsListedReadAndTakenDownByItsId()
    {
        const QByteArray told = QFile::encodeName(m_home.filePath(u"told"_s));
        writeDocker(
            "ps) echo '{\"ID\":\"abc1\",\"Names\":\"lab-devserver-4300\",\"State\":\"exited\"}' ;;\n"
            "inspect) if [ -e "
            + told
            + " ] && [ \"$4\" = --format ]; then echo 'Error: No such container: abc1' >&2; exit 1; fi\n"
              "  echo '[{\"Id\":\"abc1\",\"Name\":\"/lab-devserver-4300\",\"State\":{\"Status\":"
              "\"exited\",\"ExitCode\":3},\"Config\":{\"Image\":\"a\"}}]' ;;\n"
              "logs) [ \"$2\" = --follow ] && shift && printf 'followed '\n"
              "  [ \"$2\" = abc1 ] && printf 'raw\\033[0m' && printf 'e' >&2 ;;\n"
              "rm) echo \"$*\" >> "
            + told + " ;;");
        const auto server = QJsonDocument::fromJson(run({u"ls"_s, u"--json"_s}).out.toUtf8())
                                .object()[u"servers"_s]
                                .toArray()
                                .first();
        QCOMPARE(server[u"name"_s].toString(), u"lab-devserver-4300"_s);
        QCOMPARE(server[u"state"_s].toString(), u"exited"_s);
        const Ending log = run({u"logs"_s, u"4300"_s});
        QCOMPARE(log.exitCode, 0);
        QCOMPARE(log.out, u"raw\x1b[0m"_s);
        QCOMPARE(log.err, u"e"_s);
        QCOMPARE(run({u"logs"_s, u"4300"_s, u"--follow"_s}).out, u"followed raw\x1b[0m"_s);
        const Ending down = run({u"down"_s, u"4300"_s, u"4301"_s});
        QCOMPARE(down.out, u"took down lab-devserver-4300\n"_s);
        QVERIFY2(down.err.contains(u"port 4301"_s) && down.err.count(u'\n') == 1, qPrintable(down.err));
        QCOMPARE(down.exitCode, 1);
        QFile file(m_home.filePath(u"told"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().trimmed().endsWith("abc1"));
    }

    // Two, of which docker does not let go of the second.
    void onlyOrphansAreReapedAndOnlyWhoSaysSoRemovesThem()
    {
        const QByteArray gone = QFile::encodeName(m_home.filePath(u"gone"_s));
        core::ProcessIdentity owner = core::ProcessIdentity::current();
        const auto row = [](const QByteArray &id, const core::ProcessIdentity &identity) -> QByteArray {
            return "{\"Id\":\"" + id + "\",\"Name\":\"/" + id
                + "-devserver-4300\",\"State\":{\"Status\":\"running\"},\"Config\":{\"Image\":\"a\","
                  "\"Labels\":{\"berth.owner\":\""
                + identity.toLabel().toUtf8() + "\"}}}";
        };
        const QByteArray owned = row("owned", owner);
        owner.startTime += 1; // a pid that is used again
        writeDocker(
            "ps) for each in owned left stays; do\n"
            "  echo '{\"ID\":\"'$each'\",\"Names\":\"'$each'-devserver-4300\",\"State\":\"running\"}'\n"
            "  done ;;\n"
            "inspect) case \"$*\" in\n"
            "  *--format*left) [ ! -e "
            + gone
            + " ] || { echo 'Error: No such container: left' >&2; "
              "exit 1; }; echo running ;;\n"
              "  *--format*) echo running ;;\n"
              "  *owned*) echo '["
            + owned + ',' + row("left", owner) + ',' + row("stays", owner)
            + "]' ;;\n"
              "  *left) echo '["
            + row("left", owner)
            + "]' ;;\n"
              "  *stays) echo '["
            + row("stays", owner)
            + "]' ;;\n"
              "  esac ;;\n"
              "rm) case \"$*\" in *left) : >"
            + gone + " ;; *) echo 'device busy' >&2; exit 1 ;; esac ;;");
        const Ending dry = run({u"reap"_s, u"--dry-run"_s});
        QCOMPARE(dry.exitCode, 0);
        QVERIFY2(dry.out.contains(u"left-devserver"_s) && dry.out.contains(u"stays-devserver"_s)
                     && !dry.out.contains(u"owned"_s),
                 qPrintable(dry.out));
        const Ending unasked = run({u"reap"_s}); // there is no terminal to ask at
        QCOMPARE(unasked.exitCode, 64);
        QVERIFY(!QFile::exists(m_home.filePath(u"gone"_s)));
        const Ending ending = run({u"reap"_s, u"--yes"_s});
        QVERIFY2(ending.out.contains(u"removed left-devserver-4300\n"_s), qPrintable(ending.out));
        QVERIFY2(ending.err.contains(u"stays-devserver-4300: "_s) && ending.err.contains(u"Device busy"_s),
                 qPrintable(ending.err));
        QCOMPARE(ending.exitCode, 1);
        const QString told = run({u"history"_s}).out;
        QVERIFY2(told.contains(u"left-devserver"_s) && !told.contains(u"stays-devserver"_s),
                 qPrintable(told));
    }

    void whatCannotBeTakenDownIsSaidAndTheRestGoes()
    {
        const QByteArray told = QFile::encodeName(m_home.filePath(u"told"_s));
        const auto row = [](const QByteArray &id) -> QByteArray {
            return "{\"Id\":\"" + id + "\",\"Name\":\"/" + id
                + "-devserver-4300\",\"State\":{\"Status\":\"running\"},\"Config\":{\"Image\":\"a\"}}";
        };
        writeDocker(
            "ps) for each in goes stays; do echo '{\"ID\":\"'$each'\",\"Names\":\"'$each'-devserver-4300\","
            "\"State\":\"running\"}'; done ;;\n"
            "inspect) case \"$*\" in\n"
            "  *--format*goes) echo 'Error: No such container: goes' >&2; exit 1 ;;\n"
            "  *--format*) echo running ;;\n"
            "  *) echo '["
            + row("goes") + ',' + row("stays")
            + "]' ;;\n"
              "  esac ;;\n"
              "stop) echo \"$*\" >>"
            + told
            + " ;;\n"
              "rm) case \"$*\" in *stays) echo 'device busy' >&2; exit 1 ;; esac ;;");
        const Ending ending = run({u"down"_s, u"--all"_s});
        QCOMPARE(ending.exitCode, 1);
        QCOMPARE(ending.out, u"took down goes-devserver-4300\n"_s);
        QVERIFY2(ending.err.contains(u"stays-devserver-4300: "_s) && ending.err.contains(u"Device busy"_s),
                 qPrintable(ending.err));
        QFile file(m_home.filePath(u"told"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("stop -t 3 goes\n"));
        const QString history = run({u"history"_s}).out;
        QVERIFY2(history.contains(u"goes-devserver"_s) && !history.contains(u"stays-devserver"_s),
                 qPrintable(history));
    }

    void aLogThatDockerDoesNotHaveIsAFailure()
    {
        writeDocker("ps) echo '{\"ID\":\"abc1\",\"Names\":\"lab-devserver-4300\",\"State\":\"running\"}' ;;\n"
                    "inspect) echo '[{\"Id\":\"abc1\",\"Name\":\"/lab-devserver-4300\",\"State\":{\"Status\":"
                    "\"running\"},\"Config\":{\"Image\":\"a\"}}]' ;;\n"
                    "logs) echo 'no logs of this driver' >&2; exit 1 ;;");
        const Ending ending = run({u"logs"_s, u"4300"_s});
        QCOMPARE(ending.exitCode, 1);
        QCOMPARE(ending.err, u"no logs of this driver\n"_s);
    }

    void aServerThatEndsIsToldPassedOnAndKept()
    {
        writeDocker("version) echo '{\"Server\":{\"Version\":\"20.10.24\",\"Arch\":\"amd64\"}}' ;;\n"
                    "info) echo '{\"ServerVersion\":\"20.10.24\"}' ;;\n"
                    "run) printf 'o\\033[1m\\nunended'; echo warned >&2; exit 3 ;;");
        QVERIFY(QDir(m_home.path()).mkpath(u"project"_s));
        const Ending up = run({u"up"_s, m_home.filePath(u"project"_s), u"--image"_s, u"a"_s, u"--port=4391"_s,
                               u"--"_s, u"x"_s});
        QCOMPARE(up.exitCode, 3);
        QCOMPARE(up.out, u"o\x1b[1m\nunended"_s);
        QCOMPARE(up.err,
                 u"berth: starting…\nwarned\nberth: It ended by itself with exit code 3: look into its log "
                 u"for the "
                 "reason.\n"_s);
        const Ending logs = run({u"logs"_s, u"4391"_s});
        QCOMPARE(logs.exitCode, 0);
        QVERIFY2(logs.out.contains(u"unended"_s) && logs.out.contains(u"warned"_s), qPrintable(logs.out));
        QVERIFY(run({u"history"_s}).out.contains(u"4391"_s));
    }

    void theLastRunIsReadWhereNoneRuns()
    {
        writeDocker("*) ;;");
        const core::LastRun run{.port = 4300,
                                .ended = QDateTime(QDate(2026, 3, 1), QTime(12, 0)),
                                .reason = u"It was killed."_s,
                                .output = "all of it\n\xff"};
        QVERIFY(!core::saveLastRun(m_home.filePath(u"state/berth"_s), run));
        const Ending ending = this->run({u"logs"_s, u"4300"_s});
        QCOMPARE(ending.exitCode, 0);
        QVERIFY(ending.out.startsWith(u"all of it\n"_s));
        QVERIFY2(ending.err.startsWith(u"berth: the last run, ended "_s)
                     && ending.err.endsWith(u": It was killed.\n"_s),
                 qPrintable(ending.err));
    }

    void statusAndReportAnswerWhateverIsFound()
    {
        const Ending status = run({u"status"_s});
        QCOMPARE(status.exitCode, 0);
        QVERIFY(!status.out.isEmpty());
        const Ending report = run({u"report"_s});
        QCOMPARE(report.exitCode, 0);
        QVERIFY2(report.out.startsWith(u"## Berth report: unknown"_s), qPrintable(report.out));
    }

    void noSecretLeavesTheProgram_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("secret");
        QTest::newRow("a proxy's credentials")
            << u"error during connect: proxyconnect tcp: http://kim:hunter2@proxy.lan:3128"_s << u"hunter2"_s;
        QTest::newRow("a bearer token") << u"Get x: Authorization: Bearer abc.def-ghi"_s << u"abc.def-ghi"_s;
        QTest::newRow("a registry's auth")
            << u"{\"auths\":{\"r\":{\"auth\":\"a2ltOmh1bnRlcjI=\"}}}"_s << u"a2ltOmh1bnRlcjI"_s;
        QTest::newRow("an environment's password") << u"env DB_PASSWORD=hunter2 refused"_s << u"hunter2"_s;
        QTest::newRow("a cloud key") << u"AWS_SECRET_ACCESS_KEY=hunter2hunter2"_s << u"hunter2hunter2"_s;
    }

    // Into the terminal, the JSON, the report and the log, from what docker says and from the endpoint.
    void noSecretLeavesTheProgram()
    {
        QFETCH(QString, said);
        QFETCH(QString, secret);
        writeDocker("*) printf '%s\\n' \"$SAID\" >&2; exit 1 ;;");
        const QMap<QString, QString> extra{{u"SAID"_s, said},
                                           {u"DOCKER_HOST"_s, u"tcp://kim:tiger9@engine.lan:2376"_s},
                                           {u"QT_LOGGING_RULES"_s, u"berth.*=true"_s}};
        for (const QStringList &arguments : {QStringList{u"check"_s}, QStringList{u"check"_s, u"--json"_s},
                                             QStringList{u"report"_s}, QStringList{u"ls"_s}}) {
            const Ending ending = run(arguments, extra);
            const QString all = ending.out + ending.err;
            QVERIFY2(all.contains(u"engine.lan"_s), qPrintable(all));
            QVERIFY2(ending.err.contains(u"exit code 1"_s), qPrintable(ending.err)); // it does log
            QVERIFY2(!all.contains(secret), qPrintable(all));
            QVERIFY2(!all.contains(u"tiger9"_s), qPrintable(all));
        }
    }

    void noControlCharacterReachesTheLog()
    {
        writeSettings("[docker]\nprogram=/bin/true\n");
        const Ending ending = run({u"check"_s, u"--context"_s, u"lab\x1b]0;title\a"_s},
                                  {{u"QT_LOGGING_RULES"_s, u"berth.*=true"_s}});
        QVERIFY2(ending.err.contains(u"--context lab"_s), qPrintable(ending.err));
        QVERIFY(!ending.err.contains(u'\x1b') && !ending.out.contains(u'\x1b'));
    }

    void theConfiguredProgramOverridesTheSearch()
    {
        writeSettings("[docker]\nprogram=/no/such/docker\n");
        const auto json = QJsonDocument::fromJson(run({u"check"_s, u"--json"_s}).out.toUtf8()).object();
        QCOMPARE(json[u"diagnosis"_s][u"id"_s].toString(), u"client-broken"_s);
        QVERIFY(json[u"reason"_s].toString().contains(u"/no/such/docker"_s));
    }

    void theConfiguredContextIsTakenUnlessAnotherIsAsked()
    {
        writeSettings("[docker]\ncontext=from-settings\n");
        const auto contextOf = [this](const QStringList &arguments) {
            return QJsonDocument::fromJson(run(arguments).out.toUtf8())
                .object()[u"engine"_s][u"context"_s]
                .toString();
        };
        QCOMPARE(contextOf({u"check"_s, u"--json"_s}), u"from-settings"_s);
        QCOMPARE(contextOf({u"check"_s, u"--json"_s, u"--context"_s, u"asked"_s}), u"asked"_s);
    }
};

BERTH_TEST(ProgramTest)

#include "tst_program.moc"
