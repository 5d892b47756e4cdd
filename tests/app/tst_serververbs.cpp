// SPDX-License-Identifier: MIT
#include "app/commandline.h"
#include "app/serververbs/logs.h"
#include "app/serververbs/ls.h"
#include "app/serververbs/open.h"
#include "app/serververbs/up.h"

#include "tests/registry.h"
#include "ui/presentation/servertrouble.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace app;
using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Kind = ServerTrouble::Kind;

Q_DECLARE_METATYPE(core::Server)
Q_DECLARE_METATYPE(core::ServerTrouble)

namespace {

const QDateTime now(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);

Server shop()
{
    return {.name = u"berth-devserver-4300"_s,
            .id = QString(64, u'a'),
            .port = 4300,
            .state = ServerState::Ready,
            .ownership = Ownership::Owned,
            .why = {.kind = OwnershipWhy::Kind::OwnerLives, .pid = 4711},
            .project = QDir::homePath() + u"/shop"_s,
            .image = u"node:20"_s,
            .published = {u"127.0.0.1:4300"_s},
            .since = now.addSecs(-12 * 60)};
}

Server lab(ServerState state)
{
    return {.name = u"lab-devserver-4301"_s,
            .id = QString(64, u'b'),
            .port = 4301,
            .state = state,
            .published = {u"127.0.0.1:4301"_s},
            .since = now.addSecs(-3 * 3600)};
}

} // namespace

class ServerVerbsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTableIsAligned()
    {
        Server loopback = lab(ServerState::Running);
        loopback.trouble = ServerTrouble{.kind = Kind::NotHttp};
        Server created = lab(ServerState::Created);
        created.published.clear();
        const QStringList lines = serversText({shop(), loopback, created}, now).split(u'\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines.at(0), u"PORT  STATE    OWNER    UP      PROJECT  ADDRESS                NAME"_s);
        QCOMPARE(lines.at(1),
                 u"4300  ready    owned    12 min  ~/shop   http://127.0.0.1:4300  berth-devserver-4300"_s);
        QCOMPARE(lines.at(2),
                 u"4301  running  unknown  3 h     –        http://127.0.0.1:4301  lab-devserver-4301"_s);
        QCOMPARE(lines.at(3),
                 u"      It answers, but not by HTTP: look into its log for what it serves on that port."_s);
        QCOMPARE(lines.at(4),
                 u"4301  created  unknown  –       –        –                      lab-devserver-4301"_s);
    }

    void theTableSaysWhatIsLeftBehindAndWhatIsOpenToOthers()
    {
        Server server = shop();
        server.ownership = Ownership::Orphan;
        server.why = {.kind = OwnershipWhy::Kind::OwnerGone, .pid = 4711, .since = now.addSecs(-3 * 3600)};
        server.published = QStringList{u"0.0.0.0:4300"_s};
        const QString text = serversText({server}, now);
        QVERIFY2(text.contains("Left behind: its owner (Berth, process 4711) ended 3 h ago."_L1),
                 qPrintable(text));
        QVERIFY2(text.contains("It is published at 0.0.0.0:4300"_L1), qPrintable(text));
    }

    void anEmptyListSaysSo() { QCOMPARE(serversText({}, now), u"No dev servers."_s); }

    void nothingOfTheTableObeysATerminal()
    {
        Server server = shop();
        server.project = u"/tmp/\x1b[31mred\x1b]0;title\a\nsecond"_s;
        server.name = u"x\x1b[2J-devserver-4300"_s;
        const QString text = serversText({server}, now);
        QVERIFY(!text.contains(u'\x1b') && !text.contains(u'\a'));
        QCOMPARE(text.count(u'\n'), 1);
    }

    void nothingOfTheJsonObeysATerminal()
    {
        const QString odd = u"x\x1b[2J-devserver-4300"_s;
        Server server = shop();
        server.name = server.project = server.image = odd;
        server.published = {odd};
        const QJsonObject json = serversJson({server})[u"servers"_s].toArray().first().toObject();
        for (const auto &key : {u"name"_s, u"project"_s, u"image"_s})
            QVERIFY2(json[key].toString().startsWith(u'x') && !json[key].toString().contains(u'\x1b'),
                     qPrintable(key));
        QVERIFY(!json[u"published"_s].toArray().first().toString().contains(u'\x1b'));
    }

    void aStartThatIsNotKnownIsNull()
    {
        Server server = shop();
        server.since = {};
        const auto json = serversJson({server})[u"servers"_s].toArray().first();
        QVERIFY(json[u"since"_s].isNull());
    }

    void onlyWhatIsThereHasAnAge()
    {
        const auto age = [](ServerState state) {
            static const QRegularExpression space(u"\\s+"_s);
            return serversText({lab(state)}, now).split(u'\n').at(1).split(space).value(3);
        };
        QCOMPARE(age(ServerState::Paused), u"3"_s);
        QVERIFY(age(ServerState::Exited) != u"3"_s);
        QVERIFY(age(ServerState::Created) != u"3"_s);
    }

    void theJsonHasEveryMember()
    {
        Server server = shop();
        server.isHttps = true;
        const QJsonObject json = serversJson({server});
        QCOMPARE(json[u"schema"_s].toInt(), 1);
        const QJsonObject expected{{u"name"_s, u"berth-devserver-4300"_s},
                                   {u"id"_s, QString(64, u'a')},
                                   {u"port"_s, 4300},
                                   {u"state"_s, u"ready"_s},
                                   {u"ownership"_s, u"owned"_s},
                                   {u"why"_s, u"Another Berth (process 4711) started it and still runs."_s},
                                   {u"project"_s, shop().project},
                                   {u"image"_s, u"node:20"_s},
                                   {u"mode"_s, u"open"_s},
                                   {u"https"_s, true},
                                   {u"address"_s, u"https://127.0.0.1:4300"_s},
                                   {u"published"_s, QJsonArray{u"127.0.0.1:4300"_s}},
                                   {u"since"_s, u"2026-03-01T11:48:00Z"_s},
                                   {u"trouble"_s, QJsonValue()}};
        QCOMPARE(json[u"servers"_s].toArray().first().toObject(), expected);
    }

    void theJsonHasAWordForEachStateAndTrouble()
    {
        QStringList states;
        for (int i = 0; i <= int(ServerState::Stopped); ++i) {
            Server server = lab(ServerState(i));
            server.trouble = ServerTrouble{.kind = Kind::OwnLoopback};
            const auto json = serversJson({server})[u"servers"_s].toArray().first();
            states.append(json[u"state"_s].toString());
            QCOMPARE(json[u"trouble"_s].toString(), u"own-loopback"_s);
        }
        QCOMPARE(
            states.join(u' '),
            u"preparing starting announced ready stopping running paused created exited failed stopped"_s);
    }

    void everyTroubleIsInTheManual()
    {
        QFile manual(QStringLiteral(BERTH_SOURCE_FOLDER "/packaging/berth.1"));
        QVERIFY(manual.open(QIODevice::ReadOnly));
        const QString list = QString::fromUtf8(manual.readAll())
                                 .section(u"troubles: begin"_s, 1)
                                 .section(u"troubles: end"_s, 0, 0);
        static const QRegularExpression entry(u"^\\.B (\\S+)$"_s, QRegularExpression::MultilineOption);
        QStringList listed;
        for (const auto &match : entry.globalMatch(list))
            listed.append(match.captured(1).remove(u'\\'));
        QStringList known;
        for (int i = 0; i <= int(Kind::NotRemoved); ++i)
            known.append(ui::troubleId(Kind(i)));
        known.sort();
        QCOMPARE(listed, known);
    }

    void theLogIsOfWhatRunsThenOfOurs()
    {
        Server ours = shop();
        ours.state = ServerState::Exited;
        Server other = ours;
        other.name = u"lab-devserver-4300"_s;
        QCOMPARE(loggedServer({other, ours})->name, ours.name);
        other.state = ServerState::Paused;
        QCOMPARE(loggedServer({ours, other})->name, other.name);
        ours.state = ServerState::Running;
        QCOMPARE(loggedServer({other, ours})->name, ours.name);
        ours.state = ServerState::Created; // it has printed nothing
        QVERIFY(!loggedServer({ours}));
        QVERIFY(!loggedServer({}));
    }

    void theLastRunTellsItsEnd()
    {
        const LastRun taken{.ended = now};
        QVERIFY2(lastRunSentence(taken).startsWith("the last run, taken down "_L1),
                 qPrintable(lastRunSentence(taken)));
        const LastRun failed{.ended = now, .reason = u"It was \x1b[31mkilled."_s};
        QVERIFY2(lastRunSentence(failed).endsWith(": It was killed."_L1),
                 qPrintable(lastRunSentence(failed)));
    }

    void whatCannotBeOpenedSaysWhy()
    {
        QVERIFY(notOpenedSentence(4301, {}, {}).contains("no dev server on port 4301"_L1));
        QVERIFY(notOpenedSentence(4301, {lab(ServerState::Exited)}, {}).contains("does not run"_L1));
        QVERIFY(notOpenedSentence(4301, {lab(ServerState::Running)}, {}).contains("does not answer yet"_L1));
        QVERIFY(notOpenedSentence(4301, {lab(ServerState::Running)}, {.endpoint = u"ssh://build"_s})
                    .contains("another machine"_L1));
        Server hidden = lab(ServerState::Running);
        hidden.published.clear();
        QVERIFY(notOpenedSentence(4301, {hidden}, {}).contains("not published"_L1));
        Server odd = lab(ServerState::Running);
        odd.trouble = ServerTrouble{.kind = Kind::NotHttp};
        QVERIFY(notOpenedSentence(4301, {odd}, {}).contains("not by HTTP"_L1));
    }

    void aHeldPortOffersWhatTheCommandLineHas()
    {
        const QString ours =
            upSentence({.kind = Kind::PortHeldByServer, .holder = u"berth-devserver-4300"_s});
        QVERIFY2(ours.contains("berth open 4300"_L1) && ours.contains("berth up --replace"_L1),
                 qPrintable(ours));
        // Only a container of our own name gives way.
        const QString others =
            upSentence({.kind = Kind::PortHeldByServer, .holder = u"lab-devserver-4300"_s});
        QVERIFY2(others.contains("berth down 4300"_L1) && !others.contains("--replace"_L1),
                 qPrintable(others));
    }

    void theExitCodeTellsHowItEnded_data()
    {
        QTest::addColumn<ServerTrouble>("trouble");
        QTest::addColumn<int>("exitCode");
        const auto row = [](const char *claim, const ServerTrouble &trouble, int exitCode) {
            QTest::newRow(claim) << trouble << exitCode;
        };
        row("a bad request", {.kind = Kind::BadRequest}, 125);
        row("no engine", {.kind = Kind::EngineUnreachable}, 125);
        row("no image", {.kind = Kind::ImageMissing}, 125);
        row("a dev server on the port", {.kind = Kind::PortHeldByServer}, 125);
        row("a container on the port", {.kind = Kind::PortHeldByContainer}, 125);
        row("a program on the port", {.kind = Kind::PortHeldByProcess}, 125);
        row("no free port", {.kind = Kind::NoFreePort}, 125);
        row("no start", {.kind = Kind::CouldNotStart, .exitCode = 127}, 125);
        row("no folder", {.kind = Kind::FolderGone}, 125);
        row("no such command", {.kind = Kind::CommandNotFound}, 127);
        row("no executable command", {.kind = Kind::CommandNotExecutable}, 126);
        row("its own end", {.kind = Kind::Exited, .exitCode = 3}, 3);
        row("an end that calls itself a success", {.kind = Kind::Exited}, 1);
        row("out of memory", {.kind = Kind::OutOfMemory, .exitCode = 137}, 137);
        row("a child out of memory", {.kind = Kind::OutOfMemory}, 137);
        row("out of processes", {.kind = Kind::PidsLimit, .exitCode = 2}, 2);
        row("stopped by another", {.kind = Kind::StoppedOutside, .exitCode = 143}, 143);
        row("removed by another", {.kind = Kind::RemovedOutside, .exitCode = 137}, 137);
        row("the engine lost", {.kind = Kind::EngineLost}, 125);
        row("the client ended", {.kind = Kind::ClientEnded}, 125);
        row("not removed", {.kind = Kind::NotRemoved}, 125);
    }
    void theExitCodeTellsHowItEnded()
    {
        QFETCH(const ServerTrouble, trouble);
        Server server = shop();
        server.state = ServerState::Failed;
        server.trouble = trouble;
        QTEST(upExitCode(server, ExitInterrupted), "exitCode");
    }

    void whatIsTakenDownExitsWithTheReason()
    {
        Server server = shop();
        server.state = ServerState::Stopped;
        QCOMPARE(upExitCode(server, ExitInterrupted), 130);
        QCOMPARE(upExitCode(server, ExitNoReader), 141);
    }
};

BERTH_TEST(ServerVerbsTest)

#include "tst_serververbs.moc"
