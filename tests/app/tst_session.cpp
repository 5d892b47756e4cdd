// SPDX-License-Identifier: MIT
#include "tests/app/sessionmanager.h"
#include "tests/registry.h"
#include "tests/sendsignal.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60'000;

} // namespace

// The program with its window, as a desktop starts and ends it.
class SessionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_environment = QProcessEnvironment::systemEnvironment();
        for (const auto &[variable, folder] : {std::pair(u"HOME"_s, u"."_s),
                                               {u"XDG_CONFIG_HOME"_s, u"config"_s},
                                               {u"XDG_STATE_HOME"_s, u"state"_s},
                                               {u"XDG_RUNTIME_DIR"_s, u"runtime"_s}}) {
            QVERIFY(QDir(m_home->path()).mkpath(folder));
            m_environment.insert(variable, m_home->filePath(folder));
        }
        QFile::setPermissions(m_home->filePath(u"runtime"_s),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_environment.insert(u"DOCKER_HOST"_s, u"unix://"_s + m_home->filePath(u"none.sock"_s));
        m_environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s,
                             u"unix:path="_s + m_home->filePath(u"none.bus"_s));
        m_environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const auto &variable : {u"WAYLAND_DISPLAY"_s, u"DISPLAY"_s, u"SESSION_MANAGER"_s})
            m_environment.remove(variable);
    }

    void aSecondStartEndsAndTheFirstGoesOn_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("to show it") << QStringList();
        QTest::newRow("at login") << QStringList{u"--hidden"_s};
        QTest::newRow("to judge another engine") << QStringList{u"--context"_s, u"lab"_s};
    }

    void aSecondStartEndsAndTheFirstGoesOn()
    {
        QFETCH(const QStringList, arguments);
        const auto first = startFirst();
        const auto second = start(arguments);
        QCOMPARE(exitCode(*second), 0);
        QCOMPARE(second->readAllStandardError(), QByteArray());
        QVERIFY(isRunning(*first));
    }

    void oneThatWasKilledIsReplaced()
    {
        const auto first = startFirst();
        first->kill();
        QTRY_VERIFY(!isRunning(*first));
        const auto next = start();
        const auto last = start();
        QTRY_VERIFY_WITH_TIMEOUT(isRunning(*next) != isRunning(*last), patience); // whichever was faster
    }

    void oneThatIsFrozenIsSaid()
    {
        const auto first = startFirst();
        tests::sendSignal(first->processId(), SIGSTOP);
        const auto second = start();
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += second->readAllStandardError()).contains('\n'), patience);
        QVERIFY2(said.contains("does not answer") && said.contains(QByteArray::number(first->processId())),
                 said.constData());
        tests::sendSignal(first->processId(), SIGCONT);
        QVERIFY(isRunning(*first));
    }

    void aSignalEndsIt_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGHUP") << SIGHUP;
    }

    void aSignalEndsIt()
    {
        QFETCH(const int, number);
        const auto berth = startFirst();
        tests::sendSignal(berth->processId(), number);
        QCOMPARE(exitCode(*berth), 0);
        QCOMPARE(sockets(), QStringList());
        QVERIFY(QFile::exists(m_home->filePath(u"state/berth/window.ini"_s)));
    }

    void aLogoutSavesAndEndsIt()
    {
        tests::SessionManager manager;
        const Process display = startDisplay();
        m_environment.insert(u"SESSION_MANAGER"_s, manager.address());
        const auto berth = start();
        m_environment.remove(u"SESSION_MANAGER"_s);
        waitUntilItAnswers(*berth);
        QVERIFY(manager.isRegistered());
        const QString state = m_home->filePath(u"state/berth/window.ini"_s);
        QVERIFY(!QFile::exists(state));

        manager.save();
        QTRY_COMPARE_WITH_TIMEOUT(manager.saves(), 1, patience);
        QVERIFY(QFile::exists(state));
        QCOMPARE(manager.restart(), tests::SessionManager::Restart::Never);
        manager.cancel();
        waitUntilItAnswers(*berth); // it goes on

        manager.save();
        QTRY_COMPARE_WITH_TIMEOUT(manager.saves(), 2, patience);
        manager.endSession();
        QCOMPARE(exitCode(*berth), 0);
        QCOMPARE(sockets(), QStringList());
    }

    void aDisplayThatGoesAwayEndsIt()
    {
        const Process display = startDisplay();
        const auto berth = startFirst();
        display->kill();
        QVERIFY(display->waitForFinished());
        QCOMPARE(exitCode(*berth), 1);
        m_environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        const auto next = start(); // on the same display, as its lock says
        const auto last = start();
        QTRY_VERIFY_WITH_TIMEOUT(isRunning(*next) != isRunning(*last), patience);
    }

    void brokenSettingsAreSaidAndSetAside_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("in the window") << QStringList();
        QTest::newRow("in a terminal") << QStringList{u"ls"_s};
    }

    void brokenSettingsAreSaidAndSetAside()
    {
        QFETCH(const QStringList, arguments);
        QVERIFY(QDir(m_home->path()).mkpath(u"config/berth"_s));
        const QString path = m_home->filePath(u"config/berth/berth.ini"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[docker\nprogram");
        file.close();
        const auto berth = start(arguments);
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += berth->readAllStandardError()).contains("berth.ini.broken-1"),
                                 patience);
        QVERIFY(QFile::exists(path + u".broken-1"_s) && !QFile::exists(path));
    }

private:
    // None outlives its test.
    struct End
    {
        void operator()(QProcess *process) const
        {
            process->kill();
            process->waitForFinished();
            delete process;
        }
    };
    using Process = std::unique_ptr<QProcess, End>;

    Process start(const QStringList &arguments = {})
    {
        Process process(new QProcess);
        process->setProcessEnvironment(m_environment);
        process->start(QStringLiteral(BERTH_PROGRAM), arguments);
        return process;
    }
    // The windows that are started from now on are on it.
    Process startDisplay()
    {
        Process display(new QProcess);
        display->start(
            u"Xvfb"_s,
            {u"-displayfd"_s, u"1"_s, u"-nolisten"_s, u"tcp"_s, u"-screen"_s, u"0"_s, u"800x600x24"_s});
        if (!QTest::qWaitFor([&display] { return display->canReadLine(); }, patience))
            QTest::qFail("this test needs Xvfb", __FILE__, __LINE__);
        m_environment.insert(u"DISPLAY"_s, u':' + QString::fromUtf8(display->readLine()).trimmed());
        m_environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
        return display;
    }
    // Returns when it answers a second start.
    Process startFirst()
    {
        auto process = start();
        waitUntilItAnswers(*process);
        return process;
    }
    void waitUntilItAnswers(QProcess &process)
    {
        if (!QTest::qWaitFor([this] { return !sockets().isEmpty(); }, patience))
            QTest::qFail(process.readAllStandardError().constData(), __FILE__, __LINE__);
        const Process second = start({u"--hidden"_s});
        if (exitCode(*second) != 0)
            QTest::qFail(second->readAllStandardError().constData(), __FILE__, __LINE__);
    }
    QStringList sockets() const
    {
        return QDir(m_home->filePath(u"runtime/berth"_s))
            .entryList({u"*.sock"_s}, QDir::System | QDir::Files);
    }
    static bool isRunning(const QProcess &process) { return process.state() == QProcess::Running; }
    // -1: it crashed, or goes on.
    static int exitCode(const QProcess &process)
    {
        const bool ended =
            QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, patience);
        return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QProcessEnvironment m_environment;
};

BERTH_TEST(SessionTest)

#include "tst_session.moc"
