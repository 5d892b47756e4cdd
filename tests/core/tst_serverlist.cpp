// SPDX-License-Identifier: MIT
#include "core/monitor/serverlist.h"

#include "core/devserver/name.h"
#include "tests/core/listscene.h"
#include "tests/registry.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

#include <utility>

using namespace core;
using namespace tests;
using namespace Qt::StringLiterals;

class ServerListTest : public QObject, protected ListScene
{
    Q_OBJECT

private Q_SLOTS:
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void withoutAnEngineItStaysToBeLoaded()
    {
        m_list->refresh();
        blockingPool().waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(m_list->listing(), Listing());
        QVERIFY(m_list->servers().isEmpty());
    }

    void whatRunsIsListedByPortAndName()
    {
        m_engine->run(u"other-devserver-4301"_s);
        m_engine->run(nameOf(4302));
        m_engine->run(nameOf(4301));
        m_engine->run(u"postgres"_s);
        list();
        QCOMPARE(names(), QStringList({nameOf(4301), u"other-devserver-4301"_s, nameOf(4302)}));
        QCOMPARE(m_engine->count(u"ps"_s), 1);
        QCOMPARE(m_engine->count(u"inspect"_s), 1);
    }

    void aStartIsARowAtOnceAndOneInspectLater()
    {
        list();
        m_engine->run(nameOf(4300), 4300);
        QCOMPARE(names(), QStringList{nameOf(4300)});
        QCOMPARE(row().state, ServerState::Running);
        QCOMPARE(row().image, u"node:22"_s);
        QVERIFY(row().since.isValid());
        QTRY_COMPARE(row().published, QStringList{u"127.0.0.1:4300"_s});
        QCOMPARE(m_engine->count(u"inspect"_s), 1);
        QCOMPARE(m_engine->count(u"ps"_s), 1);
    }

    void manyStartsAtOnceAreOneInspect()
    {
        list();
        for (int port = 4300; port < 4320; ++port)
            m_engine->run(nameOf(port), quint16(port));
        QTRY_VERIFY(std::ranges::all_of(m_list->servers(),
                                        [](const Server &server) { return !server.published.isEmpty(); }));
        QVERIFY(m_engine->count(u"inspect"_s) <= 2);
    }

    void eachEventIsAState()
    {
        list();
        const QString id = m_engine->create(nameOf(4300));
        QCOMPARE(row().state, ServerState::Created);
        const ServerKey key = row().key;
        m_engine->start(id);
        QCOMPARE(row().state, ServerState::Running);
        m_engine->pause(id);
        QCOMPARE(row().state, ServerState::Paused);
        m_engine->unpause(id);
        QCOMPARE(row().state, ServerState::Running);
        m_engine->end(id, 3);
        QCOMPARE(row().state, ServerState::Exited);
        QCOMPARE(row().exitCode.value_or(-1), 3);
        m_engine->start(id);
        QCOMPARE(row().state, ServerState::Running);
        QCOMPARE(row().key, key);
        m_engine->runOutOfMemory(id);
        m_engine->end(id, 137);
        QCOMPARE(row().trouble.value_or(ServerTrouble()).kind, ServerTrouble::Kind::OutOfMemory);
        m_engine->remove(id);
        QVERIFY(m_list->servers().isEmpty());
    }

    void theEndOfAnothersServerIsTold()
    {
        list();
        const QString id = m_engine->run(nameOf(4300));
        QTRY_COMPARE(m_list->servers().size(), 1);
        m_engine->end(id, 3);
        QTRY_COMPARE(m_ends.size(), 1);
        QCOMPARE(m_ends.first().ending, ServerEnd::Ending::Exited);
        QCOMPARE(m_ends.first().witness, ServerEnd::Witness::Watcher);
        QCOMPARE(m_ends.first().server.exitCode.value_or(-1), 3);
        m_engine->remove(id); // that had ended before
        QTRY_VERIFY(m_list->servers().isEmpty());
        QCOMPARE(m_ends.size(), 1);
        m_engine->remove(m_engine->run(nameOf(4301)));
        QTRY_COMPARE(m_ends.size(), 2);
        QCOMPARE(m_ends.last().ending, ServerEnd::Ending::Removed);
        const QString paused = m_engine->run(nameOf(4303));
        m_engine->pause(paused);
        m_engine->remove(paused);
        QTRY_COMPARE(m_ends.size(), 3);
        QCOMPARE(m_ends.last().ending, ServerEnd::Ending::Removed);
        m_engine->run(nameOf(4302));
        QTRY_COMPARE(m_list->servers().size(), 1);
        m_list->stop({row().key});
        QTRY_COMPARE(m_ends.size(), 4);
        QCOMPARE(m_ends.last().ending, ServerEnd::Ending::TakenDown);
        QCOMPARE(m_ends.last().witness, ServerEnd::Witness::Remover);
        QTRY_VERIFY(m_list->servers().isEmpty());
    }

