// SPDX-License-Identifier: MIT
#include "core/base/processidentity.h"

#include "tests/core/machinepicture.h"
#include "tests/registry.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using State = ProcessIdentity::State;

namespace {

// Who a process of this machine is, read the slow way round: from the fields of its stat line.
ProcessIdentity identityOf(qint64 pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(stat.readAll());
    const QStringList afterName = text.mid(text.lastIndexOf(u") "_s) + 2).split(u' ');
    return {.place = ProcessIdentity::current().place,
            .pid = pid,
            .startTime = afterName.value(19).toULongLong()};
}

// A child that lives until it is told to end.
class Child final
{
public:
    explicit Child(const QString &program = u"sleep"_s)
    {
        m_process.start(program, {u"1000"_s});
        m_process.waitForStarted();
    }
    ~Child() { end(); }

    ProcessIdentity identity() const { return identityOf(m_process.processId()); }
    void end()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

} // namespace

class ProcessIdentityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thisProcessIsAlive()
    {
        const auto current = ProcessIdentity::current();
        QCOMPARE(current.pid, QCoreApplication::applicationPid());
        QVERIFY(!current.place.isEmpty());
        QVERIFY(current.startTime > 0);
        QCOMPARE(current, identityOf(current.pid));
        QCOMPARE(current.state(), State::Alive);
    }

    void aRunningChildIsAliveAndAnEndedOneIsGone()
    {
        Child child;
        const auto identity = child.identity();
        QCOMPARE(identity.state(), State::Alive);
        child.end();
        QCOMPARE(identity.state(), State::Gone);
    }

    void aKilledChildIsGoneBeforeItIsReaped()
    {
        const pid_t pid = ::fork();
        if (pid == 0)
            ::_exit(0);
        const auto identity = identityOf(pid);
        QTRY_COMPARE(identity.state(), State::Gone);
        QCOMPARE(::kill(pid, 0), 0); // still there, as a zombie
        QCOMPARE(::waitpid(pid, nullptr, 0), pid);
    }

    void aPidThatIsUsedAgainIsGone()
    {
        Child child;
        auto earlier = child.identity();
        --earlier.startTime;
        QCOMPARE(earlier.state(), State::Gone);
    }

    void aNameWithBlanksAndParenthesesIsReadPast()
    {
        const QTemporaryDir folder;
        const QString program = folder.filePath(u"a) R 1 (b"_s);
        QVERIFY(QFile::copy(u"/bin/sleep"_s, program));
        Child child(program);
        QFile name(u"/proc/%1/comm"_s.arg(child.identity().pid));
        QVERIFY(name.open(QIODevice::ReadOnly));
        QCOMPARE(name.readAll(), "a) R 1 (b\n");
        QCOMPARE(child.identity().state(), State::Alive);
    }

    void aProcessOfAnotherUserIsAlive() { QCOMPARE(identityOf(1).state(), State::Alive); }

    void anotherBootOfThisMachineIsBeforeBoot()
    {
        const auto current = ProcessIdentity::current();
        const QStringList parts = current.place.split(u'-');
        QCOMPARE(parts.size(), 3);
        ProcessIdentity earlier = current;
        earlier.place = parts.at(0) + u"-00000000-"_s + parts.at(2);
        QCOMPARE(earlier.state(), State::BeforeBoot);
        ProcessIdentity cloud = current;
        cloud.place = u"000000000000-00000000-"_s + parts.at(2);
        QCOMPARE(cloud.state(), State::Elsewhere);
    }

    // As a container sees it whose image has no machine id.
    void oneBootIsOneMachine()
    {
        ProcessIdentity nameless = ProcessIdentity::current();
        nameless.place = u"0"_s + nameless.place.sliced(nameless.place.indexOf(u'-'));
        QCOMPARE(nameless.state(), State::Alive);
    }

    void machinesWithoutAnIdCannotTellTheirBootsApart()
    {
        tests::MachinePicture machine;
        machine.setMachine({});
        machine.addProcess(7, "berth", 1, 100);
        const auto identity = machine.identityOf(7, 100);
        QCOMPARE(identity.state(machine.files()), State::Alive);
        machine.setBoot("22222222-0000-0000-0000-000000000000");
        QCOMPARE(identity.state(machine.files()), State::Elsewhere);
    }

