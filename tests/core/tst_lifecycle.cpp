// SPDX-License-Identifier: MIT
#include "core/devserver/lifecycle.h"

#include "tests/registry.h"

#include <QList>
#include <QMap>
#include <QTest>

#include <utility>

using namespace core;
using Event = LifecycleEvent;

namespace {

using Steps = QMap<ServerState, ServerState>;

QList<ServerState> allStates()
{
    using enum ServerState;
    return {Preparing, Starting, Announced, Ready,  Stopping, Running,
            Paused,    Created,  Exited,    Failed, Stopped};
}

} // namespace

Q_DECLARE_METATYPE(core::LifecycleEvent)

class LifecycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Every state is written down: one that is not in a row stays what it is.
    void anEventMeetsEveryState_data()
    {
        using enum ServerState;
        QTest::addColumn<LifecycleEvent>("event");
        QTest::addColumn<Steps>("steps");
        const auto row = [](const char *claim, Event event, const Steps &steps) {
            QTest::newRow(claim) << event << steps;
        };
        row("asked for", Event::Launch, {{Stopped, Preparing}, {Failed, Preparing}});
        row("prepared", Event::Prepared, {{Preparing, Starting}});
        row("could not be prepared", Event::PrepareFailed, {{Preparing, Failed}});
        row("says that it is ready", Event::Announced, {{Starting, Announced}});
        row("answers", Event::Answered, {{Starting, Ready}, {Announced, Ready}, {Running, Ready}});
        row("does not answer any more", Event::Lost, {{Ready, Running}});
        row("is to be stopped", Event::StopWanted,
            {{Preparing, Stopping},
             {Starting, Stopping},
             {Announced, Stopping},
             {Ready, Stopping},
             {Running, Stopping},
             {Paused, Stopping},
             {Created, Stopping},
             {Exited, Stopping}});
        row("has ended", Event::RunEnded,
            {{Starting, Failed}, {Announced, Failed}, {Ready, Failed}, {Running, Failed}, {Paused, Failed}});
        row("is gone", Event::Gone, {{Stopping, Stopped}});
        row("is still there", Event::NotGone, {{Stopping, Failed}});
    }
    void anEventMeetsEveryState()
    {
        QFETCH(LifecycleEvent, event);
        QFETCH(Steps, steps);
        for (const ServerState state : allStates())
            QVERIFY2(step(state, event) == steps.value(state, state),
                     QByteArray::number(int(state)).constData());
    }

    void aWholeLifeGoesItsWay()
    {
        using enum ServerState;
        const std::pair<Event, ServerState> life[] = {
            {Event::Launch, Preparing},    {Event::Prepared, Starting}, {Event::Announced, Announced},
            {Event::Announced, Announced}, {Event::Answered, Ready},    {Event::Announced, Ready},
            {Event::StopWanted, Stopping}, {Event::RunEnded, Stopping}, {Event::Answered, Stopping},
            {Event::Gone, Stopped},        {Event::Answered, Stopped},  {Event::RunEnded, Stopped},
            {Event::StopWanted, Stopped},  {Event::Launch, Preparing}};
        ServerState state = Stopped;
        for (const auto &[event, next] : life) {
            state = step(state, event);
            QCOMPARE(int(state), int(next));
        }
    }
};

BERTH_TEST(LifecycleTest)

#include "tst_lifecycle.moc"