    void anotherEngineEndsNothing()
    {
        m_engine->run(nameOf(4300));
        list();
        m_list->watch({});
        QVERIFY(m_list->servers().isEmpty());
        QVERIFY(m_ends.isEmpty());
    }

    void aRenamedOneKeepsItsKeyAndFindsItsPlace()
    {
        m_engine->run(nameOf(4300));
        const QString id = m_engine->run(nameOf(4301));
        m_engine->run(nameOf(4302));
        list();
        const ServerKey key = m_list->servers().at(1).key;
        m_engine->rename(id, nameOf(4310));
        QCOMPARE(names(), QStringList({nameOf(4300), nameOf(4302), nameOf(4310)}));
        QCOMPARE(m_list->servers().at(2).key, key);
        m_engine->rename(id, u"something"_s);
        QCOMPARE(names(), QStringList({nameOf(4300), nameOf(4302)}));
        m_engine->rename(id, nameOf(4299));
        QCOMPARE(names().first(), nameOf(4299));
    }

    void whatHappensWhileTheListIsTakenCountsAfterIt()
    {
        const QString id = m_engine->run(nameOf(4300));
        const QString renamed = m_engine->run(nameOf(4302));
        m_engine->delayAnswers(50);
        m_list->watch(m_engine->access());
        m_list->onConnected();
        QTRY_COMPARE(m_engine->count(u"inspect"_s), 1); // its answer knows nothing of what follows
        m_engine->remove(id);
        m_engine->run(nameOf(4301));
        m_engine->rename(renamed, u"plain"_s);
        QVERIFY(m_list->servers().isEmpty());
        QTRY_COMPARE(m_list->listing().state, Listing::State::Listed);
        QCOMPARE(names(), QStringList{nameOf(4301)});
    }

    void aListAfterABreakChangesWhatIsAnother()
    {
        const QString stays = m_engine->run(nameOf(4300));
        const QString goes = m_engine->run(nameOf(4301));
        list();
        const ServerKey key = row().key;
        QSignalSpy inserted(m_list.get(), &Servers::inserted);
        QSignalSpy removed(m_list.get(), &Servers::removed);
        m_engine->onEvent = [](const QString &) {};
        m_list->onDisconnected(Listing::State::Failed, u"gone"_s);
        QCOMPARE(m_list->listing().state, Listing::State::Failed);
        QCOMPARE(m_list->servers().size(), 2); // what was known last
        m_engine->remove(goes);
        m_engine->end(stays, 1);
        m_engine->run(nameOf(4302));
        m_list->onConnected();
        QTRY_COMPARE(m_list->listing().state, Listing::State::Listed);
        QCOMPARE(names(), QStringList({nameOf(4300), nameOf(4302)}));
        QCOMPARE(row().key, key);
        QCOMPARE(row().state, ServerState::Exited);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(removed.size(), 1);
    }

    void aListThatFailsSaysWhy()
    {
        m_engine->breakDown(true);
        m_list->watch(m_engine->access());
        m_list->onConnected();
        m_list->onDisconnected(Listing::State::Failed, u"the events have ended"_s);
        QTRY_COMPARE(m_list->listing().state, Listing::State::Failed);
        QVERIFY(m_list->listing().reason.startsWith(u"Cannot connect"));
        QVERIFY(m_list->listing().diagnosis.has_value());
        m_list->onDisconnected(Listing::State::Failed, u"the events have ended"_s);
        QVERIFY(m_list->listing().reason.startsWith(u"Cannot connect"));
        m_engine->breakDown(false);
        m_engine->run(nameOf(4300)); // what is heard counts without a list
        QCOMPARE(names(), QStringList{nameOf(4300)});
    }

