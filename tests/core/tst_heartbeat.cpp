// SPDX-License-Identifier: MIT
#include "core/monitor/heartbeat.h"

#include "tests/registry.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <memory>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// A socket that accepts like an engine, and answers unless it is frozen.
class FreezingEngine
{
public:
    FreezingEngine()
    {
        QObject::connect(&m_server, &QLocalServer::newConnection, &m_server, [this] {
            QLocalSocket *const socket = m_server.nextPendingConnection();
            QObject::connect(socket, &QLocalSocket::readyRead, socket, [this, socket] {
                ++asked;
                if (!isFrozen)
                    socket->write("HTTP/1.0 200 OK\r\n\r\nOK");
            });
        });
        if (!m_server.listen(m_folder.filePath(u"docker.sock"_s)))
            qFatal("the test has no socket");
    }

    EngineAccess access() const
    {
        return {.facts = {.endpoint = QString(u"unix://" + m_server.fullServerName())}};
    }
    void close() { m_server.close(); }

    bool isFrozen = false;
    int asked = 0;

private:
    QTemporaryDir m_folder;
    QLocalServer m_server;
};

} // namespace

class HeartbeatTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { blockingPool().waitForDone(); }

    void anEngineThatAnswersIsNoNews()
    {
        FreezingEngine engine;
        Heartbeat heartbeat;
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.watch(engine.access());
        heartbeat.beat();
        QTRY_COMPARE(engine.asked, 1);
        QVERIFY(!silent.wait(100));
        QVERIFY(answered.isEmpty());
        QVERIFY(!heartbeat.isSilent());
    }

    void aFrozenEngineIsSilentUntilItThaws()
    {
        FreezingEngine engine;
        engine.isFrozen = true;
        Heartbeat heartbeat(300ms);
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.watch(engine.access());
        heartbeat.beat();
        QTRY_COMPARE(silent.size(), 1);
        QVERIFY(heartbeat.isSilent());
        QTRY_COMPARE(engine.asked, 2); // nobody has to ask for it
        engine.isFrozen = false;
        QTRY_COMPARE(answered.size(), 1);
        QVERIFY(!heartbeat.isSilent());
        QCOMPARE(silent.size(), 1);
    }

    void anEngineThatIsGoneIsNotSilent()
    {
        FreezingEngine engine;
        engine.close();
        Heartbeat heartbeat;
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        heartbeat.watch(engine.access());
        heartbeat.beat();
        QVERIFY(!silent.wait(200));
    }

    void anotherMachineIsAskedByItsVersion()
    {
        auto timesOut = std::make_shared<std::atomic_bool>(true);
        const EngineAccess access{
            .docker = [timesOut](const QStringList &arguments, const CommandOptions &) -> CommandOutcome {
                if (arguments.value(0) != u"version"_s || *timesOut)
                    return Failed{.cause = Failed::Cause::TimedOut};
                return Ran{.out = "28.2.2\n"};
            },
            .facts = {.endpoint = u"tcp://192.0.2.1:2376"_s}};
        Heartbeat heartbeat;
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QSignalSpy answered(&heartbeat, &Heartbeat::answered);
        heartbeat.setActive(true);
        heartbeat.watch(access);
        heartbeat.beat();
        QTRY_COMPARE(silent.size(), 1);
        *timesOut = false;
        QTRY_COMPARE(answered.size(), 1);
    }

    void whatIsNotWatchedIsNotAsked()
    {
        FreezingEngine engine;
        Heartbeat heartbeat;
        heartbeat.beat();
        heartbeat.watch(engine.access());
        heartbeat.stop();
        heartbeat.beat();
        QSignalSpy silent(&heartbeat, &Heartbeat::silent);
        QVERIFY(!silent.wait(100));
        QCOMPARE(engine.asked, 0);
    }
};

BERTH_TEST(HeartbeatTest)

#include "tst_heartbeat.moc"
