// SPDX-License-Identifier: MIT
#include "ui/actions/serveractions.h"

#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/serversamples.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>

#include <memory>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

// What is done with the rows that are selected, one or several.
class ServerActionsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<tests::FakeServers> m_servers;
    std::unique_ptr<QWidget> m_window;
    ServerActions *m_actions = nullptr;

    void select(const QList<quint64> &keys)
    {
        QList<ServerKey> selection;
        for (const quint64 key : keys)
            selection.append(ServerKey{key});
        m_actions->setSelection(selection);
    }

    // Two that are ready, one that starts, one on its way out, one that never got anywhere.
    void haveFive()
    {
        Server stopping = samples::ready(4, 4303, u"d"_s);
        stopping.state = ServerState::Stopping;
        Server failed = samples::failed(5, 4304, u"e"_s, {.kind = ServerTrouble::Kind::ImageMissing});
        failed.published.clear();
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), samples::ready(2, 4301, u"b"_s),
                               samples::starting(3, 4302, u"c"_s), stopping, failed});
        for (const quint64 key : {1, 2, 4, 5})
            m_servers->requests[key] = samples::request(u"x"_s, {u"vite"_s});
        select({1, 2, 3, 4, 5});
    }

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<tests::FakeServers>();
        m_window = std::make_unique<QWidget>();
        m_actions = new ServerActions(*m_servers, m_window.get());
    }

    void cleanup()
    {
        m_window.reset();
        m_servers.reset();
    }

    void allOfThemAreRestartedThatCanBe()
    {
        haveFive();
        m_actions->restart()->trigger();
        QCOMPARE(m_servers->restarted, QList<ServerKey>({ServerKey{1}, ServerKey{2}, ServerKey{5}}));
    }

    void allOfThemAreOpenedThatAreReady()
    {
        haveFive();
        QSignalSpy opened(m_actions, &ServerActions::openWanted);
        m_actions->open()->trigger();
        QCOMPARE(opened.size(), 2);
        QCOMPARE(opened.at(0).first().toString(), u"http://127.0.0.1:4300"_s);
        QCOMPARE(opened.at(1).first().toString(), u"http://127.0.0.1:4301"_s);
    }

    void theirAddressesAreCopiedLineByLine()
    {
        haveFive();
        select({1, 5, 2});
        QVERIFY(m_actions->copyAddress()->isEnabled());
        m_actions->copyAddress()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"http://127.0.0.1:4300\nhttp://127.0.0.1:4301"_s);
        select({5});
        QVERIFY(!m_actions->copyAddress()->isEnabled());
    }

    void whatIsGoneIsDismissedWithoutAQuestion()
    {
        haveFive();
        QCOMPARE(m_actions->stop()->text(), u"&Stop"_s);
        select({5});
        QCOMPARE(m_actions->stop()->text(), u"Di&smiss"_s);
        m_actions->stop()->trigger();
        QCOMPARE(m_servers->stopped, QList<tests::FakeServers::Stopped>({{{ServerKey{5}}, Haste::Stop}}));
    }

    void whatIsSelectedAndGoneIsForgotten()
    {
        haveFive();
        m_servers->remove(0);
        m_actions->restart()->trigger();
        QCOMPARE(m_servers->restarted, QList<ServerKey>({ServerKey{2}, ServerKey{5}}));
    }

    void theMenuHasAllThatCanBeDoneWithARow()
    {
        QMenu menu;
        m_actions->addRowActions(menu);
        for (QAction *const action : {m_actions->open(), m_actions->copyAddress(), m_actions->log(),
                                      m_actions->restart(), m_actions->stop()})
            QVERIFY2(menu.actions().contains(action), qPrintable(action->text()));
    }

    void whatIsOfferedInTroubleIsDone()
    {
        haveFive();
        QSignalSpy edited(m_actions, &ServerActions::editWanted);
        QSignalSpy shown(m_actions, &ServerActions::logWanted);
        m_actions->apply(Remedy::Kind::Edit, ServerKey{5});
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited.first().first().value<LaunchRequest>(), m_servers->requests[5]);
        m_actions->apply(Remedy::Kind::ShowLog, ServerKey{5});
        QCOMPARE(shown.size(), 1);
        QCOMPARE(shown.first().first().value<ServerKey>(), ServerKey{5});
        m_actions->apply(Remedy::Kind::Restart, ServerKey{5});
        QCOMPARE(m_servers->restarted, QList<ServerKey>{ServerKey{5}});
        m_actions->apply(Remedy::Kind::Dismiss, ServerKey{5});
        QCOMPARE(m_servers->stopped.size(), 1);
        m_actions->apply(Remedy::Kind::Restart, ServerKey{99}); // gone meanwhile
        QCOMPARE(m_servers->restarted.size(), 1);
    }

    void theHolderOfThePortIsOpenedAndNoOther()
    {
        const ServerTrouble held{.kind = ServerTrouble::Kind::PortHeldByServer,
                                 .holder = u"berth-devserver-4301"_s};
        Server first = samples::ready(1, 4300, u"a"_s);
        first.name = u"berth-devserver-4300"_s;
        Server holder = samples::ready(2, 4301, u"b"_s);
        holder.name = held.holder;
        Server waiting = samples::failed(3, 4301, u"c"_s, held);
        waiting.name = held.holder; // it would have been
        m_servers->setServers({first, holder, waiting});
        QSignalSpy opened(m_actions, &ServerActions::openWanted);
        m_actions->apply(Remedy::Kind::OpenHolder, ServerKey{3});
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.first().first().toString(), u"http://127.0.0.1:4301"_s);
    }
};

BERTH_TEST(ServerActionsTest)

#include "tst_serveractions.moc"