    void anAnswerMattersWhereTheEngineWasSilent()
    {
        list();
        m_list->onAnswered();
        QCOMPARE(m_list->listing().state, Listing::State::Listed);
        m_list->onDisconnected(Listing::State::Silent, u"silent"_s);
        QCOMPARE(m_list->listing().state, Listing::State::Silent);
        m_list->onAnswered();
        QCOMPARE(m_list->listing(), Listing());
    }

    void whatAnswersIsReadyAndWhatDoesNotIsSaidSo()
    {
        QTcpServer answering;
        QVERIFY(answering.listen(QHostAddress::LocalHost));
        connect(&answering, &QTcpServer::newConnection, &answering, [&answering] {
            QTcpSocket *const socket = answering.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.0 200 OK\r\n\r\n");
                socket->disconnectFromHost();
            });
        });
        QTcpServer closed;
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const quint16 deadPort = closed.serverPort();
        closed.close();

        list();
        m_engine->run(nameOf(4300), answering.serverPort());
        m_engine->run(nameOf(4301), deadPort);
        QTRY_COMPARE(m_list->servers().at(1).state, ServerState::Starting);
        QTRY_COMPARE(m_list->servers().at(0).state, ServerState::Ready);
        QVERIFY(m_list->servers().at(0).readyAfter.has_value());
        QTRY_COMPARE(m_list->servers().at(1).state, ServerState::Running);
        QCOMPARE(m_list->servers().at(1).trouble.value_or(ServerTrouble()).kind,
                 ServerTrouble::Kind::NotReadyInTime);
    }

    void aServerOfAnotherMachineIsNotAskedHere()
    {
        m_engine->run(nameOf(4300), 4300);
        m_list->watch(m_engine->access(u"tcp://192.0.2.1:2376"_s));
        m_list->onConnected();
        QTRY_COMPARE(m_list->listing().state, Listing::State::Listed);
        QCOMPARE(row().state, ServerState::Running);
    }

    void aFolderThatGoesIsANoteThatGoesWithItsReturn()
    {
        const QTemporaryDir parent;
        const QString folder = QDir(parent.path()).canonicalPath() + u"/app"_s;
        QVERIFY(QDir().mkpath(folder));
        m_engine->run(nameOf(4300), 0, {{u"berth.project"_s, folder}});
        m_engine->run(nameOf(4301), 0, {{u"berth.project"_s, parent.path()}});
        list();
        QVERIFY(!row().trouble);
        QVERIFY(QDir().rename(folder, folder + u".old"_s));
        QTRY_COMPARE(row().trouble.value_or(ServerTrouble()).kind, ServerTrouble::Kind::FolderGone);
        QVERIFY(!m_list->servers().at(1).trouble);
        QCOMPARE(row().state, ServerState::Running);
        QVERIFY(QDir().rename(folder + u".old"_s, folder));
        QTRY_VERIFY(!row().trouble);
    }

    void figuresAreAskedForOnlyWhileTheyAreWanted()
    {
        m_engine->run(nameOf(4300));
        list();
        QCOMPARE(m_engine->count(u"stats"_s), 0);
        m_list->setUsageWanted(true);
        QTRY_VERIFY(row().usage);
        QCOMPARE(row().usage->cpuPercent, 12.5);
        QCOMPARE(row().usage->memory, 2 * 1024 * 1024);
        m_list->setUsageWanted(false);
        m_list->setUsageWanted(true); // within the pause after an answer
        QCOMPARE(m_engine->count(u"stats"_s), 1);
    }

    void figuresBeginWithTheFirstServer()
    {
        list();
        m_list->setUsageWanted(true);
        QCOMPARE(m_engine->count(u"stats"_s), 0);
        m_engine->run(nameOf(4300));
        QTRY_VERIFY(row().usage);
    }

    void anotherEngineIsAnotherList()
    {
        m_engine->run(nameOf(4300));
        list();
        FakeEngine other;
        m_list->watch(other.access(u"unix:///other.sock"_s));
        QVERIFY(m_list->servers().isEmpty());
        QCOMPARE(m_list->listing().state, Listing::State::Loading);
        m_list->onConnected();
        QTRY_COMPARE(m_list->listing().state, Listing::State::Listed);
        QVERIFY(m_list->servers().isEmpty());
        list();
        QCOMPARE(names(), QStringList{nameOf(4300)});
    }

    void aThousandArriveInTurnsThatHoldNothingUp()
    {
        for (int port = 5000; port < 6000; ++port)
            m_engine->run(nameOf(port));
        m_list->watch(m_engine->access());
        m_list->onConnected();
        int longestMs = 0;
        QElapsedTimer turn;
        while (m_list->listing().state != Listing::State::Listed) {
            turn.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            longestMs = qMax(longestMs, int(turn.elapsed()));
        }
        QCOMPARE(m_list->servers().size(), 1000);
        qInfo("the longest turn took %d ms", longestMs);
        QSignalSpy changed(m_list.get(), &Servers::changed);
        m_engine->pause(m_engine->containers().at(500).id);
        QCOMPARE(changed.size(), 1);
    }

    void whateverHappensTheRowsAreWhatTheEngineHas_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 6; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void whateverHappensTheRowsAreWhatTheEngineHas()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        list();
        for (int i = 0; i < 300; ++i) {
            m_engine->delayAnswers(int(random.bounded(8)));
            doSomething(random);
            if (random.bounded(4) == 0)
                arrive(random);
        }
        m_engine->delayAnswers(0);
        const auto expected = [this] {
            QStringList rows;
            const auto containers = m_engine->containers();
            for (const auto &container : containers) {
                if (portOfServerName(container.name))
                    rows.append(u"%1 %2 %3"_s.arg(container.id, container.name, container.state));
            }
            rows.sort();
            return rows;
        };
        const auto shown = [this] {
            static const QMap<ServerState, QString> words{{ServerState::Created, u"created"_s},
                                                          {ServerState::Running, u"running"_s},
                                                          {ServerState::Paused, u"paused"_s},
                                                          {ServerState::Exited, u"exited"_s}};
            QStringList rows;
            for (const Server &server : m_list->servers())
                rows.append(u"%1 %2 %3"_s.arg(server.id, server.name, words.value(server.state)));
            rows.sort();
            return rows;
        };
        QTRY_COMPARE(shown(), expected());
        QVERIFY(std::ranges::is_sorted(m_list->servers(), [](const Server &one, const Server &other) {
            return std::pair(one.port, one.name) < std::pair(other.port, other.name);
        }));
    }

