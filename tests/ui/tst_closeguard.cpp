// SPDX-License-Identifier: MIT
#include "ui/dialogs/closeguard.h"

#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/serversamples.h"

#include <QCloseEvent>
#include <QPushButton>
#include <QTest>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

class GuardedWindow final : public QWidget
{
public:
    explicit GuardedWindow(Servers &servers, std::chrono::milliseconds patience = 60s)
        : m_guard(new CloseGuard(servers, this, patience))
    {}

    CloseGuard &guard() { return *m_guard; }

protected:
    void closeEvent(QCloseEvent *event) override { event->setAccepted(m_guard->mayClose()); }

private:
    CloseGuard *m_guard;
};

} // namespace

class CloseGuardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<tests::FakeServers>();
        m_window = std::make_unique<GuardedWindow>(*m_servers);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_servers.reset();
    }

    void withoutServersOfOursItCloses()
    {
        m_servers->setServers({samples::orphan(1, 4300, u"a"_s), samples::exposed(2, 4301, u"b"_s),
                               samples::failed(3, 4302, u"c"_s, {})});
        QVERIFY(m_window->close());
    }

    void stoppedOnesAreWaitedFor()
    {
        m_servers->setServers({samples::ready(1, 4300, u"a"_s), samples::orphan(2, 4301, u"b"_s)});
        QVERIFY(!m_window->close());
        QCOMPARE(question()->informativeText(), u"4300 · a"_s);
        press(u"closeStop"_s);
        QCOMPARE(m_servers->stopped, QList<tests::FakeServers::Stopped>({{{ServerKey{1}}, Haste::Stop}}));
        QVERIFY(m_window->isVisible());
        m_servers->remove(0);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void leftOnesGoOn()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->close();
        press(u"closeLeave"_s);
        QCOMPARE(m_servers->leftAll, 1);
        QVERIFY(m_servers->stopped.isEmpty());
        QTRY_VERIFY(!m_window->isVisible());
    }

    void cancelKeepsTheWindowAndTheServers()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->close();
        press(u"closeCancel"_s);
        m_servers->remove(0);
        QCoreApplication::processEvents();
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->close());
    }

    void closingTwiceAsksOnce()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->close();
        m_window->close();
        QCOMPARE(m_window->findChildren<QMessageBox *>().size(), 1);
    }

    void oneThatDoesNotEndIsAskedAboutAgain()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->close();
        press(u"closeStop"_s);
        QTRY_VERIFY(m_window->findChild<QMessageBox *>() == nullptr);
        m_window->close(); // whoever does not want to wait
        QCOMPARE(question()->text(), u"A dev server has not ended yet."_s);
        press(u"closeStop"_s);
        QCOMPARE(m_servers->stopped.back().haste, Haste::Kill);
        Server stopped = samples::ready(1, 4300, u"a"_s);
        stopped.state = ServerState::Stopped;
        m_servers->change(stopped);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void patienceEndsWithAQuestion()
    {
        m_window = std::make_unique<GuardedWindow>(*m_servers, 100ms);
        m_window->show();
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->close();
        press(u"closeStop"_s);
        QTRY_VERIFY(question() != nullptr && question()->text() == u"A dev server has not ended yet."_s);
        m_servers->remove(0);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void toldFromOutsideItWaitsNotForEver()
    {
        m_window = std::make_unique<GuardedWindow>(*m_servers, 100ms);
        m_window->show();
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->guard().closeAnyway();
        QVERIFY(m_window->isVisible());
        QTRY_VERIFY(!m_window->isVisible());
    }

    void toldFromOutsideItStopsThemWithoutAQuestion()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->guard().closeAnyway();
        QCOMPARE(m_servers->stopped.size(), 1);
        QVERIFY(m_window->findChild<QMessageBox *>() == nullptr);
        m_servers->remove(0);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void toldFromOutsideItTakesBackItsQuestion()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->close();
        QVERIFY(question() != nullptr);
        m_window->guard().closeAnyway();
        QTRY_VERIFY(question() == nullptr);
        QCOMPARE(m_servers->stopped.size(), 1);
        QVERIFY(m_window->isVisible()); // it waits for the server
        m_servers->remove(0);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void whatTheUserHasChosenIsNotAsked_data()
    {
        QTest::addColumn<OnQuit>("onQuit");
        QTest::addColumn<bool>("stops");
        QTest::newRow("stop") << OnQuit::Stop << true;
        QTest::newRow("leave") << OnQuit::Leave << false;
    }
    void whatTheUserHasChosenIsNotAsked()
    {
        QFETCH(const OnQuit, onQuit);
        QFETCH(const bool, stops);
        for (const bool fromOutside : {false, true}) {
            cleanup();
            init();
            m_servers->insert(samples::ready(1, 4300, u"a"_s));
            m_window->guard().setOnQuit(onQuit);
            fromOutside ? m_window->guard().closeAnyway() : void(m_window->close());
            QVERIFY(question() == nullptr);
            QCOMPARE(m_servers->stopped.size(), stops ? 1 : 0);
            QCOMPARE(m_servers->leftAll, stops ? 0 : 1);
            QCOMPARE(m_window->isVisible(), stops);
            if (stops)
                m_servers->remove(0);
            QTRY_VERIFY(!m_window->isVisible());
        }
    }

    void aHiddenWindowComesBackToAsk()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->hide();
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible() && question() != nullptr);
    }

    void whoIsToldTwiceStopsThemOnce()
    {
        m_servers->insert(samples::ready(1, 4300, u"a"_s));
        m_window->guard().closeAnyway();
        m_window->guard().closeAnyway();
        QCOMPARE(m_servers->stopped.size(), 1);
    }

private:
    QMessageBox *question() const { return m_window->findChild<QMessageBox *>(u"closeQuestion"_s); }
    void press(const QString &name) { m_window->findChild<QPushButton *>(name)->click(); }

    std::unique_ptr<tests::FakeServers> m_servers;
    std::unique_ptr<GuardedWindow> m_window;
};

BERTH_TEST(CloseGuardTest)

#include "tst_closeguard.moc"
