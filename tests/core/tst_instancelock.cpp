// SPDX-License-Identifier: MIT
#include "core/base/instancelock.h"

#include "core/base/processwatch.h"
#include "tests/core/machinepicture.h"
#include "tests/registry.h"
#include "tests/sendsignal.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

using namespace core;
using namespace Qt::StringLiterals;
using Seen = InstanceLock::Seen;

namespace {

// A process that holds the lock of `identity` until it is killed; its pid.
pid_t holdInAnotherProcess(const QString &folder, const ProcessIdentity &identity)
{
    int ready[2] = {};
    if (::pipe(ready) != 0)
        qFatal("no pipe");
    const pid_t pid = ::fork();
    if (pid == 0) {
        const InstanceLock lock(folder, identity);
        const char answer = lock.isHeld() ? 'y' : 'n';
        static_cast<void>(::write(ready[1], &answer, 1));
        for (;;)
            ::pause();
    }
    char answer = 0;
    if (::read(ready[0], &answer, 1) != 1 || answer != 'y')
        qFatal("the lock is not held");
    ::close(ready[0]);
    ::close(ready[1]);
    return pid;
}

void kill9(pid_t pid)
{
    tests::sendSignal(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

} // namespace

class InstanceLockTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString folder() const { return m_folder.filePath(u"berth/instances"_s); }
    QStringList files() const { return QDir(folder()).entryList(QDir::Files); }

private Q_SLOTS:
    void itIsHeldUntilItIsLetGo()
    {
        const auto self = ProcessIdentity::current();
        QCOMPARE(InstanceLock::look(folder(), self), Seen::Absent);
        {
            const InstanceLock lock(folder());
            QVERIFY(lock.isHeld());
            QCOMPARE(InstanceLock::look(folder(), self), Seen::Held);
            QCOMPARE(InstanceLock::look(folder(), self), Seen::Held); // who looks does not take it
            QCOMPARE(files().size(), 1);
        }
        QCOMPARE(InstanceLock::look(folder(), self), Seen::Absent);
        QCOMPARE(files(), QStringList());
        const QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
            | QFileDevice::ReadOther | QFileDevice::WriteOther;
        QVERIFY(!(QFile::permissions(folder()) & others));
    }

    void theKernelLetsGoOfItHoweverItsProcessEnds()
    {
        ProcessIdentity other = ProcessIdentity::current();
        other.place = u"m-b-1"_s; // of another pid namespace: nothing else tells
        const pid_t pid = holdInAnotherProcess(folder(), other);
        QCOMPARE(InstanceLock::look(folder(), other), Seen::Held);
        kill9(pid);
        QCOMPARE(InstanceLock::look(folder(), other), Seen::Free);
        InstanceLock::sweep(folder());
        QCOMPARE(InstanceLock::look(folder(), other), Seen::Free); // still all that tells of its end
        QVERIFY(QDir(folder()).removeRecursively());
    }

    // A descriptor that a docker client inherits would hold the lock for as long as that one lives.
    void programsThatAreStartedDoNotHoldIt()
    {
        const auto self = ProcessIdentity::current();
        QProcess sleeper;
        {
            const InstanceLock lock(folder());
            sleeper.start(u"sleep"_s, {u"1000"_s});
            QVERIFY(sleeper.waitForStarted());
            const QDir descriptors(u"/proc/%1/fd"_s.arg(sleeper.processId()));
            const QFileInfoList open = descriptors.entryInfoList(QDir::Files | QDir::System);
            for (const QFileInfo &descriptor : open)
                QVERIFY(!descriptor.symLinkTarget().contains(m_folder.path()));
        }
        QCOMPARE(InstanceLock::look(folder(), self), Seen::Absent);
        sleeper.kill();
        QVERIFY(sleeper.waitForFinished());
    }

    void whatTheKilledLeaveIsSwept()
    {
        ProcessIdentity gone = ProcessIdentity::current();
        gone.startTime += 1; // the same pid at another time
        kill9(holdInAnotherProcess(folder(), gone));
        QCOMPARE(InstanceLock::look(folder(), gone), Seen::Free);
        ProcessIdentity alive = ProcessIdentity::current();
        alive.startTime += 2;
        const pid_t holder = holdInAnotherProcess(folder(), alive); // which sweeps as well
        QCOMPARE(InstanceLock::look(folder(), gone), Seen::Absent);
        InstanceLock::sweep(folder());
        QCOMPARE(InstanceLock::look(folder(), alive), Seen::Held);
        kill9(holder);
        InstanceLock::sweep(folder());
        QCOMPARE(files(), QStringList());
    }

    void withoutAFolderThereIsNone()
    {
        QFile file(m_folder.filePath(u"file"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"no lock could be taken"_s));
        const InstanceLock lock(file.fileName() + u"/instances"_s);
        QVERIFY(!lock.isHeld());
        QCOMPARE(InstanceLock::look({}, ProcessIdentity::current()), Seen::Absent);
    }
};

class ProcessWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEndOfAProcessIsHeardOnce()
    {
        QProcess sleeper;
        sleeper.start(u"sleep"_s, {u"1000"_s});
        QVERIFY(sleeper.waitForStarted());
        const qint64 pid = sleeper.processId();
        ProcessWatch watch;
        QSignalSpy ended(&watch, &ProcessWatch::ended);
        watch.setProcesses({pid});
        watch.setProcesses({pid}); // the same again
        tests::sendSignal(pid, SIGKILL);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().toLongLong(), pid);
        QTRY_COMPARE(sleeper.state(), QProcess::NotRunning);
        QCOMPARE(ended.size(), 1);
    }

    void oneThatHasEndedAlreadyIsTold()
    {
        QProcess done;
        done.start(u"true"_s, {});
        QVERIFY(done.waitForStarted());
        const qint64 pid = done.processId();
        QVERIFY(done.waitForFinished());
        ProcessWatch watch;
        QSignalSpy ended(&watch, &ProcessWatch::ended);
        watch.setProcesses({pid});
        QCOMPARE(ended.size(), 0); // never from inside the call
        QTRY_COMPARE(ended.size(), 1);
    }

    void oneThatIsNotWatchedAnyMoreIsSilent()
    {
        QProcess first;
        QProcess second;
        for (QProcess *each : {&first, &second}) {
            each->start(u"sleep"_s, {u"1000"_s});
            QVERIFY(each->waitForStarted());
        }
        ProcessWatch watch;
        QSignalSpy ended(&watch, &ProcessWatch::ended);
        watch.setProcesses({first.processId(), second.processId()});
        const qint64 pid = second.processId();
        watch.setProcesses({pid});
        first.kill();
        QVERIFY(first.waitForFinished());
        second.kill();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().toLongLong(), pid);
        QTRY_COMPARE(second.state(), QProcess::NotRunning);
    }
};

BERTH_TEST(InstanceLockTest)
BERTH_TEST(ProcessWatchTest)

#include "tst_instancelock.moc"