    void aRebootIsTold()
    {
        tests::MachinePicture machine;
        machine.addProcess(7, "berth", 1, 100);
        const auto identity = machine.identityOf(7, 100);
        QCOMPARE(identity.state(machine.files()), State::Alive);
        machine.setBoot("22222222-0000-0000-0000-000000000000");
        QCOMPARE(identity.state(machine.files()), State::BeforeBoot);
        machine.setMachine("another");
        QCOMPARE(identity.state(machine.files()), State::Elsewhere);
    }

    void aPidOfAPictureThatIsUsedAgainIsGone()
    {
        tests::MachinePicture machine;
        machine.addProcess(7, "berth", 1, 100);
        QCOMPARE(machine.identityOf(7, 99).state(machine.files()), State::Gone);
        machine.removeProcess(7);
        QCOMPARE(machine.identityOf(7, 100).state(machine.files()), State::Gone);
    }

    void anotherPidNamespaceIsElsewhere()
    {
        QStringList arguments{u"--pid"_s, u"--fork"_s, u"readlink"_s, u"/proc/self/ns/pid"_s};
        if (::geteuid() != 0)
            arguments.prepend(u"--user"_s);
        QProcess unshare;
        unshare.start(u"unshare"_s, arguments);
        QVERIFY(unshare.waitForFinished());
        const QString inode =
            QString::fromUtf8(unshare.readAllStandardOutput()).section(u'[', 1).section(u']', 0, 0);
        QVERIFY2(!inode.isEmpty(), unshare.readAllStandardError().constData());
        const auto here = ProcessIdentity::current();
        QVERIFY(!here.place.endsWith(inode));
        const ProcessIdentity there{.place = here.place.section(u'-', 0, 1) + u'-' + inode,
                                    .pid = here.pid,
                                    .startTime = here.startTime};
        QCOMPARE(there.state(), State::Elsewhere);
    }

    void aSystemWithoutPlacesCannotTell()
    {
        QCOMPARE(ProcessIdentity({.place = {}, .pid = 1, .startTime = 1}).state(), State::Elsewhere);
    }

    void labelsReadBack()
    {
        const auto current = ProcessIdentity::current();
        QCOMPARE(ProcessIdentity::fromLabel(current.toLabel()), current);
        QCOMPARE(ProcessIdentity({.place = u"1a2b3c4d-42"_s, .pid = 7, .startTime = 9}).toLabel(),
                 u"1a2b3c4d-42/7/9"_s);
        const ProcessIdentity placeless{.place = {}, .pid = 7, .startTime = 0};
        QCOMPARE(ProcessIdentity::fromLabel(u"/7/0"_s), placeless);
    }

    void otherLabelsAreRefused_data()
    {
        QTest::addColumn<QString>("label");
        QTest::newRow("nothing") << QString();
        QTest::newRow("a word") << u"berth"_s;
        QTest::newRow("too few parts") << u"a-1/7"_s;
        QTest::newRow("too many parts") << u"a-1/7/9/1"_s;
        QTest::newRow("a negative pid, which would mean a group") << u"a-1/-7/9"_s;
        QTest::newRow("pid zero, which would mean our own group") << u"a-1/0/9"_s;
        QTest::newRow("a pid that is no number") << u"a-1/x/9"_s;
        QTest::newRow("a pid that is too long") << u"a-1/77777777777/9"_s;
        QTest::newRow("a start time that overflows") << u"a-1/7/99999999999999999999"_s;
        QTest::newRow("a blank") << u"a 1/7/9"_s;
        QTest::newRow("a line feed at the end") << u"a-1/7/9\n"_s;
    }
    void otherLabelsAreRefused()
    {
        QFETCH(QString, label);
        QVERIFY(!ProcessIdentity::fromLabel(label));
    }

    void aPidBeyondTheSystemsIsGone()
    {
        QCOMPARE(
            ProcessIdentity({.place = ProcessIdentity::current().place, .pid = 9'999'999'999, .startTime = 1})
                .state(),
            State::Gone);
    }
};

BERTH_TEST(ProcessIdentityTest)

#include "tst_processidentity.moc"
