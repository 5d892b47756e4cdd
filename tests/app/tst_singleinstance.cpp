// SPDX-License-Identifier: MIT
#include "app/singleinstance.h"

#include "tests/registry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <memory>

using namespace app;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Role = SingleInstance::Role;

namespace {

const QString display = u"DISPLAY=:7"_s;
constexpr auto patience = 60s; // nothing here waits for its end

// A variable of the environment, for as long as it is there.
class Variable final
{
public:
    Variable(const char *name, const QByteArray &value)
        : m_name(name)
        , m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    ~Variable()
    {
        if (m_before.isEmpty())
            qunsetenv(m_name);
        else
            qputenv(m_name, m_before);
    }
    Q_DISABLE_COPY_MOVE(Variable)

private:
    const char *m_name;
    QByteArray m_before;
};

} // namespace

class SingleInstanceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theSecondHandsOverWhatItWants()
    {
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        QSignalSpy wanted(&first, &SingleInstance::wanted);
        const Handover handover{.context = u"lab"_s, .token = u"token-1"_s};
        QCOMPARE(startAnother(display, handover), Role::HandedOver);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().value<Handover>(), handover);
    }

    void whoIsRefusedIsToldSo()
    {
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        QCOMPARE(startAnother(display, {.context = u"--no context"_s}), Role::Refused);
    }

    void theDisplayAndTheTokenAreWhatTheDesktopSays()
    {
        const Variable wayland("WAYLAND_DISPLAY", "wayland-1");
        const Variable x("DISPLAY", ":1");
        QCOMPARE(displayName(), u"WAYLAND_DISPLAY=wayland-1"_s);
        qunsetenv("WAYLAND_DISPLAY");
        QCOMPARE(displayName(), u"DISPLAY=:1"_s);
        const Variable token("XDG_ACTIVATION_TOKEN", "new");
        const Variable older("DESKTOP_STARTUP_ID", "old");
        QCOMPARE(activationToken(), u"new"_s);
        qunsetenv("XDG_ACTIVATION_TOKEN");
        QCOMPARE(activationToken(), u"old"_s);
    }

    void anotherDisplayHasOneOfItsOwn()
    {
        SingleInstance first(path(), display);
        SingleInstance other(path(), u"WAYLAND_DISPLAY=wayland-0"_s);
        QCOMPARE(first.start({}), Role::First);
        QCOMPARE(other.start({}), Role::First);
    }

    void whoHasLetGoIsNotAsked()
    {
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        first.release();
        QCOMPARE(startAnother(display, {}), Role::First);
    }

    void theSocketOfOneThatWasKilledIsReplaced()
    {
        {
            SingleInstance first(path(), display);
            QCOMPARE(first.start({}), Role::First);
            socketName();
        }
        // What a kill leaves behind is a file that nobody listens at.
        QFile file(QDir(path()).filePath(socketName()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        SingleInstance next(path(), display);
        QCOMPARE(next.start({}), Role::First);
        QCOMPARE(startAnother(display, {}), Role::HandedOver);
    }

    void oneThatDoesNotAnswerIsSaid()
    {
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        // On this thread, whose event loop would have to answer.
        SingleInstance second(path(), display);
        QCOMPARE(second.start({}, 100ms), Role::NoAnswer);
        QCOMPARE(second.holder(), QCoreApplication::applicationPid());
    }

    void onlyTheUserReachesIt()
    {
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!QFileInfo(QDir(path()).filePath(socketName())).permissions().testAnyFlags(others));
    }

    void whatIsNoHandoverIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("no JSON") << QByteArray("show\n") << QByteArray("refused\n");
        QTest::newRow("an unknown verb")
            << QByteArray("{\"schema\":1,\"verb\":\"quit\"}\n") << QByteArray("refused\n");
        QTest::newRow("a line that is too long")
            << QByteArray("{\"schema\":1,\"verb\":\"show\"," + QByteArray(5000, ' ') + "\"token\":\"x\"}\n")
            << QByteArray("refused\n");
        QTest::newRow("an endless line") << QByteArray(1'000'000, 'a') << QByteArray();
    }

    void whatIsNoHandoverIsRefused()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QByteArray, answer);
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        QSignalSpy wanted(&first, &SingleInstance::wanted);
        QLocalSocket socket;
        socket.connectToServer(QDir(path()).filePath(socketName()));
        QTRY_COMPARE(socket.state(), QLocalSocket::ConnectedState);
        socket.write(bytes);
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
        QCOMPARE(socket.readAll(), answer);
        QVERIFY(wanted.isEmpty());
    }

    void whoSaysNothingIsHungUpOn()
    {
        SingleInstance first(path(), display);
        QCOMPARE(first.start({}), Role::First);
        QLocalSocket socket;
        socket.connectToServer(QDir(path()).filePath(socketName()));
        QTRY_COMPARE(socket.state(), QLocalSocket::ConnectedState);
        QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QLocalSocket::UnconnectedState, 30'000);
    }

private:
    QString path() const { return m_folder->filePath(u"berth"_s); }
    QString socketName() const
    {
        const QStringList names = QDir(path()).entryList({u"*.sock"_s}, QDir::System | QDir::Files);
        if (!names.isEmpty())
            m_socketName = names.first();
        return m_socketName;
    }

    // As another process would, while this one answers.
    Role startAnother(const QString &where, const Handover &handover)
    {
        auto started = std::async(std::launch::async, [=, folder = path()] {
            return SingleInstance(folder, where).start(handover, patience);
        });
        const bool came =
            QTest::qWaitFor([&] { return started.wait_for(0s) == std::future_status::ready; }, 60'000);
        return came ? started.get() : Role::NoAnswer;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    mutable QString m_socketName;
};

BERTH_TEST(SingleInstanceTest)

#include "tst_singleinstance.moc"
