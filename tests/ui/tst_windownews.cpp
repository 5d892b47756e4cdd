// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "tests/ui/windowscene.h"
#include "ui/dialogs/reviewdialog.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

using namespace core;
using namespace Qt::StringLiterals;
using ui::NewsAction;

// What the tray and the notifications have the window do, which may be hidden.
class WindowNewsTest : public QObject, private tests::WindowScene
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        setUp();
        m_servers->setServers({samples::ready(1, 4300, u"shop"_s), samples::orphan(2, 4301, u"old"_s)});
    }
    void cleanup() { tearDown(); }

    void aReviewComesToTheFrontOnce()
    {
        m_window->review();
        QVERIFY(m_window->isVisible());
        m_window->act(ui::orphanNews({samples::orphan(2, 4301, u"old"_s)}), NewsAction::Review);
        QCOMPARE(m_window->findChildren<ui::ReviewDialog *>().size(), 1);
    }

    void thereIsAReviewWhereSomethingWasLeftBehind()
    {
        auto *const action = m_window->findChild<QAction *>(u"reviewAction"_s);
        QVERIFY(action->isEnabled());
        m_window->show();
        m_window->findChild<QPushButton *>(u"orphanBarAction0"_s)->click();
        QCOMPARE(m_window->findChildren<ui::ReviewDialog *>().size(), 1);
        m_servers->remove(1);
        QVERIFY(!action->isEnabled());
    }

    void whatIsReadyIsOpenedWithoutTheWindow()
    {
        QSignalSpy opened(m_window.get(), &ui::MainWindow::openWanted);
        const ui::News news = ui::readyNews(m_servers->servers().first());
        m_window->act(news, NewsAction::Open);
        QCOMPARE(opened.value(0).value(0).toString(), u"http://127.0.0.1:4300"_s);
        QVERIFY(!m_window->isVisible());

        m_servers->change(samples::starting(1, 4300, u"shop"_s)); // it does not answer any more
        m_window->act(news, NewsAction::Open);
        QCOMPARE(opened.size(), 1);
    }

    void aLogIsShownInTheWindow()
    {
        m_window->act(ui::readyNews(m_servers->servers().first()), NewsAction::ShowLog);
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->findChild<QWidget *>(u"logPane"_s)->isVisible());
    }

    void detailsAreShownInTheWindow()
    {
        m_window->act({}, NewsAction::Details);
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->findChild<QAction *>(u"detailsAction"_s)->isChecked());
    }

    void oursIsStoppedAtOnceAndAnothersIsAskedAbout()
    {
        m_window->stopServer(ServerKey{1});
        QCOMPARE(m_servers->stopped.size(), 1);
        QVERIFY(!m_window->isVisible());
        m_window->stopServer(ServerKey{2});
        QCOMPARE(m_servers->stopped.size(), 1);
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->findChild<QMessageBox *>(u"stopQuestion"_s) != nullptr);
    }

    void whatIsGoneIsNotActedOn()
    {
        const ui::News news = ui::readyNews(samples::ready(99, 4399, u"gone"_s));
        QSignalSpy opened(m_window.get(), &ui::MainWindow::openWanted);
        m_window->act(news, NewsAction::Open);
        m_window->act(news, NewsAction::ShowLog);
        m_window->stopServer(news.key);
        QCOMPARE(opened.size(), 0);
        QVERIFY(m_servers->stopped.isEmpty());
    }
};

BERTH_TEST(WindowNewsTest)

#include "tst_windownews.moc"
