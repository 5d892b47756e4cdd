// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "tests/ui/windowscene.h"
#include "ui/models/serversmodel.h"

#include <QAction>
#include <QHeaderView>
#include <QMessageBox>
#include <QScreen>
#include <QSignalSpy>

using namespace core;
using namespace Qt::StringLiterals;
using ui::MainWindow;
using ui::WindowState;

// How the window goes and comes back.
class WindowClosingTest : public QObject, private tests::WindowScene
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        setUp();
        m_servers->insert(samples::ready(1, 4300, u"webshop"_s));
        openWindow({});
    }
    void cleanup() { tearDown(); }

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
        makeWindow();
        m_window->restore(state);
        show();
        QTRY_VERIFY(table() != nullptr);
    }
    void press(const QString &name) const { button(name)->click(); }
};

BERTH_TEST(WindowClosingTest)

#include "tst_windowclosing.moc"
