// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/samples.h"
#include "tests/ui/serversamples.h"
#include "ui/mainwindow.h"
#include "ui/models/serversmodel.h"

#include <QAction>
#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace core;
using namespace Qt::StringLiterals;
using ui::MainWindow;
using ui::WindowState;

// How the window goes and comes back.
class WindowClosingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_monitor = std::make_unique<Monitor>(
            MonitorSources{.measure = [](const CheckRequest &, const std::stop_token &,
                                         const MeasurementReporter &) { return samples::usable(); },
                           .listContexts = [](const std::stop_token &) { return samples::contexts(); }});
        m_servers = std::make_unique<tests::FakeServers>();
        m_servers->setListing({.state = Listing::State::Listed});
        m_servers->insert(samples::ready(1, 4300, u"webshop"_s));
        openWindow({});
    }
    void cleanup()
    {
        m_window.reset();
        m_servers.reset();
        m_monitor.reset();
    }

    void withoutATrayItCloses()
    {
        m_servers->setServers({});
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        QVERIFY(m_window->close());
        QCOMPARE(closed.size(), 1);
    }

    void whereThereIsATrayItSaysOnceThatItHides()
    {
        m_window->setHidesOnClose(true);
        QSignalSpy hidden(m_window.get(), &MainWindow::hidden);
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        press(u"trayHide"_s);
        QTRY_VERIFY(!m_window->isVisible());
        m_window->comeForward();
        m_window->close();
        QVERIFY(!m_window->isVisible());
        QVERIFY(m_window->state().isTrayKnown);
        QCOMPARE(hidden.size(), 2);
        QVERIFY(closed.isEmpty());
        QVERIFY(m_servers->stopped.isEmpty()); // they go on
    }

    void whoDoesNotWantToHideQuits()
    {
        m_servers->setServers({});
        m_window->setHidesOnClose(true);
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        m_window->close();
        press(u"trayQuit"_s);
        QTRY_COMPARE(closed.size(), 1);
    }

    void aQuitClosesWhereTheWindowIsHidden()
    {
        m_window->setHidesOnClose(true);
        m_window->setOnQuit(OnQuit::Stop);
        m_window->hide();
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        child<QAction>(u"quitAction"_s)->trigger();
        QCOMPARE(m_servers->stopped.size(), 1);
        QVERIFY(closed.isEmpty());
        m_servers->remove(0);
        QTRY_COMPARE(closed.size(), 1);
        QVERIFY(!m_window->isVisible());
    }

    void aQuitThatIsCancelledHidesTheNextTime()
    {
        m_window->restore({.isTrayKnown = true});
        m_window->setHidesOnClose(true);
        m_window->quit();
        press(u"closeCancel"_s);
        QTRY_VERIFY(m_window->findChild<QMessageBox *>() == nullptr);
        QVERIFY(m_window->isVisible());
        m_window->close();
        QVERIFY(!m_window->isVisible() && m_window->findChild<QMessageBox *>() == nullptr);
    }

    void anEndFromOutsideIsNotHidden()
    {
        m_window->restore({.isTrayKnown = true});
        m_window->setHidesOnClose(true);
        m_window->close();
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        m_window->closeAnyway();
        m_servers->remove(0);
        QTRY_COMPARE(closed.size(), 1);
    }

    void itComesBackAsItWas()
    {
        m_window->resize(820, 610);
        auto *const header = table()->header();
        header->resizeSection(ui::ServersModel::ProjectColumn, 137);
        m_window->setLogSettings({.wrap = true});
        const WindowState state = m_window->state();
        openWindow(state);
        QCOMPARE(m_window->size(), QSize(820, 610));
        QTRY_VERIFY(table() != nullptr);
        QCOMPARE(table()->columnWidth(ui::ServersModel::ProjectColumn), 137);
        QCOMPARE(m_window->state().log, (LogSettings{.wrap = true}));
    }

    void nonsenseIsPassedOver()
    {
        const QSize usual = m_window->size();
        openWindow({.geometry = "nonsense", .columns = {-1, 100'000}});
        QCOMPARE(m_window->size(), usual);
        openWindow({.columns = QList<int>(ui::ServersModel::ColumnCount, 1'000'000)});
        QTRY_VERIFY(table() != nullptr);
        QVERIFY(table()->columnWidth(1) < 1000);
    }

    void aScreenThatIsGoneDoesNotTakeItAlong()
    {
        m_window->move(20'000, 20'000);
        openWindow(m_window->state());
        QVERIFY(m_window->screen()->availableGeometry().intersects(m_window->frameGeometry()));
    }

    void theSettingsAreWantedByTheirKey()
    {
        QSignalSpy wanted(m_window.get(), &MainWindow::settingsWanted);
        QCOMPARE(child<QAction>(u"settingsAction"_s)->shortcut(), QKeySequence(u"Ctrl+,"_s));
        child<QAction>(u"settingsAction"_s)->trigger();
        QCOMPARE(wanted.size(), 1);
    }

private:
    void openWindow(const WindowState &state)
    {
        m_window = std::make_unique<MainWindow>(*m_monitor, *m_servers, u"0.1.0"_s);
        m_window->restore(state);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY(table() != nullptr);
    }
    template <typename T>
    T *child(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }
    QTreeView *table() const { return child<QTreeView>(u"serversTable"_s); }
    void press(const QString &button) const { child<QPushButton>(button)->click(); }

    std::unique_ptr<Monitor> m_monitor;
    std::unique_ptr<tests::FakeServers> m_servers;
    std::unique_ptr<MainWindow> m_window;
};

BERTH_TEST(WindowClosingTest)

#include "tst_windowclosing.moc"
