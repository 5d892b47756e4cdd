// SPDX-License-Identifier: MIT
#include "tests/core/listscene.h"
#include "tests/registry.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Whether a listed server is ready is asked for as long as somebody looks.
class ServerReadinessTest : public QObject, private tests::ListScene
{
    Q_OBJECT

    std::unique_ptr<QTcpServer> m_web;
    QByteArray m_reply;
    quint16 m_port = 0;
    QPointer<QTcpSocket> m_connection; // the latest, while it lasts

    void serve()
    {
        m_web = std::make_unique<QTcpServer>();
        connect(m_web.get(), &QTcpServer::newConnection, m_web.get(), [this] {
            QTcpSocket *const socket = m_web->nextPendingConnection();
            m_connection = socket;
            connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                socket->write(m_reply);
                socket->disconnectFromHost();
            });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        QVERIFY(m_web->listen(QHostAddress::LocalHost, m_port));
        m_port = m_web->serverPort();
    }

private Q_SLOTS:
    void init()
    {
        setUp();
        list();
        m_reply = "HTTP/1.0 200 OK\r\n\r\n";
        m_port = 0;
        serve();
    }

    void cleanup()
    {
        tearDown();
        m_web.reset();
    }

    void whatServesNoMoreIsSeenByWhoeverLooks()
    {
        m_engine->run(u"berth-devserver-4300"_s, m_port);
        QTRY_COMPARE(row().state, ServerState::Ready);
        m_web.reset();
        m_list->setUsageWanted(false);
        settle();
        QCOMPARE(row().state, ServerState::Ready); // nobody looks
        QList<ServerState> states;
        const QObject hearer;
        connect(m_list.get(), &Servers::changed, &hearer, [&] { states.append(row().state); });
        m_list->setUsageWanted(true);
        QTRY_COMPARE(row().state, ServerState::Running);
        QVERIFY(!states.contains(ServerState::Starting)); // as if it had just begun
        QCOMPARE(row().trouble.value_or(ServerTrouble()).kind, ServerTrouble::Kind::NotReadyInTime);
        serve();
        QTRY_COMPARE_WITH_TIMEOUT(row().state, ServerState::Ready, 15'000);
        QVERIFY(!row().trouble);
    }

    void aPatienceThatIsChosenAnewIsThatOfTheNextServer()
    {
        m_list->use(nullptr, 60s);
        m_web.reset();
        m_engine->run(u"berth-devserver-4300"_s, m_port);
        QTRY_COMPARE(row().state, ServerState::Starting);
        m_list->use(nullptr, 100ms);
        m_engine->run(u"berth-devserver-4301"_s, m_port);
        QTRY_COMPARE(m_list->servers().last().trouble.value_or(ServerTrouble()).kind,
                     ServerTrouble::Kind::NotReadyInTime);
        QCOMPARE(row().state, ServerState::Starting); // as was asked for when it was seen
    }

    void whatStillServesStaysReady()
    {
        m_engine->run(u"berth-devserver-4300"_s, m_port);
        QTRY_COMPARE(row().state, ServerState::Ready);
        const auto readyAfter = row().readyAfter;
        QSignalSpy connected(m_web.get(), &QTcpServer::newConnection);
        m_list->setUsageWanted(true);
        QTRY_COMPARE(connected.size(), 1);
        QTRY_VERIFY(m_connection == nullptr); // it has been silent for long enough
        settle();
        QCOMPARE(row().state, ServerState::Ready);
        QCOMPARE(row().readyAfter, readyAfter);
        m_list->setUsageWanted(true); // somebody looks already
        settle();
        QCOMPARE(connected.size(), 1);
    }

    void aNewStartIsAskedAnew()
    {
        const QString id = m_engine->run(u"berth-devserver-4300"_s, m_port);
        QTRY_COMPARE(row().state, ServerState::Ready);
        m_web.reset();
        m_engine->end(id, 0);
        m_engine->start(id);
        QCOMPARE(row().state, ServerState::Starting);
        QTRY_COMPARE(row().trouble.value_or(ServerTrouble()).kind, ServerTrouble::Kind::NotReadyInTime);
        m_engine->end(id, 0);
        m_engine->start(id);
        QCOMPARE(row().state, ServerState::Starting);
        QVERIFY(!row().trouble);
        serve();
        QTRY_COMPARE(row().state, ServerState::Ready);
    }

    void aStartThatWasNotHeardIsAskedAnewAsWell()
    {
        const QString id = m_engine->run(u"berth-devserver-4300"_s, m_port);
        QTRY_COMPARE(row().state, ServerState::Ready);
        QVERIFY(row().readyAfter.has_value());
        m_web.reset();
        m_engine->onEvent = [](const QString &) {};
        m_engine->clock = [] { return QDateTime::currentDateTimeUtc().addSecs(10); };
        m_engine->start(id);
        m_list->refresh();
        QTRY_COMPARE(row().state, ServerState::Starting);
        QVERIFY(!row().readyAfter);
        serve();
        QTRY_COMPARE(row().state, ServerState::Ready);
        QVERIFY(!row().readyAfter); // nobody saw when it began
    }

    void oursIsAskedAgainAsWell()
    {
        m_web.reset();
        launch();
        m_port = row().port;
        QTRY_COMPARE(row().state, ServerState::Starting);
        serve();
        QTRY_COMPARE(row().state, ServerState::Ready);
        m_web.reset();
        m_list->setUsageWanted(true);
        QTRY_COMPARE(row().state, ServerState::Running);
    }

    void whatAnswersButNotByHttpIsSaidSo()
    {
        m_reply = "SSH-2.0-other\r\n";
        m_engine->run(u"berth-devserver-4300"_s, m_port);
        QTRY_COMPARE(row().trouble.value_or(ServerTrouble()).kind, ServerTrouble::Kind::NotHttp);
        QCOMPARE(row().state, ServerState::Running);
    }
};

BERTH_TEST(ServerReadinessTest)

#include "tst_serverreadiness.moc"
