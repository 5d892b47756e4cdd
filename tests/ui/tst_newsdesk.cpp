// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/samples.h"
#include "tests/ui/serversamples.h"
#include "ui/presentation/health.h"
#include "ui/tray/newsdesk.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using ui::Known;
using ui::News;
using ui::NewsAction;
using ui::Situation;
using ui::View;

namespace {

ui::HealthText health(const Measurement &measurement)
{
    return ui::presentHealth(measurement, QDateTime::currentDateTimeUtc());
}

Situation with(const QList<Server> &servers, View view = View::Hidden)
{
    return {.health = health(samples::usable()), .servers = servers, .view = view};
}

Situation judged(const Measurement &measurement, const QString &context = {})
{
    return {.health = health(measurement), .context = context};
}

QStringList titles(const QList<News> &news)
{
    QStringList result;
    for (const News &one : news)
        result.append(one.title);
    return result;
}

const ServerTrouble exited{.kind = ServerTrouble::Kind::Exited, .exitCode = 1};

} // namespace

class NewsDeskTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Each row is a story: what is told at its last step.
    void tellsWhatIsNew_data()
    {
        QTest::addColumn<QList<Situation>>("story");
        QTest::addColumn<QStringList>("told");
        const auto row = [](const char *claim, const QList<Situation> &story, const QStringList &told) {
            QTest::newRow(claim) << story << told;
        };
        const Server starting = samples::starting(1, 4300, u"shop"_s);
        const Server ready = samples::ready(1, 4300, u"shop"_s);
        Server running = ready;
        running.state = ServerState::Running;
        Server launched = starting;
        launched.id.clear();
        const Server failed = samples::failed(1, 4300, u"shop"_s, exited);
        Server another = ready;
        another.id = u"f"_s.repeated(64);
        Server others = ready;
        others.isOurs = false;
        Server othersStarting = starting;
        othersStarting.isOurs = false;
        const Server left = samples::orphan(2, 4301, u"old"_s);
        const Server second = samples::orphan(3, 4302, u"older"_s);

        row("the first answer is none", {judged(samples::layerDamaged())}, {});
        row("another answer is", {judged(samples::usable()), judged(samples::layerDamaged())},
            {u"Docker answers, but cannot run containers"_s});
        row("and so is the way back", {judged(samples::layerDamaged()), judged(samples::usable())},
            {u"Docker runs containers"_s});
        row("the same answer is none", {judged(samples::usable()), judged(samples::usable())}, {});
        row("a check in between changes nothing",
            {judged(samples::usable()), Situation{}, judged(samples::usable())}, {});
        row("an answer after a check is told",
            {judged(samples::usable()), Situation{}, judged(samples::frozen())},
            {u"Docker is not answering"_s});
        row("another engine was chosen, which is no change",
            {judged(samples::usable()), judged(samples::frozen(), u"other"_s)}, {});

        row("a server that becomes ready", {with({starting}), with({ready})}, {u"4300 · shop is ready"_s});
        row("is seen where the window is", {with({starting}), with({ready}, View::Shown)}, {});
        row("a server that is ready at once", {with({}), with({launched}), with({ready})},
            {u"4300 · shop is ready"_s});
        row("it is ready once", {with({starting}), with({ready}), with({running}), with({ready})}, {});
        row("started again it is once more", {with({ready}), with({another})}, {u"4300 · shop is ready"_s});
        row("another's is watched by who started it", {with({othersStarting}), with({others})}, {});

        row("a server that fails", {with({starting}), with({failed}, View::Shown)},
            {u"4300 · shop has failed"_s});
        row("a server that fails at once", {with({}), with({failed})}, {u"4300 · shop has failed"_s});
        row("has failed once", {with({starting}), with({failed}), with({failed})}, {});
        row("whoever looks needs no word", {with({starting}), with({failed}, View::Active)}, {});
        row("nor later", {with({starting}), with({failed}, View::Active), with({failed})}, {});
        row("failed, started, failed", {with({failed}), with({launched}), with({failed})},
            {u"4300 · shop has failed"_s});

        row("what was left behind is told at the start", {with({left}, View::Shown)},
            {u"A dev server has lost its owner"_s});
        row("once", {with({left}), with({left})}, {});
        row("one more is told with the others", {with({left}), with({left, second})},
            {u"2 dev servers have lost their owner"_s});
        row("one less is not", {with({left, second}), with({left})}, {});
        row("one that goes and comes is not", {with({left}), with({}), with({left})}, {});
        row("two things at once", {with({starting}), with({failed, second})},
            {u"4300 · shop has failed"_s, u"A dev server has lost its owner"_s});
    }
    void tellsWhatIsNew()
    {
        QFETCH(QList<Situation>, story);
        Known known;
        QList<News> news;
        for (const Situation &situation : std::as_const(story))
            news = ui::newsOf(situation, known);
        QTEST(titles(news), "told");
    }

    void eachOffersWhatCanBeDone()
    {
        Known known;
        ui::newsOf(with({samples::starting(1, 4300, u"a"_s), samples::starting(2, 4301, u"b"_s)}), known);
        Situation next = with({samples::ready(1, 4300, u"a"_s), samples::failed(2, 4301, u"b"_s, exited),
                               samples::orphan(3, 4302, u"c"_s)});
        next.health = health(samples::layerDamaged());
        const QList<News> news = ui::newsOf(next, known);
        QCOMPARE(news.size(), 4);
        QCOMPARE(news.at(0).actions, QList{NewsAction::Details});
        QCOMPARE(news.at(1).actions, QList({NewsAction::Open, NewsAction::ShowLog}));
        QCOMPARE(news.at(1).text, u"It answers at http://127.0.0.1:4300."_s);
        QCOMPARE(news.at(2).actions, QList{NewsAction::ShowLog});
        QCOMPARE(news.at(2).key, ServerKey{2});
        QCOMPARE(news.at(3).actions, QList{NewsAction::Review});
        QCOMPARE(news.at(3).text, u"4302 · c. Remove it if nobody needs it."_s);
    }

    void forgetsWhatIsGone()
    {
        Known known;
        ui::newsOf(with({samples::ready(1, 4300, u"a"_s)}), known);
        ui::newsOf(with({}), known);
        QVERIFY(known.servers.isEmpty());
    }
};

BERTH_TEST(NewsDeskTest)

#include "tst_newsdesk.moc"
