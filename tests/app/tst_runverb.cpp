// SPDX-License-Identifier: MIT
#include "app/runverb.h"

#include "app/outputpipe.h"
#include "tests/app/pipe.h"
#include "tests/app/programhome.h"
#include "tests/registry.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

using namespace app;
using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Ending = SandboxOutcome::Ending;

namespace {

const SandboxRequest request{.container = {.image = u"a"_s, .command = {u"\x1b[31mtool"_s}}, .timeout = 7s};

} // namespace

class RunVerbTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatHappenedAndWhatToDo_data()
    {
        QTest::addColumn<SandboxOutcome>("outcome");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *claim, const SandboxOutcome &outcome, int exitCode,
                            const QString &sentence) {
            QTest::newRow(claim) << outcome << exitCode << sentence;
        };
        row("a pass", {.ending = Ending::Exited}, 0, {});
        row("a failure", {.ending = Ending::Exited, .exitCode = 3}, 3, {});
        row("killed at the memory limit",
            {.ending = Ending::Exited, .exitCode = 137, .outOfMemory = true, .memory = qint64(2) << 30}, 137,
            u"The command was killed: it hit the memory limit of 2g. Raise it with the setting "
            "sandbox/memory."_s);
        row("a child killed at the memory limit",
            {.ending = Ending::Exited, .outOfMemory = true, .memory = qint64(64) << 20}, 0,
            u"A process of the command was killed: it hit the memory limit of 64m. Raise it with the setting "
            "sandbox/memory."_s);
        row("not executable", {.ending = Ending::NotExecutable}, 126,
            u"The command “tool” cannot be executed in the container: make it executable there."_s);
        row("not found", {.ending = Ending::NotFound}, 127,
            u"There is no command “tool” in the image: name one that it has."_s);
        row("not started, cause unknown", {.ending = Ending::CouldNotStart, .reason = u"no"_s}, 125,
            u"The container could not be started: no. “berth check” tells whether the engine can run "
            "containers at all."_s);
        row("not started, cause known",
            {.ending = Ending::CouldNotStart,
             .reason = u"no space left."_s,
             .diagnosis = Diagnosis{.cause = u"The disk is full."_s, .remedy = u"Make room."_s}},
            125, u"The container could not be started: no space left. The disk is full. Make room."_s);
        row("lost", {.ending = Ending::EngineLost, .reason = u"unexpected EOF"_s}, 125,
            u"The engine went away under the command: unexpected EOF. “berth check” tells whether the engine "
            "can run containers at all."_s);
        row("out of time", {.ending = Ending::TimedOut}, 124,
            u"The command was not done within 7 s, and was ended: give it more with --timeout."_s);
        row("interrupted", {.ending = Ending::Cancelled}, 130, {});
    }

    void saysWhatHappenedAndWhatToDo()
    {
        QFETCH(const SandboxOutcome, outcome);
        QTEST(sandboxExitCode(outcome), "exitCode");
        QTEST(sandboxSentence(outcome, request), "sentence");
    }

    void theSettingsBoundIt()
    {
        const tests::ProgramHome home;
        const QString told = home.filePath(u"told"_s);
        const QString docker = home.writeProgram(
            u"docker"_s,
            "while [ \"$1\" = --host ]; do shift 2; done\n"
            "echo \"$*\" >>'"
                + QFile::encodeName(told)
                + "'\n"
                  "case $1 in\n"
                  "version) echo '{\"Server\":{\"Version\":\"20.10.24\",\"Arch\":\"amd64\"}}' ;;\n"
                  "esac");
        home.writeSettings("[docker]\nprogram=" + docker.toUtf8() + "\n[sandbox]\nmemory=64m\npids=20\n");
        QVERIFY(QDir().mkpath(home.filePath(u"project"_s)));
        QProcess run;
        run.setProcessEnvironment(home.environment());
        run.start(QStringLiteral(BERTH_PROGRAM),
                  {u"run"_s, home.filePath(u"project"_s), u"--image"_s, u"a"_s, u"--"_s, u"tool"_s});
        QVERIFY(run.waitForFinished());
        QVERIFY2(run.exitCode() == 0, run.readAllStandardError().constData());
        QFile file(told);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> commands = file.readAll().split('\n');
        const auto ran = std::ranges::find_if(
            commands, [](const QByteArray &command) { return command.startsWith("run "); });
        QVERIFY(ran != commands.end());
        for (const auto *const limit : {" --memory=64m ", " --memory-swap=64m ", " --pids-limit=20 "})
            QVERIFY2(ran->contains(limit), ran->constData());
    }

    void aReaderThatWentAwayIsNoticed()
    {
        const auto before = std::signal(SIGPIPE, SIG_IGN);
        Pipe pipe;
        QVERIFY(pipe.made);
        QVERIFY(OutputPipe(pipe.ends[1]).write("heard", {}));
        pipe.closeEnd(0);
        QVERIFY(!OutputPipe(pipe.ends[1]).write("unheard", {}));
        std::signal(SIGPIPE, before);
    }

    void aReaderThatStallsHoldsUpNoEnd()
    {
        Pipe pipe;
        QVERIFY(pipe.made);
        std::stop_source over;
        const std::jthread end([&over, &pipe] {
            while (pipe.waiting() < 60'000) // more than one write could leave: the pipe is full
                std::this_thread::yield();
            over.request_stop();
        });
        OutputPipe(pipe.ends[1]).write(QByteArray(1'000'000, 'x'), over.get_token());
        QVERIFY(over.stop_requested());
    }
};

BERTH_TEST(RunVerbTest)

#include "tst_runverb.moc"
