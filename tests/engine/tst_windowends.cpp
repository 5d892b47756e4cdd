// SPDX-License-Identifier: MIT
#include "core/devserver/server.h"
#include "tests/engine/sampleservers.h"
#include "tests/engine/windowprocess.h"
#include "tests/registry.h"

#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace tests;
using core::ServerState;

namespace {

constexpr int patience = 60'000;
constexpr int lostDisplay = 0; // in the place of a signal

} // namespace

// What becomes of the dev servers of a window that is ended from outside: what the user has chosen.
class WindowEndsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Scene> m_scene;
    int m_rows = 0;

    // A server that is ready.
    void launch(WindowProcess &window)
    {
        const QString project = makeProject(*m_scene, u"project-%1"_s.arg(++m_rows), busyboxServer().files);
        window.launch(project, busyboxServer().image, busyboxServer().command.join(u' '));
        const auto isReady = [&] {
            return window.rowOf(project)["state"_L1].toInt(-1) == int(ServerState::Ready);
        };
        QVERIFY(QTest::qWaitFor(isReady, patience));
    }

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine({}, {u"tools"_s}); }

    void init() { m_scene = std::make_unique<Scene>(*m_engine); }

    void cleanup()
    {
        m_scene.reset();
        removeServers(*m_engine);
    }

    void theServersEndAsChosen_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("onQuit");
        QTest::addColumn<bool>("isLeft");
        QTest::newRow("SIGTERM stops them where nothing is chosen") << SIGTERM << u"ask"_s << false;
        QTest::newRow("SIGHUP leaves them") << SIGHUP << u"leave"_s << true;
        QTest::newRow("SIGINT stops them") << SIGINT << u"stop"_s << false;
        QTest::newRow("a lost display stops them") << lostDisplay << u"stop"_s << false;
        QTest::newRow("a lost display leaves them") << lostDisplay << u"leave"_s << true;
    }

    void theServersEndAsChosen()
    {
        QFETCH(const int, signal);
        QFETCH(const QString, onQuit);
        QFETCH(const bool, isLeft);
        m_scene->call.settings.insert(u"servers/onQuit"_s, onQuit);
        VirtualDisplay display(VirtualDisplay::Whose::Own);
        WindowProcess window(*m_scene, display);
        launch(window);
        if (QTest::currentTestFailed())
            return;
        if (signal == lostDisplay)
            display.end();
        else
            window.send(signal);
        QCOMPARE(window.wait(), signal == lostDisplay ? 1 : 0);
        QCOMPARE(!serverNames(*m_engine).isEmpty(), isLeft);
        if (isLeft)
            QCOMPARE(listedServer(*m_scene, 4300)["ownership"_L1].toString(), u"kept"_s);
    }
};

BERTH_TEST(WindowEndsTest)

#include "tst_windowends.moc"
