// SPDX-License-Identifier: MIT
#include "ui/widgets/serverspane.h"

#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/serversamples.h"
#include "ui/actions/serveractions.h"
#include "ui/models/serversmodel.h"
#include "ui/widgets/glyph.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPaintEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

namespace {

// What a widget was told to paint.
class PaintedRegion final : public QObject
{
public:
    explicit PaintedRegion(QWidget *widget) { widget->installEventFilter(this); }

    QRegion region;

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent *>(event)->region();
        return false;
    }
};

} // namespace

class ServersPaneTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<tests::FakeServers>();
        m_servers->setListing({.state = Listing::State::Listed});
        m_window = std::make_unique<QWidget>();
        m_actions = new ServerActions(*m_servers, m_window.get());
        m_pane = new ServersPane(*m_servers, *m_actions, m_window.get());
        auto *const layout = new QVBoxLayout(m_window.get());
        layout->setContentsMargins({});
        layout->addWidget(m_pane);
        m_window->resize(1000, 500);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_servers.reset();
    }

    void loadingEmptyFailedAndSilentLookDifferent()
    {
        m_servers->setListing({.state = Listing::State::Loading});
        QCOMPARE(text(u"noticeHeadline"_s), u"Looking for dev servers…"_s);
        QVERIFY(child<Glyph>(u"noticeGlyph"_s)->isTurning());
        QVERIFY(!child<QPushButton>(u"noticeButton"_s)->isVisible());

        m_servers->setListing({.state = Listing::State::Listed});
        m_pane->setNote(u"A note."_s);
        QCOMPARE(text(u"noticeHeadline"_s), u"No dev servers"_s);
        QCOMPARE(text(u"noticeText"_s), u"A note."_s);
        QVERIFY(child<QWidget>(u"noticePicture"_s)->isVisible());
        QVERIFY(!child<Glyph>(u"noticeGlyph"_s)->isVisible());
        const QSignalSpy wanted(m_actions, &ServerActions::newWanted);
        child<QPushButton>(u"noticeButton"_s)->click();
        QCOMPARE(wanted.size(), 1);

        m_servers->setListing({.state = Listing::State::Failed, .reason = u"connection refused"_s});
        QCOMPARE(text(u"noticeHeadline"_s), u"The dev servers could not be listed"_s);
        QCOMPARE(child<Glyph>(u"noticeGlyph"_s)->mood(), Mood::Trouble);
        child<QPushButton>(u"noticeButton"_s)->click();
        QCOMPARE(m_servers->refreshed, 1);

        m_servers->setListing({.state = Listing::State::Silent});
        QCOMPARE(text(u"noticeHeadline"_s), u"The engine does not answer"_s);
        QCOMPARE(child<Glyph>(u"noticeGlyph"_s)->mood(), Mood::Attention);
    }

    void rowsStayWhileTheEngineIsSilent()
    {
        m_servers->setServers(samples::everyKind());
        QVERIFY(table()->isVisible());
        QVERIFY(!child<QWidget>(u"listingBar"_s)->isVisible());
        m_servers->setListing({.state = Listing::State::Silent});
        QVERIFY(table()->isVisible());
        QVERIFY(child<QWidget>(u"listingBar"_s)->isVisible());
        child<QPushButton>(u"listAgain"_s)->click();
        QCOMPARE(m_servers->refreshed, 1);
        m_servers->setListing({.state = Listing::State::Listed});
        QVERIFY(!child<QWidget>(u"listingBar"_s)->isVisible());
    }

    void aListThatArrivesIsShownOnceItIsWhole()
    {
        m_servers->setListing({.state = Listing::State::Loading});
        Server another = samples::ready(1, 4300, u"a"_s);
        another.isOurs = false;
        m_servers->insert(another);
        QVERIFY(!table()->isVisible());
        QCOMPARE(text(u"noticeHeadline"_s), u"Looking for dev servers…"_s);
        m_servers->setListing({.state = Listing::State::Listed});
        QVERIFY(table()->isVisible());
        m_servers->setListing({.state = Listing::State::Loading}); // once more, after a break
        QVERIFY(table()->isVisible());
    }

    void whatIsStartedWhileAListArrivesIsShown()
    {
        m_servers->setListing({.state = Listing::State::Loading});
        m_servers->insert(samples::starting(1, 4300, u"a"_s)); // ours
        QVERIFY(table()->isVisible());
    }

    void aRowThatChangesPaintsThatRowOnly()
    {
        QList<Server> servers;
        for (int i = 0; i < 100; ++i)
            servers.append(samples::ready(quint64(i + 1), quint16(4300 + i), u"a"_s));
        m_servers->setServers(servers);
        PaintedRegion painted(table()->viewport());
        // What the view has to paint by itself, because it has just come up, passes.
        const auto paintsOneRow = [&] {
            painted.region = {};
            for (const int changed : {99, 2}) { // the first is out of sight
                Server &server = servers[changed];
                server.state = server.state == ServerState::Ready ? ServerState::Paused : ServerState::Ready;
                m_servers->change(server);
            }
            const QRect row = table()->visualRect(table()->model()->index(2, 0));
            return QTest::qWaitFor([&] { return !painted.region.isEmpty(); })
                && painted.region.boundingRect().top() == row.top()
                && painted.region.boundingRect().bottom() == row.bottom();
        };
        QVERIFY(QTest::qWaitFor(paintsOneRow, 10'000));
    }

    void actionsFitWhatIsSelected()
    {
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), samples::starting(2, 4301, u"b"_s)});
        m_servers->requests[2] = samples::request(u"b"_s, {u"vite"_s});
        QCOMPARE(enabled(), QStringList{u"newServer"_s});
        m_pane->select(ServerKey{1});
        QCOMPARE(enabled(), QStringList({u"newServer"_s, u"openServer"_s, u"stopServer"_s, u"serverLog"_s}));
        m_pane->select(ServerKey{2});
        QCOMPARE(enabled(),
                 QStringList({u"newServer"_s, u"restartServer"_s, u"stopServer"_s, u"serverLog"_s}));
        table()->selectAll();
        QCOMPARE(enabled(),
                 QStringList({u"newServer"_s, u"openServer"_s, u"restartServer"_s, u"stopServer"_s}));
    }

    void actionsFollowWhatBecomesOfTheSelectedOne()
    {
        Server server = samples::starting(1, 4300, u"a"_s);
        m_servers->insert(server);
        m_pane->select(ServerKey{1});
        QVERIFY(!child<QToolButton>(u"openServer"_s)->isEnabled());
        server.state = ServerState::Ready;
        m_servers->change(server);
        QVERIFY(child<QToolButton>(u"openServer"_s)->isEnabled());
        server.state = ServerState::Stopping;
        m_servers->change(server);
        QCOMPARE(enabled(), QStringList({u"newServer"_s, u"serverLog"_s}));
        m_servers->remove(0);
        QCOMPARE(enabled(), QStringList{u"newServer"_s});
    }

    void returnOpensTheAddressThatAnswered()
    {
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), samples::starting(2, 4301, u"b"_s)});
        const QSignalSpy opened(m_actions, &ServerActions::openWanted);
        m_pane->select(ServerKey{2});
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE(opened.size(), 0);
        m_pane->select(ServerKey{1});
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.front().front().toString(), u"http://127.0.0.1:4300"_s);
    }

    void theAddressIsCopied()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_pane->select(ServerKey{1});
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"http://127.0.0.1:4300"_s);
    }

    void oneOfOursIsStoppedWithoutAQuestion()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_pane->select(ServerKey{1});
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Delete);
        QCOMPARE(m_servers->stopped, QList<tests::FakeServers::Stopped>({{{ServerKey{1}}, Haste::Stop}}));
    }

    void severalAreListedInOneQuestion()
    {
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), samples::ready(2, 4301, u"b"_s)});
        table()->selectAll();
        child<QToolButton>(u"stopServer"_s)->click();
        QVERIFY(m_servers->stopped.isEmpty());
        auto *const question = m_window->findChild<QMessageBox *>(u"stopQuestion"_s);
        QVERIFY(question != nullptr);
        QCOMPARE(question->text(), u"Stop 2 dev servers?"_s);
        QCOMPARE(question->informativeText(), u"4300 · a\n4301 · b"_s);
        QCOMPARE(question->textFormat(), Qt::PlainText);
        QTest::keyClick(question, Qt::Key_Return);
        QCOMPARE(m_servers->stopped.size(), 1);
        QCOMPARE(m_servers->stopped.front().keys.size(), 2);
    }

    void whatOthersStartedIsNotStoppedByAStrayReturn()
    {
        m_servers->insert(samples::orphan(1, 4300, u"a"_s));
        m_pane->select(ServerKey{1});
        child<QToolButton>(u"stopServer"_s)->click();
        auto *const question = m_window->findChild<QMessageBox *>(u"stopQuestion"_s);
        QVERIFY(question != nullptr);
        QTest::keyClick(question, Qt::Key_Return);
        QVERIFY(m_servers->stopped.isEmpty());
        QTRY_VERIFY(m_window->findChild<QMessageBox *>(u"stopQuestion"_s) == nullptr);
        child<QToolButton>(u"stopServer"_s)->click();
        m_window->findChild<QPushButton *>(u"confirmStop"_s)->click();
        QCOMPARE(m_servers->stopped.size(), 1);
    }

    void oneThatIsStoppingHoldsUpNoOther()
    {
        Server stopping = samples::ready(1, 4300, u"a"_s);
        stopping.state = ServerState::Stopping;
        m_servers->setServers({stopping, samples::ready(2, 4301, u"b"_s)});
        m_pane->select(ServerKey{2});
        QVERIFY(child<QToolButton>(u"stopServer"_s)->isEnabled());
        table()->selectAll();
        child<QToolButton>(u"stopServer"_s)->click();
        QCOMPARE(m_servers->stopped, QList<tests::FakeServers::Stopped>({{{ServerKey{2}}, Haste::Stop}}));
    }

    void theStripTellsTheTroubleAndWhatHelps()
    {
        Server server = samples::ready(1, 4300, u"a"_s);
        server.state = ServerState::Running;
        server.trouble = ServerTrouble{.kind = ServerTrouble::Kind::OwnLoopback};
        m_servers->insert(server);
        m_servers->requests[1] = samples::request(u"a"_s, {u"npx"_s, u"vite"_s});
        m_pane->select(ServerKey{1});
        QVERIFY(child<QWidget>(u"serverStrip"_s)->isVisible());
        QCOMPARE(text(u"serverTrouble"_s), serverExplanation(server));
        child<QPushButton>(u"remedy0"_s)->click();
        QCOMPARE(m_servers->launched.size(), 1);
        QCOMPARE(m_servers->launched.front().running, LaunchRequest::Running::Replace);
        QCOMPARE(m_servers->launched.front().port, 4300);
        QVERIFY(m_servers->launched.front().container.command.size() > 2);
        server.trouble.reset();
        server.state = ServerState::Ready;
        m_servers->change(server);
        QVERIFY(!child<QWidget>(u"serverStrip"_s)->isVisible());
    }

    void theStripHasTheCommandsToCopy()
    {
        const QStringList commands{u"docker pull node:22"_s, u"docker login"_s};
        const ServerTrouble missing{
            .kind = ServerTrouble::Kind::ImageMissing,
            .diagnosis =
                Diagnosis{.id = u"x"_s, .cause = u"why"_s, .remedy = u"how"_s, .commands = commands}};
        m_servers->setServers({samples::failed(1, 4300, u"a"_s, missing), samples::ready(2, 4301, u"b"_s)});
        m_pane->select(ServerKey{1});
        const auto lines = child<QWidget>(u"serverStrip"_s)->findChildren<QLineEdit *>(u"command"_s);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines.at(1)->isVisible());
        QCOMPARE(lines.at(1)->text(), commands.at(1));
        auto *const copy =
            child<QWidget>(u"serverStrip"_s)->findChildren<QPushButton *>(u"copyCommand"_s).at(1);
        copy->click();
        QCOMPARE(QApplication::clipboard()->text(), commands.at(1));
        // By the keyboard: sentences, commands, then what a click does.
        QCOMPARE(copy->nextInFocusChain(), child<QPushButton>(u"remedy0"_s));
        m_servers->change(samples::failed(1, 4300, u"a"_s, {.kind = ServerTrouble::Kind::Exited}));
        QVERIFY(child<QWidget>(u"serverStrip"_s)->isVisible());
        QVERIFY(child<QWidget>(u"serverStrip"_s)->findChild<QLineEdit *>(u"command"_s) == nullptr);
    }

    void aHeldPortIsReplacedOrLeft()
    {
        const ServerTrouble held{.kind = ServerTrouble::Kind::PortHeldByServer,
                                 .holder = u"berth-devserver-4300"_s};
        Server waiting = samples::failed(2, 4300, u"b"_s, held);
        waiting.name = u"berth-devserver-4300-b"_s;
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), waiting});
        m_servers->requests[2] = samples::request(u"b"_s, {u"vite"_s});
        const QSignalSpy opened(m_actions, &ServerActions::openWanted);
        m_actions->apply(Remedy::Kind::OpenHolder, ServerKey{2});
        QCOMPARE(opened.size(), 1);
        m_actions->apply(Remedy::Kind::ReplaceHolder, ServerKey{2});
        QCOMPARE(m_servers->launched.back().running, LaunchRequest::Running::Replace);
        QCOMPARE(m_servers->stopped.back().keys, QList<ServerKey>{ServerKey{2}});
        m_actions->apply(Remedy::Kind::AnotherPort, ServerKey{2});
        QVERIFY(!m_servers->launched.back().port);
        QCOMPARE(m_servers->launched.back().running, LaunchRequest::Running::Refuse);
    }

    void theContextMenuHasTheRowsActions()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_pane->select(ServerKey{1});
        Q_EMIT table()->customContextMenuRequested({5, 5});
        auto *const menu = m_window->findChild<QMenu *>(u"serverMenu"_s);
        QVERIFY(menu != nullptr);
        QVERIFY(menu->actions().contains(m_actions->open()));
        QVERIFY(menu->actions().contains(m_actions->stop()));
        menu->close();
    }

    void selectionAndPlaceSurviveChanges()
    {
        for (quint16 i = 0; i < 60; ++i)
            m_servers->insert(samples::ready(i, quint16(4300 + i), u"p"_s));
        m_pane->select(ServerKey{50});
        const int place = table()->verticalScrollBar()->value();
        QVERIFY(place > 0);
        Server server = samples::ready(51, 4351, u"other"_s);
        m_servers->change(server);
        server = samples::ready(50, 4399, u"p"_s);
        m_servers->change(server);
        QCOMPARE(selectedKey(), quint64(50));
        server.port = 4350;
        m_servers->change(server);
        QCOMPARE(selectedKey(), quint64(50));
        QCOMPARE(table()->verticalScrollBar()->value(), place);
    }

    void rowsThatAreReadStayWhereTheyAre()
    {
        for (quint16 i = 10; i < 70; ++i)
            m_servers->insert(samples::ready(i, quint16(4300 + i), u"p"_s));
        QCOMPARE(table()->indexAt({0, 0}).data(ServersModel::KeyRole).value<quint64>(), quint64(10));
        m_servers->insert(samples::ready(9, 4309, u"p"_s)); // at the top the new one is seen
        QCOMPARE(table()->indexAt({0, 0}).data(ServersModel::KeyRole).value<quint64>(), quint64(9));
        table()->verticalScrollBar()->setValue(table()->verticalScrollBar()->maximum() / 2);
        const auto top = table()->indexAt({0, 0}).data(ServersModel::KeyRole).value<quint64>();
        QVERIFY(top > 10);
        m_servers->insert(samples::ready(8, 4308, u"p"_s));
        QCOMPARE(table()->indexAt({0, 0}).data(ServersModel::KeyRole).value<quint64>(), top);
        m_servers->remove(0);
        m_servers->remove(0);
        QCOMPARE(table()->indexAt({0, 0}).data(ServersModel::KeyRole).value<quint64>(), top);
        m_servers->remove(m_servers->servers().size() - 1); // below
        QCOMPARE(table()->indexAt({0, 0}).data(ServersModel::KeyRole).value<quint64>(), top);
    }

    void theFilterNarrowsAndSaysWhereNothingIsLeft()
    {
        m_servers->setServers(samples::everyKind());
        child<QLineEdit>(u"serverFilter"_s)->setText(u"webshop"_s);
        QCOMPARE(table()->model()->rowCount(), 1);
        child<QLineEdit>(u"serverFilter"_s)->setText(u"nowhere"_s);
        QVERIFY(!table()->isVisible());
        QCOMPARE(text(u"noticeHeadline"_s), u"No dev server matches the filter"_s);
        child<QPushButton>(u"noticeButton"_s)->click();
        QCOMPARE(table()->model()->rowCount(), int(samples::everyKind().size()));
    }

    void theFilterHasAKey()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), child<QLineEdit>(u"serverFilter"_s));
    }

    void deleteInTheFilterStopsNothing()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_pane->select(ServerKey{1});
        auto *const filter = child<QLineEdit>(u"serverFilter"_s);
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Delete);
        QVERIFY(m_servers->stopped.isEmpty());
    }

    void usageIsAskedForOnlyWhileSomebodyLooks()
    {
        QVERIFY(!m_servers->usageWanted);
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        QVERIFY(m_servers->usageWanted);
        m_pane->hide();
        QVERIFY(!m_servers->usageWanted);
        m_pane->show();
        QVERIFY(m_servers->usageWanted);
        QWidget other;
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        QTRY_VERIFY(!m_servers->usageWanted);
    }

    void aNarrowTableKeepsStatusAndPort()
    {
        m_servers->setServers(samples::everyKind());
        const int character = table()->fontMetrics().averageCharWidth();
        m_window->resize(112 * character, 400);
        QTRY_VERIFY(table()->isColumnHidden(ServersModel::NetworkColumn));
        QVERIFY(!table()->isColumnHidden(ServersModel::PortColumn));
        QVERIFY(table()->columnWidth(ServersModel::StatusColumn) >= 40 * character);
        m_window->resize(200 * character, 400);
        QTRY_VERIFY(!table()->isColumnHidden(ServersModel::AddressColumn));
    }

    void tabWalksFromLeftToRightIntoTheTable()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_pane->select(ServerKey{1});
        child<QToolButton>(u"newServer"_s)->setFocus();
        QStringList walked;
        for (int i = 0; i < 6; ++i) {
            walked.append(QApplication::focusWidget()->objectName());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(walked,
                 QStringList({u"newServer"_s, u"openServer"_s, u"stopServer"_s, u"serverLog"_s,
                              u"serverFilter"_s, u"serversTable"_s}));
    }

private:
    template <typename T>
    T *child(const QString &name) const
    {
        T *const found = m_pane->findChild<T *>(name);
        if (found == nullptr)
            qFatal("no %s", qPrintable(name));
        return found;
    }
    QTreeView *table() const { return child<QTreeView>(u"serversTable"_s); }
    QString text(const QString &label) const { return child<QLabel>(label)->text(); }
    QStringList enabled() const
    {
        QStringList names;
        for (const QToolButton *button : m_pane->findChildren<QToolButton *>()) {
            if (button->isEnabled() && button->defaultAction() != nullptr && !button->objectName().isEmpty())
                names.append(button->objectName());
        }
        return names;
    }
    quint64 selectedKey() const
    {
        const QModelIndexList rows = table()->selectionModel()->selectedRows();
        return rows.size() == 1 ? rows.front().data(ServersModel::KeyRole).value<quint64>() : 0;
    }

    std::unique_ptr<tests::FakeServers> m_servers;
    std::unique_ptr<QWidget> m_window;
    ServerActions *m_actions = nullptr;
    ServersPane *m_pane = nullptr;
};

BERTH_TEST(ServersPaneTest)

#include "tst_serverspane.moc"
