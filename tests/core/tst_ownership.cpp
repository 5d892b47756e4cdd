// SPDX-License-Identifier: MIT
#include "core/devserver/ownership.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Owner = OwnerSighting::Owner;
using Why = OwnershipWhy::Kind;

Q_DECLARE_METATYPE(core::OwnerFacts)
Q_DECLARE_METATYPE(core::Judgement)

namespace {

const QDateTime now(QDate(2026, 3, 1), QTime(12, 0), Qt::UTC);
const QDateTime old = now.addSecs(-3600);
const QDateTime young = now.addSecs(-60);
const AttachedClient client{.pid = 813, .parentPid = 812, .parentProgram = u"node"_s};

OwnershipWhy attached()
{
    return {.kind = Why::ClientAttached, .pid = 813, .parentPid = 812, .parentProgram = u"node"_s};
}

} // namespace

class OwnershipJudgementTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsJudgedByTheFacts_data()
    {
        QTest::addColumn<OwnerFacts>("facts");
        QTest::addColumn<Judgement>("judgement");
        const auto row = [](const char *claim, const OwnerFacts &facts, Ownership ownership,
                            const OwnershipWhy &why) {
            QTest::newRow(claim) << facts << Judgement{.ownership = ownership, .why = why};
        };
        row("this process has it", {.seen = {.owner = Owner::Self, .pid = 7}}, Ownership::Owned,
            {.kind = Why::ThisProcess, .pid = 7});
        row("this process has let it go", {.seen = {.owner = Owner::Self, .pid = 7, .kept = young}},
            Ownership::Kept, {.kind = Why::KeptByUser, .since = young});
        row("another Berth runs", {.seen = {.owner = Owner::Alive, .pid = 7}, .since = old}, Ownership::Owned,
            {.kind = Why::OwnerLives, .pid = 7});
        row("another Berth runs that is going to keep it",
            {.seen = {.owner = Owner::Alive, .pid = 7, .kept = young}}, Ownership::Owned,
            {.kind = Why::OwnerLives, .pid = 7});
        row("its Berth is gone", {.seen = {.owner = Owner::Gone, .pid = 7}}, Ownership::Orphan,
            {.kind = Why::OwnerGone, .pid = 7});
        row("its Berth is gone, and it is young", {.seen = {.owner = Owner::Gone, .pid = 7}, .since = young},
            Ownership::Orphan, {.kind = Why::OwnerGone, .pid = 7});
        row("its Berth was seen to end", {.seen = {.owner = Owner::Gone, .pid = 7}, .endSeen = young},
            Ownership::Orphan, {.kind = Why::OwnerGone, .pid = 7, .since = young});
        row("its Berth is gone, and it was to be kept",
            {.seen = {.owner = Owner::Gone, .pid = 7, .kept = old}}, Ownership::Kept,
            {.kind = Why::KeptByUser, .since = old});
        row("its Berth and its folder are gone",
            {.seen = {.owner = Owner::Gone, .pid = 7}, .isFolderGone = true}, Ownership::Orphan,
            {.kind = Why::OwnerGone, .pid = 7, .isFolderGone = true});
        row("its Berth ran before the boot", {.seen = {.owner = Owner::BeforeBoot, .pid = 7}},
            Ownership::Orphan, {.kind = Why::OwnerBeforeBoot, .pid = 7});
        row("its Berth is elsewhere", {.seen = {.owner = Owner::Elsewhere, .pid = 7}, .since = old},
            Ownership::Unknown, {.kind = Why::OwnerElsewhere, .pid = 7});
        row("a client is attached", {.seen = {.client = client, .seesClients = true}, .since = old},
            Ownership::Owned, attached());
        row("a client is attached, though not all would be seen", {.seen = {.client = client}, .since = old},
            Ownership::Owned, attached());
        row("a client is attached to one that is kept",
            {.seen = {.client = client, .seesClients = true, .kept = old}, .since = old}, Ownership::Owned,
            attached());
        row("nobody is attached, and it is old", {.seen = {.seesClients = true}, .since = old},
            Ownership::Orphan, {.kind = Why::NoClient, .since = old});
        row("nobody is attached, and it is kept",
            {.seen = {.seesClients = true, .kept = young}, .since = old}, Ownership::Kept,
            {.kind = Why::KeptByUser, .since = young});
        row("nobody is attached, and it is young", {.seen = {.seesClients = true}, .since = young},
            Ownership::Unknown, {.kind = Why::Young, .since = young});
        const QDateTime atTheBorder = now.addDuration(-youth);
        row("ten minutes are no longer young", {.seen = {.seesClients = true}, .since = atTheBorder},
            Ownership::Orphan, {.kind = Why::NoClient, .since = atTheBorder});
        const QDateTime before = atTheBorder.addMSecs(1);
        row("a millisecond less is", {.seen = {.seesClients = true}, .since = before}, Ownership::Unknown,
            {.kind = Why::Young, .since = before});
        const QDateTime later = now.addSecs(3600);
        row("a start in the future is young", {.seen = {.seesClients = true}, .since = later},
            Ownership::Unknown, {.kind = Why::Young, .since = later});
        row("a start that is not known never makes an orphan", {.seen = {.seesClients = true}},
            Ownership::Unknown, {.kind = Why::Young});
        row("clients that would not be seen prove nothing", {.seen = {.seesClients = false}, .since = old},
            Ownership::Unknown, {.kind = Why::OwnerElsewhere});
    }
    void itIsJudgedByTheFacts()
    {
        QFETCH(OwnerFacts, facts);
        QFETCH(Judgement, judgement);
        const Judgement judged = judgeOwnership(facts, now);
        QCOMPARE(int(judged.ownership), int(judgement.ownership));
        QCOMPARE(int(judged.why.kind), int(judgement.why.kind));
        QVERIFY(judged == judgement);
    }

    void onlyTheYoungAgeIntoAnotherJudgement()
    {
        const auto at = [](const OwnerFacts &facts) { return changesAt(judgeOwnership(facts, now)); };
        const OwnerFacts facts{.seen = {.seesClients = true}, .since = young};
        QCOMPARE(at(facts), young.addDuration(youth));
        QCOMPARE(int(judgeOwnership(facts, at(facts)).ownership), int(Ownership::Orphan));
        QVERIFY(!at({.seen = {.seesClients = true}, .since = old}).isValid());
        QVERIFY(!at({.seen = {.seesClients = true}}).isValid());
        QVERIFY(!at({.seen = {.owner = Owner::Alive}, .since = young}).isValid());
    }

    void theProcessThatIsWatchedIsTheOneThatHasIt()
    {
        QCOMPARE(OwnerSighting({.owner = Owner::Alive, .pid = 7, .canBeWatched = true}).watchedPid(), 7);
        QCOMPARE(OwnerSighting({.owner = Owner::Alive, .pid = 7}).watchedPid(), 0); // of another namespace
        QCOMPARE(OwnerSighting({.owner = Owner::Gone, .pid = 7, .canBeWatched = true}).watchedPid(), 0);
        QCOMPARE(OwnerSighting({.client = client}).watchedPid(), 813);
    }
};

BERTH_TEST(OwnershipJudgementTest)

#include "tst_ownership.moc"
