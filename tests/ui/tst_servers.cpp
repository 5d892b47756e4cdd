// SPDX-License-Identifier: MIT
#include "ui/presentation/servers.h"

#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "ui/presentation/servertrouble.h"

#include <QTest>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class ServersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateHasItsMoodAndItsWords_data()
    {
        QTest::addColumn<ServerState>("state");
        QTest::addColumn<Mood>("mood");
        QTest::addColumn<QString>("status");
        QTest::newRow("preparing") << ServerState::Preparing << Mood::Measuring << u"Preparing…"_s;
        QTest::newRow("starting") << ServerState::Starting << Mood::Measuring << u"Starting…"_s;
        QTest::newRow("announced") << ServerState::Announced << Mood::Measuring
                                   << u"Says that it is ready, does not answer yet"_s;
        QTest::newRow("ready") << ServerState::Ready << Mood::Fine << u"Ready in 1.2 s"_s;
        QTest::newRow("stopping") << ServerState::Stopping << Mood::Measuring << u"Stopping…"_s;
        QTest::newRow("running") << ServerState::Running << Mood::Attention << u"Running, does not answer"_s;
        QTest::newRow("paused") << ServerState::Paused << Mood::Unknown << u"Paused"_s;
        QTest::newRow("created") << ServerState::Created << Mood::Unknown << u"Created, never started"_s;
        QTest::newRow("exited") << ServerState::Exited << Mood::Attention << u"Ended"_s;
        QTest::newRow("failed") << ServerState::Failed << Mood::Trouble << u"Failed"_s;
        QTest::newRow("stopped") << ServerState::Stopped << Mood::Unknown << u"Stopped"_s;
    }
    void everyStateHasItsMoodAndItsWords()
    {
        QFETCH(const ServerState, state);
        QFETCH(const Mood, mood);
        QFETCH(const QString, status);
        Server server = samples::ready(1, 4300, u"webshop"_s);
        server.state = state;
        QCOMPARE(serverMood(server), mood);
        QCOMPARE(serverStatus(server), status);
        QVERIFY(!stateWord(state).isEmpty());
    }

    void troubleIsToldInItsSentence()
    {
        const ServerTrouble trouble{.kind = ServerTrouble::Kind::Exited, .exitCode = 1};
        const Server server = samples::failed(1, 4300, u"webshop"_s, trouble);
        QCOMPARE(serverStatus(server), troubleSentence(trouble));
        QCOMPARE(serverExplanation(server), troubleSentence(trouble));
        QCOMPARE(serverMood(server), Mood::Trouble);
    }

    void oneWhoseOwnerIsGoneWasLeftBehind()
    {
        const Server server = samples::orphan(1, 4300, u"webshop"_s);
        QCOMPARE(serverStatus(server), u"Left behind · Ready"_s);
        QCOMPARE(serverMood(server), Mood::Attention);
        QVERIFY(!serverExplanation(server).isEmpty());
    }

    void whoHasItIsToldWithTheReason_data()
    {
        using Why = OwnershipWhy::Kind;
        QTest::addColumn<int>("ownership");
        QTest::addColumn<QString>("parent");
        QTest::addColumn<qint64>("parentPid");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *claim, Ownership ownership, Why kind, const QString &text,
                            const QString &parent = {}, qint64 parentPid = 0) {
            QTest::newRow(claim) << int(ownership) << parent << parentPid << int(kind) << text;
        };
        row("ours", Ownership::Owned, Why::ThisProcess, {});
        row("another Berth's", Ownership::Owned, Why::OwnerLives,
            u"Another Berth (process 813) started it and still runs."_s);
        row("somebody's client", Ownership::Owned, Why::ClientAttached,
            u"A docker client (process 813), started by node (process 812), is attached to it."_s, u"node"_s,
            812);
        row("a client whose parent has ended", Ownership::Owned, Why::ClientAttached,
            u"A docker client (process 813) is attached to it."_s, u"systemd"_s, 1);
        row("kept", Ownership::Kept, Why::KeptByUser, u"It was left running on purpose 3 h ago."_s);
        row("left by a Berth", Ownership::Orphan, Why::OwnerGone,
            u"Left behind: its owner (Berth, process 813) ended 3 h ago. Stop it if nobody needs it."_s);
        row("left before the boot", Ownership::Orphan, Why::OwnerBeforeBoot,
            u"Left behind: its owner (Berth, process 813) ran before this machine was last started. Stop it "
            "if nobody needs it."_s);
        row("left by nobody knows whom", Ownership::Orphan, Why::NoClient,
            u"Left behind: nothing on this machine is attached to it, and it began 3 h ago. Stop it if "
            u"nobody "
            "needs it."_s);
        row("young", Ownership::Unknown, Why::Young,
            u"Nothing on this machine is attached to it. It counts as left behind once it is ten minutes "
            "old."_s);
        row("elsewhere", Ownership::Unknown, Why::OwnerElsewhere,
            u"Who started it cannot be told from here."_s);
    }
    void whoHasItIsToldWithTheReason()
    {
        QFETCH(const int, ownership);
        QFETCH(const QString, parent);
        QFETCH(const qint64, parentPid);
        QFETCH(const int, kind);
        const QDateTime now(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
        Server server = samples::ready(1, 4300, u"webshop"_s);
        server.ownership = Ownership(ownership);
        server.why = {.kind = OwnershipWhy::Kind(kind),
                      .pid = 813,
                      .parentPid = parentPid,
                      .parentProgram = parent,
                      .since = now.addSecs(-3 * 3600)};
        QTEST(ownershipText(server, now), "text");
        server.why.isFolderGone = true;
        QCOMPARE(ownershipText(server, now).contains("Its project folder is gone."_L1),
                 server.ownership != Ownership::Owned);
    }

    void anEndThatNobodySawHasNoTime()
    {
        Server server = samples::orphan(1, 4300, u"webshop"_s);
        server.why = {.kind = OwnershipWhy::Kind::OwnerGone, .pid = 813};
        QCOMPARE(ownershipText(server),
                 u"Left behind: its owner (Berth, process 813) has ended. Stop it if nobody needs it."_s);
    }

    void theNameOfAParentObeysNothing()
    {
        Server server = samples::orphan(1, 4300, u"webshop"_s);
        server.ownership = Ownership::Owned;
        server.why = {.kind = OwnershipWhy::Kind::ClientAttached,
                      .pid = 813,
                      .parentPid = 812,
                      .parentProgram = u"a\x1b[31m\nb"_s};
        const QString text = ownershipText(server);
        QVERIFY2(!text.contains(u'\x1b') && !text.contains(u'\n'), qPrintable(text));
        QVERIFY(text.contains("(process 812)"_L1));
    }

    void oneThatOthersCanReachIsExposed()
    {
        const Server server = samples::exposed(1, 4300, u"webshop"_s);
        QCOMPARE(networkText(server), u"Open, exposed"_s);
        QVERIFY(networkExplanation(server).contains(u"0.0.0.0:4300"_s));
        QCOMPARE(networkText(samples::ready(1, 4300, u"x"_s)), u"Open"_s);
    }

    void aReadyOneNeedsNoExplanation()
    {
        QCOMPARE(serverExplanation(samples::ready(1, 4300, u"x"_s)), QString());
    }

    void agesAreToldInTheirLargestUnit_data()
    {
        QTest::addColumn<qint64>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("just now") << qint64(0) << u"< 1 min"_s;
        QTest::newRow("a clock that is behind") << qint64(-90) << u"< 1 min"_s;
        QTest::newRow("a second less than a minute") << qint64(59) << u"< 1 min"_s;
        QTest::newRow("a minute") << qint64(60) << u"1 min"_s;
        QTest::newRow("a second less than an hour") << qint64(3599) << u"59 min"_s;
        QTest::newRow("three hours") << qint64(3 * 3600) << u"3 h"_s;
        QTest::newRow("two days") << qint64(2 * 86400) << u"2 d"_s;
    }
    void agesAreToldInTheirLargestUnit()
    {
        QFETCH(const qint64, seconds);
        QFETCH(const QString, text);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        QCOMPARE(ageText(now.addSecs(-seconds), now), text);
        QCOMPARE(ageText({}, now), QString());
    }

    void figuresAreShort()
    {
        QCOMPARE(ui::memoryText(134'217'728), u"128 MiB"_s);
        QCOMPARE(ui::memoryText(1'610'612'736), u"1.5 GiB"_s);
        QCOMPARE(cpuText(0.42), u"0.4 %"_s);
        QCOMPARE(cpuText(99.6), u"100 %"_s);
    }

    void aProjectIsCalledByItsFolder()
    {
        Server server = samples::ready(1, 4300, u"webshop"_s);
        QCOMPARE(projectName(server), u"webshop"_s);
        QCOMPARE(serverTitle(server), u"4300 · webshop"_s);
        server.project.clear();
        QCOMPARE(projectName(server), u"berth-devserver-4300"_s);
        server.project = u"/"_s;
        QCOMPARE(projectName(server), u"berth-devserver-4300"_s);
    }

    void everyStateOfTheListLooksDifferent()
    {
        using State = Listing::State;
        const ListingText loading = presentListing({.state = State::Loading});
        const ListingText failed =
            presentListing({.state = State::Failed, .reason = u"connection refused"_s});
        const ListingText silent = presentListing({.state = State::Silent});
        QCOMPARE(presentListing({.state = State::Listed}), ListingText{});
        QCOMPARE(loading.mood, Mood::Measuring);
        QCOMPARE(failed.mood, Mood::Trouble);
        QCOMPARE(failed.text, u"Connection refused. Start Docker, then try again."_s);
        QCOMPARE(silent.mood, Mood::Attention);
        const Diagnosis diagnosis{.id = u"x"_s, .cause = u"The cause."_s, .remedy = u"The remedy."_s};
        QCOMPARE(presentListing({.state = State::Failed, .diagnosis = diagnosis}).text,
                 u"The cause. The remedy."_s);
    }

    void everyTroubleOffersSomething_data()
    {
        QTest::addColumn<ServerTrouble::Kind>("kind");
        QTest::addColumn<QList<Remedy::Kind>>("offered");
        using Kind = ServerTrouble::Kind;
        using Do = Remedy::Kind;
        QTest::newRow("its own loopback")
            << Kind::OwnLoopback << QList<Do>{Do::ListenEverywhere, Do::Edit, Do::ShowLog, Do::Dismiss};
        QTest::newRow("a port that a server holds")
            << Kind::PortHeldByServer
            << QList<Do>{Do::OpenHolder, Do::ReplaceHolder, Do::AnotherPort, Do::Edit, Do::Dismiss};
        QTest::newRow("a port that a process holds")
            << Kind::PortHeldByProcess << QList<Do>{Do::AnotherPort, Do::Edit, Do::Dismiss};
        QTest::newRow("no image") << Kind::ImageMissing << QList<Do>{Do::Restart, Do::Edit, Do::Dismiss};
        QTest::newRow("it ended") << Kind::Exited
                                  << QList<Do>{Do::Restart, Do::Edit, Do::ShowLog, Do::Dismiss};
    }
    void everyTroubleOffersSomething()
    {
        QFETCH(const ServerTrouble::Kind, kind);
        QFETCH(const QList<Remedy::Kind>, offered);
        const Server server = samples::failed(1, 4300, u"webshop"_s, {.kind = kind});
        QList<Remedy::Kind> kinds;
        for (const Remedy &remedy : remediesFor(server, samples::request(u"webshop"_s, {u"vite"_s})))
            kinds.append(remedy.kind);
        QCOMPARE(kinds, offered);
    }

    void whatIsNotOursIsNotStartedAgain()
    {
        for (const Remedy &remedy : remediesFor(samples::orphan(1, 4300, u"x"_s), std::nullopt))
            QVERIFY(remedy.kind == Remedy::Kind::Stop || remedy.kind == Remedy::Kind::ShowLog);
    }
};

BERTH_TEST(ServersTest)

#include "tst_servers.moc"
