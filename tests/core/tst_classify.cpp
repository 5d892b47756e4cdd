// SPDX-License-Identifier: MIT
#include "core/probe/classify.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(core::CommandOutcome)

namespace {

const Payload agent{.kind = Payload::Kind::Agent, .program = u"/berth-agent"_s};
const QString marker = u"berth-marker-1"_s;

QString verdictOf(const Verdict &verdict)
{
    static const QStringList names{u"not measured"_s, u"usable"_s, u"unusable"_s, u"unknown"_s};
    return names.at(qsizetype(verdict.index()));
}

CommandOutcome ran(int exitCode, const QByteArray &out, const QByteArray &err = {})
{
    return Ran{.exitCode = exitCode, .out = out, .err = err};
}

CommandOutcome failed(Failed::Cause cause, const QByteArray &out = {})
{
    return Failed{.cause = cause, .reason = u"no answer within 20 s"_s, .out = out};
}

} // namespace

class ClassifyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheRunOfTheMarker_data()
    {
        QTest::addColumn<CommandOutcome>("outcome");
        QTest::addColumn<QString>("verdict");
        const auto row = [](const char *name, const CommandOutcome &outcome, const QString &verdict) {
            QTest::newRow(name) << outcome << verdict;
        };
        const QString usable = u"usable"_s;
        const QString unusable = u"unusable"_s;
        const QString unknown = u"unknown"_s;
        const QByteArray engine = "docker: Error response from daemon: ";

        row("exit 0 and the marker", ran(0, "berth-marker-1\n"), usable);
        row("exit 0, the marker and a warning", ran(0, "berth-marker-1\n", "WARNING: platform differs\n"),
            usable);
        row("exit 0 without the marker", ran(0, ""), unknown);
        row("exit 0 and the marker of another check", ran(0, "berth-marker-2\n"), unknown);
        row("exit 0 and the marker on the wrong stream", ran(0, "", "berth-marker-1\n"), unknown);
        row("timed out", failed(Failed::Cause::TimedOut), unknown);
        row("timed out after the marker", failed(Failed::Cause::TimedOut, "berth-marker-1\n"), unknown);
        row("cancelled", failed(Failed::Cause::Cancelled), unknown);
        row("the client vanished", failed(Failed::Cause::NotFound), unknown);
        row("the client could not be started", failed(Failed::Cause::CouldNotStart), unknown);
        row("no connection", ran(125, "", "docker: Cannot connect to the Docker daemon at unix:///x."),
            unknown);
        row("no connection, client 29",
            ran(1, "", "docker: failed to connect to the docker API at unix:///x"), unknown);
        row("error during connect", ran(125, "", "docker: error during connect: EOF"), unknown);
        row("no permission", ran(126, "", "docker: permission denied while trying to connect to the socket"),
            unknown);
        row("engine killed meanwhile",
            ran(125, "", "time=\"x\" level=error msg=\"error waiting for container: unexpected EOF\""),
            unknown);
        row("refused, and the client gives up waiting",
            ran(125, "",
                engine + "no.\ntime=\"x\" level=error msg=\"error waiting for container: context canceled\""),
            unusable);
        row("image gone", ran(125, "", engine + "No such image: berth-probe:1"), unknown);
        row("image gone, pulled by name", ran(125, "", "Unable to find image 'berth-probe:1' locally"),
            unknown);
        row("foreign program", ran(1, "", "exec /berth-agent: exec format error"), unknown);
        row("foreign program, newer engine", ran(255, "", "exec /berth-agent: exec format error"), unknown);
        row("our program missing",
            ran(127, "",
                engine
                    + "OCI runtime create failed: exec: \"/berth-agent\": stat /berth-agent: no such "
                      "file or directory"),
            unknown);
        row("126 without a word", ran(126, ""), unknown);
        row("127 without a word", ran(127, "", "\n"), unknown);
        row("127 with words of nobody", ran(127, "", "sh: not found"), unknown);
        row("125 without a word", ran(125, ""), unknown);
        row("137 without a word", ran(137, ""), unknown);
        row("a missing runtime, exit 127",
            ran(127, "", engine + "OCI runtime create failed: fork/exec /nonexistent/runc: no such file"),
            unusable);
        row("a damaged layer, exit 127",
            ran(127, "", engine + "error creating overlay mount to /x/merged: no such file or directory"),
            unusable);
        row("a refused rlimit, exit 126", ran(126, "", engine + "runc: error setting rlimit type 7"),
            unusable);
        row("containerd gone, exit 125",
            ran(125, "", engine + "connection error: desc = \"transport: Error while dialing\": unavailable"),
            unusable);
        row("an engine's text behind a warning",
            ran(125, "", "WARNING: Error loading config file\n" + engine + "read-only file system"),
            unusable);
        row("an engine's text behind a damaged config.json",
            ran(125, "",
                "WARNING: Error loading config file: /root/.docker/config.json: unexpected EOF\n" + engine
                    + "read-only file system"),
            unusable);
        row("a client's own text", ran(125, "", "docker: invalid reference format"), unusable);
        row("an engine's text and the marker", ran(125, "berth-marker-1\n", engine + "cannot remove"),
            unusable);
    }

    void readsTheRunOfTheMarker()
    {
        QFETCH(CommandOutcome, outcome);
        QFETCH(QString, verdict);
        QCOMPARE(verdictOf(classifyRun(outcome, marker, agent)), verdict);
    }

    void aMarkerWithoutAnEndIsSaid()
    {
        const auto verdict = classifyRun(failed(Failed::Cause::TimedOut, "berth-marker-1\n"), marker, agent);
        const auto &unknown = std::get<Unknown>(verdict);
        QVERIFY2(unknown.reason.startsWith(u"a container ran, and the engine never reported its end"_s),
                 qPrintable(unknown.reason));
        QVERIFY(unknown.daemonAnswered);
    }

    void theDetailIsTheEnginesSentenceScrubbedAndShort()
    {
        const QByteArray err = "WARNING: Error loading config file: open /root/.docker/config.json\n"
                               "docker: Error response from daemon: pull from http://kim:hunter2@proxy:3128 "
            + QByteArray(400, 'x') + "\n\nRun 'docker run --help' for more information\n";
        const auto verdict = classifyRun(ran(125, "", err), marker, agent);
        const QString detail = std::get<Unusable>(verdict).detail;
        QVERIFY2(detail.startsWith(u"docker: Error response from daemon: pull from"_s), qPrintable(detail));
        QVERIFY(!detail.contains(u"hunter2"_s));
        QVERIFY(!detail.contains(u"--help"_s));
        QCOMPARE(detail.size(), 300);
    }

    void aReasonIsNeverEmpty()
    {
        QCOMPARE(failureReason(ran(1, "")), u"exit code 1 without a message"_s);
        QCOMPARE(failureReason(ran(1, "ERROR: Cannot connect\n")), u"ERROR: Cannot connect"_s);
        QCOMPARE(failureReason(failed(Failed::Cause::TimedOut)), u"no answer within 20 s"_s);
    }

    void onlyADamagedImageIsWorthASecondAttempt()
    {
        const QByteArray engine = "docker: Error response from daemon: ";
        QVERIFY(isRepairable(
            ran(127, "", engine + "error creating overlay mount to /x/merged: no such file or directory"),
            agent));
        QVERIFY(isRepairable(ran(127, "", engine + "exec: \"/berth-agent\": stat /berth-agent: no such file"),
                             agent));
        QVERIFY(!isRepairable(ran(127, "", engine + "fork/exec /nonexistent/runc: no such file"), agent));
        QVERIFY(!isRepairable(ran(0, marker.toUtf8()), agent));
        QVERIFY(!isRepairable(failed(Failed::Cause::TimedOut), agent));
    }
};

BERTH_TEST(ClassifyTest)

#include "tst_classify.moc"