private:
    void doSomething(QRandomGenerator &random)
    {
        const auto containers = m_engine->containers();
        const auto newName = [&] {
            const int port = int(random.bounded(4300, 4340));
            return random.bounded(8) == 0 ? u"plain-%1"_s.arg(port) : nameOf(port);
        };
        const quint32 what = random.bounded(14U);
        if (containers.isEmpty() || what < 3) {
            if (random.bounded(3) == 0)
                m_engine->create(newName());
            else
                m_engine->run(newName());
            return;
        }
        const auto &one = containers.at(random.bounded(int(containers.size())));
        switch (what) {
        case 3:
        case 4:
            m_engine->remove(one.id);
            break;
        case 5:
            m_engine->rename(one.id, newName());
            break;
        case 6:
            m_engine->end(one.id, int(random.bounded(3)));
            break;
        case 7:
            m_engine->start(one.id);
            break;
        case 8:
            m_engine->pause(one.id);
            break;
        case 9:
            m_engine->unpause(one.id);
            break;
        case 10:
            m_list->refresh();
            break;
        case 11:
            breakTheConnection(random);
            break;
        default:
            if (!m_list->servers().isEmpty())
                m_list->stop({m_list->servers().at(random.bounded(int(m_list->servers().size()))).key},
                             Haste::Kill);
        }
    }

    // Some of what is under way is done meanwhile, or all of it, heard or not yet.
    static void arrive(QRandomGenerator &random)
    {
        switch (random.bounded(3)) {
        case 0:
            QCoreApplication::processEvents();
            break;
        case 1:
            blockingPool().waitForDone();
            break;
        default:
            settle();
        }
    }

    // Some events are never heard; the list that follows makes up for them.
    void breakTheConnection(QRandomGenerator &random)
    {
        const auto onEvent = std::exchange(m_engine->onEvent, [](const QString &) {});
        m_list->onDisconnected(Listing::State::Failed, {});
        m_engine->run(nameOf(int(random.bounded(4300, 4340))));
        const auto containers = m_engine->containers();
        m_engine->remove(containers.at(random.bounded(int(containers.size()))).id);
        arrive(random);
        m_engine->onEvent = onEvent;
        m_list->onConnected();
    }
};

BERTH_TEST(ServerListTest)

#include "tst_serverlist.moc"
