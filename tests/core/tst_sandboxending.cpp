// SPDX-License-Identifier: MIT
#include "core/sandbox/ending.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Ending = SandboxOutcome::Ending;

namespace {

constexpr auto unknown = std::nullopt;

Traces started(std::optional<int> exitCode, bool outOfMemory = false)
{
    return {.started = true, .outOfMemory = outOfMemory, .exitCode = exitCode};
}

Ran ran(int exitCode, const QByteArray &err = {})
{
    return {.exitCode = exitCode, .err = err};
}

} // namespace

Q_DECLARE_METATYPE(core::CommandOutcome)
Q_DECLARE_METATYPE(std::optional<core::Traces>)

class SandboxEndingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheEnd_data()
    {
        QTest::addColumn<CommandOutcome>("run");
        QTest::addColumn<std::optional<Traces>>("traces");
        QTest::addColumn<int>("ending");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<bool>("passed");
        const auto row = [](const char *claim, const CommandOutcome &run, const std::optional<Traces> &traces,
                            Ending ending, int exitCode, bool passed = false) {
            QTest::newRow(claim) << run << traces << int(ending) << exitCode << passed;
        };
        const QByteArray noSuchProgram =
            "docker: Error response from daemon: OCI runtime create failed: exec: \"tool\": executable file "
            "not found in $PATH: unknown.\n";
        const QByteArray noRuntime =
            "docker: Error response from daemon: OCI runtime create failed: fork/exec "
            "/nonexistent/runc: no such file or directory: unknown.\n";
        const QByteArray eof =
            "time=\"now\" level=error msg=\"error waiting for container: unexpected EOF\"\n";
        row("a command that passes", ran(0), started(0), Ending::Exited, 0, true);
        row("a command that passes, and no traces", ran(0), unknown, Ending::Exited, 0, true);
        row("a command that fails", ran(3, "three"), started(3), Ending::Exited, 3);
        row("what the engine remembers, not what the client guessed", ran(0), started(3), Ending::Exited, 3);
        row("a command that exits as docker does", ran(125), started(125), Ending::Exited, 125);
        row("a command that talks like the engine", ran(125, "docker: Error response from daemon: no\n"),
            started(125), Ending::Exited, 125);
        row("a command that talks like a broken connection", ran(125, eof), started(125), Ending::Exited,
            125);
        row("a command that exits as if it were missing", ran(127), started(127), Ending::Exited, 127);
        row("a command that the init does not find", ran(127, "[FATAL tini (7)] exec tool failed: No such\n"),
            started(127), Ending::NotFound, 127);
        row("a command that the init cannot execute",
            ran(126, "[FATAL tini (7)] exec tool failed: Permission denied\n"), started(126),
            Ending::NotExecutable, 126);
        row("a command that the runtime does not find", ran(127, noSuchProgram), Traces{}, Ending::NotFound,
            127);
        row("a command that the runtime does not find, and no traces", ran(127, noSuchProgram), unknown,
            Ending::NotFound, 127);
        row("a command that the runtime cannot execute",
            ran(126, "docker: Error response from daemon: exec: \"tool\": permission denied: unknown.\n"),
            Traces{}, Ending::NotExecutable, 126);
        row("a missing runtime is no missing command", ran(127, noRuntime), Traces{}, Ending::CouldNotStart,
            0);
        row("the same without traces", ran(127, noRuntime), unknown, Ending::CouldNotStart, 0);
        row("an image that is not there",
            ran(125, "Unable to find image 'x' locally\ndocker: Error response from daemon: no.\n"), unknown,
            Ending::CouldNotStart, 0);
        row("a client that does not know a flag", ran(125, "docker: unknown flag: --network.\n"), unknown,
            Ending::CouldNotStart, 0);
        row("an engine that went away", ran(125, eof), unknown, Ending::EngineLost, 0);
        row("an engine that went away after the start", ran(125, eof), started(unknown), Ending::EngineLost,
            0);
        row("killed at the memory limit", ran(137), started(137, true), Ending::Exited, 137);
        row("a child killed at the memory limit is no pass", ran(0), started(0, true), Ending::Exited, 0);
        row("killed by somebody", ran(137), started(137), Ending::Exited, 137);
        row("out of time", Failed{.cause = Failed::Cause::TimedOut}, unknown, Ending::TimedOut, 0);
        row("cancelled", Failed{.cause = Failed::Cause::Cancelled}, unknown, Ending::Cancelled, 0);
        row("no client", Failed{.cause = Failed::Cause::NotFound}, unknown, Ending::CouldNotStart, 0);
        row("a broken client", Failed{.cause = Failed::Cause::CouldNotStart}, unknown, Ending::CouldNotStart,
            0);
    }

    void readsTheEnd()
    {
        QFETCH(const CommandOutcome, run);
        QFETCH(const std::optional<Traces>, traces);
        QFETCH(const int, ending);
        QFETCH(const int, exitCode);
        QFETCH(const bool, passed);
        const SandboxOutcome outcome = readEnding(run, traces, u"tool"_s, {});
        QCOMPARE(int(outcome.ending), ending);
        QCOMPARE(outcome.exitCode, exitCode);
        QCOMPARE(outcome.passed(), passed);
        QCOMPARE(outcome.outOfMemory, traces && traces->outOfMemory);
    }

    void keepsBothStreamsApart()
    {
        const SandboxOutcome outcome =
            readEnding(Ran{.out = "o\xff", .err = "e", .elapsed = std::chrono::milliseconds(7)}, {}, {}, {});
        QCOMPARE(outcome.out, QByteArray("o\xff"));
        QCOMPARE(outcome.err, QByteArray("e"));
        QCOMPARE(outcome.elapsed.count(), 7);
    }

    void diagnosesWhatItCan_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("id");
        QTest::newRow("a full disk") << QByteArray(
            "docker: Error response from daemon: write /x: no space left on device.\n")
                                     << u"disk-full"_s;
        QTest::newRow("the user's image, not the check's")
            << QByteArray("docker: Error response from daemon: No such image: nosuch:1.\n") << QString();
        QTest::newRow("what nobody knows")
            << QByteArray("docker: Error response from daemon: flux.\n") << QString();
    }

    void diagnosesWhatItCan()
    {
        QFETCH(const QByteArray, said);
        QFETCH(const QString, id);
        const SandboxOutcome outcome = readEnding(ran(125, said), {}, u"tool"_s, {});
        QCOMPARE(outcome.diagnosis ? outcome.diagnosis->id : QString(), id);
        QVERIFY(outcome.reason.startsWith(u"docker: Error response"_s));
    }

    void aReasonHasNoSecretInIt()
    {
        const SandboxOutcome outcome = readEnding(
            ran(125, "docker: Error response from daemon: Get http://kim:hunter2@proxy.lan: \x1b[31mno\n"),
            {}, u"tool"_s, {});
        QVERIFY2(!outcome.reason.contains(u"hunter2"_s) && !outcome.reason.contains(u'\x1b'),
                 qUtf8Printable(outcome.reason));
    }

    void readsEvents()
    {
        const QByteArray lines = R"({"Action":"create"}
{"Action":"start"}
{"Action":"oom"}
{"Action":"die","Actor":{"Attributes":{"exitCode":"137"}}}
{"Action":"destroy"}
)";
        QCOMPARE(tracesOfEvents(lines), started(137, true));
        QCOMPARE(tracesOfEvents("{\"Action\":\"create\"}\n{\"Action\":\"destroy\"}\n"), Traces{});
        QCOMPARE(tracesOfEvents({}), std::nullopt);
        // The start of a long run is forgotten before its end.
        QCOMPARE(tracesOfEvents("{\"Action\":\"die\",\"Actor\":{\"Attributes\":{\"exitCode\":\"0\"}}}\n"),
                 started(0));
    }

    void readsWhoEndedIt_data()
    {
        QTest::addColumn<QByteArrayList>("actions"); // what happened, a signal being a number
        QTest::addColumn<int>("signal");             // 0 for none
        QTest::addColumn<bool>("stopped");
        QTest::newRow("nobody") << QByteArrayList{"start", "die", "destroy"} << 0 << false;
        QTest::newRow("stop") << QByteArrayList{"start", "15", "die", "stop", "destroy"} << 15 << true;
        QTest::newRow("stop, out of patience")
            << QByteArrayList{"start", "15", "9", "die", "stop"} << 9 << true;
        QTest::newRow("kill") << QByteArrayList{"start", "9", "die", "destroy"} << 9 << false;
        QTest::newRow("a signal that it lived on with")
            << QByteArrayList{"start", "1", "exec_start: ls", "die"} << 0 << false;
        QTest::newRow("a signal after its end") << QByteArrayList{"start", "die", "9"} << 0 << false;
    }

    void readsWhoEndedIt()
    {
        QFETCH(const QByteArrayList, actions);
        QFETCH(const int, signal);
        QFETCH(const bool, stopped);
        QByteArray lines;
        for (const QByteArray &action : actions) {
            const bool isSignal = action.toInt() > 0;
            lines += "{\"Action\":\"" + (isSignal ? QByteArray("kill") : action)
                + "\",\"Actor\":{\"Attributes\":{\"signal\":\"" + action + "\"}}}\n";
        }
        const auto traces = tracesOfEvents(lines);
        QCOMPARE(traces->killSignal.value_or(0), signal);
        QCOMPARE(traces->stopped, stopped);
    }

    void readsAState()
    {
        const auto state = [](const QByteArray &startedAt, const QByteArray &rest) -> QByteArray {
            return "{\"StartedAt\":\"" + startedAt + "\"," + rest + "}\n";
        };
        const QByteArray now = "2026-01-02T03:04:05Z";
        QCOMPARE(tracesOfState(state(now, R"("Running":false,"OOMKilled":false,"ExitCode":3)")), started(3));
        QCOMPARE(tracesOfState(state(now, R"("Running":false,"OOMKilled":true,"ExitCode":0)")),
                 started(0, true));
        QCOMPARE(tracesOfState(state(now, R"("Running":true,"OOMKilled":false,"ExitCode":0)")),
                 started(std::nullopt));
        QCOMPARE(tracesOfState(state("0001-01-01T00:00:00Z", R"("OOMKilled":false,"ExitCode":0)")), Traces{});
        QCOMPARE(tracesOfState("[]\n"), std::nullopt);
        QCOMPARE(tracesOfState({}), std::nullopt);
    }
};

BERTH_TEST(SandboxEndingTest)

#include "tst_sandboxending.moc"
