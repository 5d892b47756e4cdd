// SPDX-License-Identifier: MIT
#include "core/devserver/server.h"

#include "tests/engine/browser.h"
#include "tests/engine/sampleservers.h"
#include "tests/engine/windowprocess.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;
using core::ServerState;
using Kind = core::ServerTrouble::Kind;

Q_DECLARE_METATYPE(SampleServer)

namespace {

constexpr int patience = 30'000;
constexpr int soon = 1000; // for what the engine's events tell
constexpr double longestGapMs = 200;

} // namespace

// Dev servers as people have them in the window: a real one, on a real engine, used by its keys.
class WindowServersTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Browser> m_browser;
    std::unique_ptr<VirtualDisplay> m_display;
    std::unique_ptr<Scene> m_scene;
    std::unique_ptr<WindowProcess> m_window; // goes from one test to the next, as it would for a person
    int m_projects = 0;

    void docker(const QStringList &arguments) const
    {
        const ToolEnding ending = m_engine->docker(arguments);
        QVERIFY2(ending.succeeded(), ending.err.constData());
    }

    // By the keys of the form; returns the folder, by which its row is found again.
    QString launch(const QString &image, const QString &command,
                   const QMap<QString, QByteArray> &files = busyboxServer().files)
    {
        const QString project = makeProject(*m_scene, u"project-%1"_s.arg(++m_projects), files);
        m_window->launch(project, image, command);
        return project;
    }

    QString launchBusybox() { return launch(u"tools:1"_s, busyboxServer().command.join(u' ')); }

    int stateOf(const QString &project) { return m_window->rowOf(project)["state"_L1].toInt(-1); }
    quint16 portOf(const QString &project) { return quint16(m_window->rowOf(project)["port"_L1].toInt()); }
    QString nameOf(const QString &project) { return u"berth-devserver-%1"_s.arg(portOf(project)); }

    void waitFor(const QString &project, ServerState state, int time = patience)
    {
        const auto isSo = [&] { return stateOf(project) == int(state); };
        if (QTest::qWaitFor(isSo, time))
            return;
        const QString text = u"expected state %1, got %2: %3; %4"_s.arg(
            QString::number(int(state)), QString::number(stateOf(project)),
            m_window->rowOf(project)["status"_L1].toString(), m_window->text(u"serverTrouble"_s));
        QTest::qFail(text.toUtf8().constData(), __FILE__, __LINE__);
    }

    // What is said below the table where its row is selected.
    void verifySaid(const QString &project, const core::ServerTrouble &trouble, int time = soon)
    {
        m_window->clickRow(project);
        const QString sentence = QString::fromUtf8(sentenceOf(trouble));
        const auto isSaid = [&] { return m_window->text(u"serverTrouble"_s).contains(sentence); };
        if (QTest::qWaitFor(isSaid, time))
            return;
        const QString text = u"expected: %1\nsaid: %2"_s.arg(sentence, m_window->text(u"serverTrouble"_s));
        QTest::qFail(text.toUtf8().constData(), __FILE__, __LINE__);
    }

    // Every row goes by the Delete key, and what it stands for goes with it.
    void takeAllDown()
    {
        m_window->clickRow(m_window->rows().at(0)["project"_L1].toString());
        m_window->press(u"Ctrl+A"_s);
        m_window->press(u"Del"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->rows(), QJsonArray(), patience);
        QCOMPARE(serverNames(*m_engine), QByteArray());
    }

    void openWindow() { m_window = std::make_unique<WindowProcess>(*m_scene, *m_display); }

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine({}, {u"tools"_s, u"python"_s, u"bun"_s, u"vite"_s});
        if (m_engine == nullptr)
            return;
        m_browser = std::make_unique<Browser>(m_engine->network());
        m_display = std::make_unique<VirtualDisplay>();
        m_scene = std::make_unique<Scene>(*m_engine);
    }

    void init()
    {
        if (m_window == nullptr)
            openWindow();
    }

    void cleanup()
    {
        m_scene->heal();
        if (!QTest::currentTestFailed())
            return;
        m_window.reset();
        const QString left = QString::fromUtf8(serverNames(*m_engine));
        if (!left.isEmpty())
            m_engine->docker(QStringList{u"rm"_s, u"--force"_s} + left.split(u'\n'));
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_scene.reset();
        m_display.reset();
        m_browser.reset();
        m_engine.reset();
    }

    void servesFromTheFormToTheDeleteKey_data()
    {
        QTest::addColumn<SampleServer>("sample");
        for (const SampleServer &sample : {busyboxServer(), pythonServer(), bunServer(), viteServer()})
            QTest::newRow(qUtf8Printable(sample.image)) << sample;
    }

    void servesFromTheFormToTheDeleteKey()
    {
        QFETCH(const SampleServer, sample);
        const QString project = launch(sample.image, sample.command.join(u' '), sample.files);
        waitFor(project, ServerState::Ready);
        const QJsonObject row = m_window->rowOf(project);
        QVERIFY2(row["status"_L1].toString().startsWith(u"Ready in "_s),
                 qUtf8Printable(row["status"_L1].toString()));
        const QString address = u"http://127.0.0.1:%1"_s.arg(portOf(project));
        QCOMPARE(row["address"_L1].toString(), address);
        QCOMPARE(listenersOn(*m_engine, portOf(project)), QStringList{address.mid(7)});

        m_window->press(u"Ctrl+O"_s);
        QCOMPARE(m_window->opened(), QJsonArray{address});
        m_browser->open(address + u'/');
        QTRY_COMPARE(m_browser->shownText(), sample.text);

        m_window->press(u"Del"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->rows(), QJsonArray(), patience);
        QCOMPARE(serverNames(*m_engine), QByteArray());
        verifyNoClientOf(project);
    }

    // Side by side, for one takes its time to be sure.
    void whatFailsSaysWhy()
    {
        const QString loopback = launch(u"tools:1"_s, u"httpd -f -p 127.0.0.1:{port}"_s);
        const QString missing = launch(u"127.0.0.1:1/nosuch:1"_s, u"true"_s);
        const QString ended = launch(u"tools:1"_s, u"sh -c 'exit 3'"_s);
        waitFor(missing, ServerState::Failed);
        verifySaid(missing, {.kind = Kind::ImageMissing});
        waitFor(ended, ServerState::Failed);
        verifySaid(ended, {.kind = Kind::Exited, .exitCode = 3});
        verifySaid(loopback, {.kind = Kind::OwnLoopback}, 12'000);
        takeAllDown();
    }

    void whatIsDoneFromOutsideIsFollowed()
    {
        const QString first = launchBusybox();
        const QString second = launchBusybox();
        waitFor(first, ServerState::Ready);
        waitFor(second, ServerState::Ready);
        docker({u"pause"_s, nameOf(first)});
        waitFor(first, ServerState::Paused, soon);
        docker({u"unpause"_s, nameOf(first)});
        waitFor(first, ServerState::Ready, soon);

        m_window->press(u"Ctrl+A"_s);
        m_window->press(u"Del"_s);
        m_window->waitForWindow(u"stopQuestion"_s);
        m_window->press(u"Esc"_s);
        m_window->waitForWindow(u"mainWindow"_s);
        QCOMPARE(stateOf(first), int(ServerState::Ready));

        docker({u"rename"_s, nameOf(first), u"another"_s});
        verifySaid(first, {.kind = Kind::RenamedOutside, .detail = u"another"_s});
        docker({u"rm"_s, u"--force"_s, nameOf(second)});
        waitFor(second, ServerState::Failed, soon);
        verifySaid(second, {.kind = Kind::RemovedOutside});
        takeAllDown();
        QCOMPARE(m_engine->docker({u"ps"_s, u"--all"_s, u"--quiet"_s, u"--filter"_s, u"name=another"_s}).out,
                 QByteArray());
    }

    void anEngineThatIsFrozenIsSilentAndTheWindowIsNot()
    {
        const QString project = launchBusybox();
        waitFor(project, ServerState::Ready);
        m_window->beginMeasuring();
        m_engine->freeze();
        m_scene->undo.push_back([this] { m_engine->thaw(); });
        m_window->press(u"F5"_s);
        m_window->press(u"Ctrl+L"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->text(u"listingTrouble"_s).contains(u"does not answer"_s), 10'000);
        QCOMPARE(stateOf(project), int(ServerState::Ready));
        m_window->clickRow(project);
        m_scene->heal();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->text(u"listingTrouble"_s), QString(), 10'000);
        const double gap = m_window->longestGap();
        QVERIFY2(gap < longestGapMs, QByteArray::number(gap).constData());
        waitFor(project, ServerState::Ready);
        takeAllDown();
    }

    void anEngineThatGoesAndComesBackServesAgain()
    {
        const QString lost = launchBusybox();
        waitFor(lost, ServerState::Ready);
        m_window->beginMeasuring();
        m_engine->end();
        waitFor(lost, ServerState::Failed);
        verifySaid(lost, {.kind = Kind::EngineLost});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->text(u"listingTrouble"_s).contains(u"could not be listed"_s),
                                 patience);
        m_engine->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->text(u"listingTrouble"_s), QString(), patience);
        const double gap = m_window->longestGap();
        QVERIFY2(gap < longestGapMs, QByteArray::number(gap).constData());
        takeAllDown();
        const QString next = launchBusybox();
        waitFor(next, ServerState::Ready);
        takeAllDown();
    }

    void closingAsksWhatBecomesOfAServerThatRuns()
    {
        const QString project = launchBusybox();
        waitFor(project, ServerState::Ready);
        const QString address = u"http://127.0.0.1:%1/"_s.arg(portOf(project));
        m_window->press(u"Ctrl+Q"_s);
        m_window->waitForWindow(u"closeQuestion"_s);
        m_window->press(u"Esc"_s);
        m_window->waitForWindow(u"mainWindow"_s);
        QCOMPARE(stateOf(project), int(ServerState::Ready));

        m_window->press(u"Ctrl+Q"_s);
        m_window->waitForWindow(u"closeQuestion"_s);
        m_window->click(u"closeLeave"_s);
        QCOMPARE(m_window->wait(), 0);
        m_browser->open(address);
        QTRY_COMPARE(m_browser->shownText(), busyboxServer().text);

        // The next window finds it; as it may be somebody's, taking it down is asked.
        openWindow();
        waitFor(project, ServerState::Ready);
        m_window->clickRow(project);
        m_window->press(u"Del"_s);
        m_window->waitForWindow(u"stopQuestion"_s);
        m_window->press(u"Alt+S"_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->rows(), QJsonArray(), patience);
        QCOMPARE(serverNames(*m_engine), QByteArray());

        const QString last = launchBusybox();
        waitFor(last, ServerState::Ready);
        m_window->press(u"Ctrl+Q"_s);
        m_window->waitForWindow(u"closeQuestion"_s);
        m_window->press(u"Return"_s);
        QCOMPARE(m_window->wait(), 0);
        m_window.reset();
        verifyHealsAndNothingIsLeft(*m_engine);
    }
};

BERTH_TEST(WindowServersTest)

#include "tst_windowservers.moc"
