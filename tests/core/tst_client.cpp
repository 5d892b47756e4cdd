// SPDX-License-Identifier: MIT
#include "core/docker/client.h"

#include "tests/core/fakeclient.h"
#include "tests/registry.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class ClientTest : public QObject
{
    Q_OBJECT

    Client m_client{{.program = tests::fakeDocker(), .searched = {}},
                    QProcessEnvironment::systemEnvironment()};

    CommandOutcome run(const QStringList &arguments, const CommandOptions &options = {.timeout = 20s})
    {
        return m_client.run(arguments, options);
    }

private Q_SLOTS:
    void keepsTheStreamsApartAndTheExitCode()
    {
        const auto outcome = run({u"answer"_s, u"to out"_s, u"to err"_s, u"3"_s});
        QVERIFY(std::holds_alternative<Ran>(outcome));
        QCOMPARE(exitCode(outcome), 3);
        QCOMPARE(outText(outcome), u"to out"_s);
        QCOMPARE(errText(outcome), u"to err"_s);
        QVERIFY(!succeeded(outcome));
    }

    void everyExitCodeArrives()
    {
        for (const int code : {0, 1, 2, 64, 125, 126, 127, 128, 137, 143, 255})
            QCOMPARE(exitCode(run({u"answer"_s, {}, {}, QString::number(code)})), code);
    }

    void argumentsAreNeverReadByAShell()
    {
        const QString text = u"$(id) `id` ; * \"'\\ \n %s"_s;
        QCOMPARE(outText(run({u"answer"_s, text, {}, u"0"_s})), text);
    }

    void aCharacterOnAChunkBorderSurvives() { QCOMPARE(outText(run({u"split"_s})), u"café\n"_s); }

    void aFloodLeavesTheLast64KiBOfEachStream()
    {
        const auto outcome = run({u"flood"_s}, {.timeout = 60s});
        QVERIFY(succeeded(outcome));
        const auto &ran = std::get<Ran>(outcome);
        QCOMPARE(ran.out.size(), 64 * 1024);
        QCOMPARE(ran.err.size(), 64 * 1024);
        QVERIFY(ran.out.endsWith("x\nend of output\n"));
        QVERIFY(ran.err.endsWith("x\nend of errors\n"));
    }

    void aSinkGetsEveryByteOfAFlood()
    {
        qsizetype out = 0;
        qsizetype err = 0;
        const auto sink = [&](OutputChannel channel, const QByteArray &bytes, const std::stop_token &) {
            (channel == OutputChannel::Out ? out : err) += bytes.size();
        };
        QVERIFY(succeeded(run({u"flood"_s}, {.timeout = 60s, .output = sink})));
        QCOMPARE(out, qsizetype(50) * 1024 * 1024 + 14);
        QCOMPARE(err, qsizetype(50) * 1024 * 1024 + 14);
    }

    void aSinkThatStallsIsToldThatTheRunIsOver()
    {
        std::stop_token seen;
        const auto stall = [&seen](OutputChannel, const QByteArray &, const std::stop_token &over) {
            seen = over;
            while (!over.stop_requested())
                std::this_thread::yield();
        };
        const auto outcome = run({u"ignore-term"_s}, {.timeout = 1s, .output = stall});
        QCOMPARE(std::get<Failed>(outcome).cause, Failed::Cause::TimedOut);
        QVERIFY(succeeded(run({u"answer"_s, {}, {}, u"0"_s}))); // the thread goes on
        QVERIFY(seen.stop_requested());
        QTRY_COMPARE(tests::countRunning(u"ignore-term"_s), 0);
    }

    void inputArrivesWholeAndIsClosed()
    {
        QCOMPARE(outText(run({u"count"_s}, {.timeout = 20s, .input = QByteArray(3'000'000, 'i')})),
                 u"3000000"_s);
        QCOMPARE(outText(run({u"count"_s})), u"0"_s);
    }

    void inputThatIsNeverReadEndsAtTheTimeout()
    {
        const auto outcome = run({u"never-read"_s}, {.timeout = 300ms, .input = QByteArray(3'000'000, 'i')});
        QCOMPARE(std::get<Failed>(outcome).cause, Failed::Cause::TimedOut);
        QTRY_VERIFY(!tests::isRunning(outText(outcome).toInt()));
    }

    void inputClosedEarlyIsNoEventOfItsOwn()
    {
        const auto outcome = run({u"close-input"_s}, {.timeout = 20s, .input = QByteArray(3'000'000, 'i')});
        QVERIFY(succeeded(outcome));
        QCOMPARE(outText(outcome), u"closed"_s);
    }

    void aTimeoutNamesItsLimitAndKeepsWhatWasPrinted()
    {
        QElapsedTimer timer;
        timer.start();
        const auto outcome = run({u"hang"_s}, {.timeout = 250ms});
        const auto &failed = std::get<Failed>(outcome);
        QCOMPARE(failed.cause, Failed::Cause::TimedOut);
        QCOMPARE(failed.reason, u"no answer within 0.25 s"_s);
        QVERIFY(timer.elapsed() >= 250 && timer.elapsed() < 1000);
        const int pid = failed.out.trimmed().toInt();
        QVERIFY(pid > 0);
        QTRY_VERIFY(!tests::isRunning(pid));
    }

    void aCancelAnswersWithin100MillisecondsAndTheProcessGoes_data()
    {
        QTest::addColumn<QString>("behaviour");
        QTest::newRow("a client that hangs") << u"hang"_s;
        QTest::newRow("a client that ignores SIGTERM") << u"ignore-term"_s;
        QTest::newRow("a client whose child ignores SIGTERM") << u"hanging-grandchild"_s;
    }

    void aCancelAnswersWithin100MillisecondsAndTheProcessGoes()
    {
        QFETCH(QString, behaviour);
        std::stop_source stop;
        std::optional<CommandOutcome> outcome;
        QElapsedTimer sinceStop;
        std::jthread caller([&] { outcome = run({behaviour}, {.timeout = 60s, .stop = stop.get_token()}); });
        const int pid = tests::pidOfRunning(behaviour);
        sinceStop.start();
        stop.request_stop();
        caller.join();
        QVERIFY2(sinceStop.elapsed() < 100, QByteArray::number(sinceStop.elapsed()).constData());
        QCOMPARE(std::get<Failed>(*outcome).cause, Failed::Cause::Cancelled);
        QCOMPARE(std::get<Failed>(*outcome).reason, u"cancelled"_s);
        QTRY_VERIFY(!tests::isRunning(pid));
        QTRY_COMPARE(tests::countRunning(behaviour), 0);
    }

    void aRequestToStopBeforehandStartsNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto outcome = run({u"hang"_s}, {.timeout = 60s, .stop = stop.get_token()});
        QCOMPARE(std::get<Failed>(outcome).cause, Failed::Cause::Cancelled);
        QCOMPARE(tests::countRunning(u"hang"_s), 0);
    }

    void aGrandchildThatKeepsThePipesOpenDoesNotHoldTheAnswer()
    {
        const auto outcome = run({u"grandchild"_s});
        QVERIFY(succeeded(outcome));
        const int pid = outText(outcome).toInt();
        QVERIFY(pid > 0);
        QTRY_VERIFY(!tests::isRunning(pid));
    }

    void aCrashIsAnExitCodeOf128AndTheSignal() { QCOMPARE(exitCode(run({u"crash"_s})), 128 + 11); }

    void aMissingClientNamesTheFoldersSearched()
    {
        Client client({.program = {}, .searched = {u"/a/bin"_s, u"/b/bin"_s}}, {});
        const auto outcome = client.run({u"version"_s}, {.timeout = 1s});
        const auto &failed = std::get<Failed>(outcome);
        QCOMPARE(failed.cause, Failed::Cause::NotFound);
        QCOMPARE(failed.reason, u"the docker CLI is not on PATH; searched /a/bin, /b/bin"_s);
    }

    void aClientThatCannotBeExecutedSaysWhy()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"docker"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no program");
        file.close();
        const auto reasonOf = [&file] {
            Client client({.program = file.fileName(), .searched = {}}, {});
            const auto outcome = client.run({u"version"_s}, {.timeout = 5s});
            return std::get<Failed>(outcome);
        };
        QCOMPARE(reasonOf().cause, Failed::Cause::CouldNotStart);
        QVERIFY2(reasonOf().reason.contains(u"Permission denied"_s), qPrintable(reasonOf().reason));
        QVERIFY(reasonOf().reason.contains(file.fileName()));
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        QCOMPARE(reasonOf().cause, Failed::Cause::CouldNotStart);
        QVERIFY2(reasonOf().reason.contains(u"Exec format error"_s), qPrintable(reasonOf().reason));
    }

    void theSearchTakesPathFirstThenTheUsualFolders()
    {
        const QTemporaryDir root;
        const auto place = [&root](const QString &folder, QFile::Permissions permissions) {
            QDir(root.path()).mkpath(folder);
            QFile file(root.filePath(folder + u"/docker"_s));
            if (file.open(QIODevice::WriteOnly))
                file.setPermissions(permissions);
        };
        const QFile::Permissions executable = QFile::ReadOwner | QFile::ExeOwner;
        QProcessEnvironment environment;
        environment.insert(u"PATH"_s, root.filePath(u"one"_s) + u':' + root.filePath(u"two"_s));
        environment.insert(u"HOME"_s, root.path());

        place(u".rd/bin"_s, executable);
        place(u"one"_s, QFile::ReadOwner);
        const QString usual = locateClient({}, environment).program;
        QVERIFY(usual == root.filePath(u".rd/bin/docker"_s) || usual.startsWith(u"/usr/local/bin/"_s)
                || usual.startsWith(u"/snap/bin/"_s));
        place(u"two"_s, executable);
        QCOMPARE(locateClient({}, environment).program, root.filePath(u"two/docker"_s));
        QCOMPARE(locateClient(root.filePath(u".rd/bin/docker"_s), environment).program,
                 root.filePath(u".rd/bin/docker"_s));
        QCOMPARE(locateClient(u"/no/such/docker"_s, environment).program, u"/no/such/docker"_s);
    }

    void endingTheClientEndsItsProcesses()
    {
        int pid = 0;
        {
            Client client({.program = tests::fakeDocker(), .searched = {}}, {});
            const auto outcome = client.run({u"ignore-term"_s}, {.timeout = 200ms});
            pid = outText(outcome).toInt();
            QVERIFY(tests::isRunning(pid));
        }
        QVERIFY(!tests::isRunning(pid));
    }
};

BERTH_TEST(ClientTest)

#include "tst_client.moc"
