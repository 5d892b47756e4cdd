// SPDX-License-Identifier: MIT
#include "core/monitor/serverlist.h"

#include "core/devserver/keptservers.h"
#include "tests/core/listscene.h"
#include "tests/registry.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <atomic>

using namespace core;
using namespace tests;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Why = OwnershipWhy::Kind;

namespace {

// A process that stands for another Berth, or under the name of a docker client for an attached one.
class Stranger final
{
public:
    explicit Stranger(const QStringList &words = {u"stranger"_s})
    {
        m_process.start(u"bash"_s,
                        QStringList{u"-c"_s, u"exec -a \"$0\" perl -e 'sleep 1000' -- \"$@\""_s} + words);
        m_process.waitForStarted();
        // Until the shell has become what it stands for.
        const QByteArray begin = words.first().toUtf8().append('\0');
        static_cast<void>(QTest::qWaitFor([this, &begin] {
            QFile file(u"/proc/%1/cmdline"_s.arg(pid()));
            return file.open(QIODevice::ReadOnly) && file.readAll().startsWith(begin);
        }));
    }
    ~Stranger() { kill9(); }

    qint64 pid() const { return m_process.processId(); }
    ProcessIdentity identity() const
    {
        const auto stat = readProcessStat(QString::number(pid()));
        return {
            .place = ProcessIdentity::current().place, .pid = pid(), .startTime = stat ? stat->startTime : 0};
    }
    void kill9()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

} // namespace

class ServerOwnersTest : public QObject, protected ListScene
{
    Q_OBJECT

    QTemporaryDir m_state;

    QString own(const Stranger &owner, int port = 4300)
    {
        return m_engine->run(nameOf(port), 0, {{u"berth.owner"_s, owner.identity().toLabel()}});
    }

private Q_SLOTS:
    void init()
    {
        setUp();
        useOwners({.instances = m_state.filePath(u"instances"_s),
                   .stateFolder = m_state.filePath(u"state"_s),
                   .isEngineInSight = [](const QString &) { return true; }});
    }
    void cleanup()
    {
        tearDown();
        QDir(m_state.path()).removeRecursively();
    }

    void whatThisProcessStartedIsKnownAtOnce()
    {
        list();
        m_engine->run(nameOf(4300), 0, {{u"berth.owner"_s, ProcessIdentity::current().toLabel()}});
        QCOMPARE(int(row().why.kind), int(Why::ThisProcess));
    }

    void theDeathOfAnOwnerIsSeenWithoutALook()
    {
        Stranger owner;
        own(owner);
        list();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Owned));
        QCOMPARE(row().why, (OwnershipWhy{.kind = Why::OwnerLives, .pid = owner.pid()}));
        const QDateTime before = QDateTime::currentDateTimeUtc();
        const qint64 pid = owner.pid();
        owner.kill9();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Orphan));
        QCOMPARE(int(row().why.kind), int(Why::OwnerGone));
        QCOMPARE(row().why.pid, pid);
        QVERIFY(row().why.since >= before);
        QVERIFY(isOrphan(row()));
    }

    void anAttachedClientIsItsOwnerUntilItEnds()
    {
        Stranger client({u"docker"_s, u"run"_s, u"--name"_s, u"harmony-devserver-4300"_s});
        m_engine->run(u"harmony-devserver-4300"_s);
        list();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Owned));
        QCOMPARE(int(row().why.kind), int(Why::ClientAttached));
        QCOMPARE(row().why.pid, client.pid());
        QCOMPARE(row().why.parentPid, QCoreApplication::applicationPid());
        QVERIFY(!row().why.parentProgram.isEmpty());
        client.kill9();
        QTRY_COMPARE(int(row().why.kind), int(Why::Young));
        QCOMPARE(int(row().ownership), int(Ownership::Unknown));
    }

    void theYoungAgeByTheClockAlone()
    {
        const auto now = m_engine->clock;
        m_engine->run(u"harmony-devserver-4299"_s); // it takes longer, and so does the last one
        list();
        QTRY_COMPARE(int(row().why.kind), int(Why::Young));
        m_engine->clock = [] { return QDateTime::currentDateTimeUtc().addDuration(1s - youth); };
        m_engine->run(u"harmony-devserver-4300"_s);
        m_engine->clock = now;
        m_engine->run(u"harmony-devserver-4301"_s);
        QTRY_COMPARE(int(m_list->servers().at(1).ownership), int(Ownership::Orphan));
        QCOMPARE(int(m_list->servers().at(1).why.kind), int(Why::NoClient));
        QCOMPARE(int(row().why.kind), int(Why::Young));
        QCOMPARE(m_engine->count(u"ps"_s), 1);
    }

    void whatIsKeptStaysKeptForWhoeverLooks()
    {
        Stranger owner;
        const QString id = own(owner);
        list();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Owned));
        owner.kill9();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Orphan));
        m_list->keep({row().key}, Keeping::Keep);
        QCOMPARE(int(row().ownership), int(Ownership::Kept));
        const QString folder = m_state.filePath(u"state"_s);
        QTRY_VERIFY(readKeptServers(folder).contains(id));
        m_list->refresh();
        QTRY_COMPARE(m_engine->count(u"ps"_s), 2);
        QCOMPARE(int(row().ownership), int(Ownership::Kept));
        m_list->keep({row().key}, Keeping::LetGo);
        QCOMPARE(int(row().ownership), int(Ownership::Orphan));
        QTRY_VERIFY(!readKeptServers(folder).contains(id));
    }

    void whatIsLeftAtTheEndIsWrittenDown()
    {
        list();
        const ServerKey key = launch();
        QTRY_VERIFY(!row().id.isEmpty());
        const QString id = row().id;
        m_list->leaveAll();
        m_list->keep({key}, Keeping::Keep);
        blockingPool().waitForDone();
        QVERIFY(readKeptServers(m_state.filePath(u"state"_s)).contains(id));
        QTRY_VERIFY(!row().isOurs);
    }

    void theLockIsHeldFromTheFirstLaunchOn()
    {
        const QString instances = m_state.filePath(u"instances"_s);
        list();
        QCOMPARE(int(InstanceLock::look(instances, ProcessIdentity::current())),
                 int(InstanceLock::Seen::Absent));
        const ServerKey key = launch();
        QCOMPARE(int(InstanceLock::look(instances, ProcessIdentity::current())),
                 int(InstanceLock::Seen::Held));
        QTRY_VERIFY(!row().id.isEmpty());
        m_list->stop({key});
        QTRY_VERIFY(m_list->servers().isEmpty());
    }

    void orphansAreReapedAndNothingElse()
    {
        Stranger dead;
        Stranger alive;
        own(dead, 4300);
        const QString owned = own(alive, 4301);
        const QString young = m_engine->run(u"x-devserver-4302"_s);
        list();
        dead.kill9();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Orphan));
        QSignalSpy reaped(m_list.get(), &Servers::reaped);
        m_engine->delayAnswers(20);
        const QList<Server> rows = m_list->servers();
        m_list->reap({rows.at(0).key, rows.at(1).key, rows.at(2).key});
        QCOMPARE(int(row().state), int(ServerState::Stopping));
        QTRY_COMPARE(reaped.size(), 1);
        const auto report = reaped.first().first().value<ReapReport>();
        QCOMPARE(report.removed, QStringList{nameOf(4300)});
        QCOMPARE(report.spared, QStringList({nameOf(4301), u"x-devserver-4302"_s}));
        QVERIFY(report.left.isEmpty());
        QCOMPARE(m_ends.size(), 1);
        QCOMPARE(m_ends.first().ending, ServerEnd::Ending::TakenDown);
        QCOMPARE(m_ends.first().witness, ServerEnd::Witness::Remover);
        QCOMPARE(names(), QStringList({nameOf(4301), u"x-devserver-4302"_s}));
        QCOMPARE(m_engine->containers().size(), 2);
        QVERIFY(m_list->find(rows.at(1).key)->id == owned && m_list->find(rows.at(2).key)->id == young);
        QCOMPARE(m_ends.size(), 1); // and is remembered as it was judged
        QCOMPARE(m_ends.first().ending, ServerEnd::Ending::TakenDown);
        QCOMPARE(int(m_ends.first().server.why.kind), int(OwnershipWhy::Kind::OwnerGone));
        QVERIFY(isOrphan(m_ends.first().server));
    }

    void aNamesakeThatComesMeanwhileIsSpared()
    {
        Stranger dead;
        const QString id = own(dead);
        list();
        dead.kill9();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Orphan));
        QSignalSpy reaped(m_list.get(), &Servers::reaped);
        const auto onEvent = std::exchange(m_engine->onEvent, [](const QString &) {}); // not heard of yet
        m_engine->remove(id);
        const QString successor = own(dead);
        m_list->reap({row().key});
        QTRY_COMPARE(reaped.size(), 1);
        QCOMPARE(reaped.first().first().value<ReapReport>().spared, QStringList{nameOf(4300)});
        QCOMPARE(m_engine->containers().first().id, successor);
        m_engine->onEvent = onEvent;
        m_list->refresh();
        QTRY_COMPARE(row().id, successor);
    }

    void nothingToReapIsToldAsWell()
    {
        list();
        QSignalSpy reaped(m_list.get(), &Servers::reaped);
        m_list->reap({});
        QTRY_COMPARE(reaped.size(), 1);
        QCOMPARE(reaped.first().first().value<ReapReport>(), ReapReport());
    }

    void whoeverAttachesAgainIsTheOwner()
    {
        const QString name = u"harmony-devserver-4300"_s;
        m_engine->clock = [] { return QDateTime::currentDateTimeUtc().addDuration(-youth * 2); };
        const QString id = m_engine->run(name);
        list();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Orphan));
        Stranger client({u"docker"_s, u"attach"_s, name});
        m_engine->attach(id);
        QTRY_COMPARE(int(row().why.kind), int(Why::ClientAttached));
    }

    void whatIsOwnedAgainIsSparedAndGoesOn()
    {
        const QString name = u"harmony-devserver-4300"_s;
        m_engine->clock = [] { return QDateTime::currentDateTimeUtc().addDuration(-youth * 2); };
        const QString id = m_engine->run(name);
        list();
        QTRY_COMPARE(int(row().ownership), int(Ownership::Orphan));
        const Stranger client({u"docker"_s, u"attach"_s, name});
        QSignalSpy reaped(m_list.get(), &Servers::reaped);
        m_list->reap({row().key});
        QCOMPARE(int(row().state), int(ServerState::Stopping));
        QTRY_COMPARE(reaped.size(), 1);
        QCOMPARE(int(row().state), int(ServerState::Running));
        QTRY_COMPARE(int(row().why.kind), int(Why::ClientAttached));
        m_engine->end(id, 3);
        QCOMPARE(m_ends.size(), 1);
        QCOMPARE(m_ends.first().ending, ServerEnd::Ending::Exited);
        QCOMPARE(m_ends.first().witness, ServerEnd::Witness::Watcher);
    }
};

BERTH_TEST(ServerOwnersTest)

#include "tst_serverowners.moc"
