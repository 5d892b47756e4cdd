// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"
#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "tests/ui/windowscene.h"
#include "ui/colors.h"
#include "ui/dialogs/serverform.h"
#include "ui/presentation/report.h"
#include "ui/widgets/glyph.h"
#include "ui/widgets/healthheader.h"
#include "ui/widgets/logpane.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTreeView>

using namespace core;
using namespace Qt::StringLiterals;

class MainWindowTest : public QObject, private tests::WindowScene
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        setUp();
        m_window->resize(1000, 700);
        show();
    }
    void cleanup() { tearDown(); }

    void opensAtOnceAndClosesWhileDockerNeverAnswers()
    {
        check({samples::starting()});
        QCOMPARE(text(u"headline"_s), u"Checking Docker…"_s);
        QVERIFY(child<ui::Glyph>(u"stateGlyph"_s)->isTurning());
        QVERIFY(button(u"checkAgain"_s)->isEnabled());
        QVERIFY(m_window->close());
    }

    void theStepUnderWayIsNamed()
    {
        check({samples::starting()});
        QTRY_COMPARE(text(u"subline"_s).replace(QChar::Nbsp, u' '), u"Ask the engine its architecture…"_s);
    }

    void beforeTheFirstCheckItSaysSo()
    {
        QCOMPARE(text(u"headline"_s), u"Not checked yet"_s);
        QVERIFY(!button(u"copyReport"_s)->isEnabled());
    }

    void factsFillInAsTheyBecomeKnown()
    {
        check({samples::starting()});
        QCOMPARE(fact(u"containersFact"_s), u"Containers: Checking…, checking"_s);
        QCOMPARE(fact(u"internetFact"_s), u"Internet: Waiting, not known"_s);
        m_engine->answerWith({samples::starting(), samples::containersKnown()});
        m_monitor->chooseContext(u"rootless"_s);
        QTRY_COMPARE(fact(u"containersFact"_s), u"Containers: Run, fine"_s);
        QCOMPARE(fact(u"internetFact"_s), u"Internet: Checking…, checking"_s);
        QCOMPARE(fact(u"limitsFact"_s), u"Limits: Checking…, checking"_s);
        QCOMPARE(text(u"headline"_s), u"Docker runs containers"_s);
    }

    void fineIsCalm()
    {
        checkAndWait({samples::usable()});
        QCOMPARE(text(u"headline"_s), u"Docker runs containers"_s);
        QCOMPARE(fact(u"internetFact"_s), u"Internet: Reachable, fine"_s);
        QTRY_VERIFY(serversAreShown());
        QCOMPARE(text(u"noticeText"_s), ui::presentCalm(samples::usable()));
        QVERIFY(!child<QLabel>(u"remedy"_s)->isVisible());
        QVERIFY(!detailsAreOpen());
    }

    void troubleBringsCauseRemedyCommandsAndDetails()
    {
        checkAndWait({samples::layerDamaged()});
        const Diagnosis diagnosis = *diagnosisOf(samples::layerDamaged().verdict);
        QCOMPARE(text(u"cause"_s), diagnosis.cause);
        QCOMPARE(text(u"remedy"_s), diagnosis.remedy);
        const auto lines = m_window->findChildren<QLineEdit *>(u"command"_s);
        QCOMPARE(lines.size(), diagnosis.commands.size());
        for (qsizetype i = 0; i < lines.size(); ++i)
            QCOMPARE(lines.at(i)->text(), diagnosis.commands.at(i));
        QVERIFY(detailsAreOpen());
        QVERIFY(child<QPlainTextEdit>(u"transcript"_s)
                    ->toPlainText()
                    .contains(u"error creating overlay mount"_s));
    }

    void detailsThatOpenedByThemselvesCloseWhenAllIsFine()
    {
        checkAndWait({samples::layerDamaged()});
        QVERIFY(detailsAreOpen());
        checkAndWait({samples::usable()});
        QVERIFY(!detailsAreOpen());
    }

    void detailsThatWereClosedByHandStayClosed()
    {
        checkAndWait({samples::layerDamaged()});
        button(u"detailsButton"_s)->click();
        QVERIFY(!detailsAreOpen());
        checkAndWait({samples::frozen()});
        QVERIFY(!detailsAreOpen());
    }

    void copyPutsExactlyTheCommandOnTheClipboard()
    {
        checkAndWait({samples::permissionDenied()});
        auto *const copy = button(u"copyCommand"_s);
        copy->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"sudo usermod --append --groups docker \"$USER\""_s);
        QCOMPARE(copy->text(), u"Copied"_s);
        QTRY_COMPARE(copy->text(), u"Cop&y"_s);
    }

    void copyReportPutsTheReportOnTheClipboard()
    {
        const Measurement measurement = samples::layerDamaged();
        checkAndWait({measurement});
        button(u"copyReport"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 ui::markdownReport(measurement, u"0.1.0"_s, QSysInfo::prettyProductName()));
    }

    void recheckKeepsTheCommandThatSomeoneIsAboutToCopy()
    {
        checkAndWait({samples::permissionDenied()});
        auto *const copy = button(u"copyCommand"_s);
        check({samples::starting()});
        QCOMPARE(text(u"headline"_s), u"Docker does not let you in"_s);
        QCOMPARE(fact(u"containersFact"_s), u"Containers: Checking…, checking"_s);
        QCOMPARE(button(u"copyCommand"_s), copy);
        QVERIFY(copy->isVisible());
    }

    void recheckShowsTheAnswerAsTheLastOne()
    {
        checkAndWait({samples::usable()});
        auto *const headline = child<QLabel>(u"headline"_s);
        auto *const subline = child<QLabel>(u"subline"_s);
        const QColor ink = headline->palette().color(QPalette::WindowText);
        const QSize size = m_window->findChild<ui::HealthHeader *>()->size();
        check({samples::starting()});
        QCOMPARE(headline->text(), u"Docker runs containers"_s);
        QCOMPARE(headline->palette().color(QPalette::WindowText), ui::mutedColor(m_window->palette()));
        QVERIFY(headline->accessibleName().contains(u"checking again"_s));
        QVERIFY(QString(subline->text()).replace(QChar::Nbsp, u' ').endsWith(u", checking again…"_s));
        QCOMPARE(text(u"noticeText"_s), ui::presentCalm(samples::usable()));
        QCoreApplication::processEvents();
        QCOMPARE(m_window->findChild<ui::HealthHeader *>()->size(), size);
        m_engine->answerWith({samples::usable()});
        m_monitor->chooseContext(u"rootless"_s);
        QTRY_VERIFY(!m_monitor->isChecking());
        QCOMPARE(headline->palette().color(QPalette::WindowText), ink);
        QVERIFY(!subline->text().contains(u"again…"_s));
    }

    void factLeadsToTheStepBehindIt()
    {
        checkAndWait({samples::usable()});
        button(u"limitsFact"_s)->click();
        QVERIFY(detailsAreOpen());
        QCOMPARE(currentStep(), u"Read the limits in a container"_s);
        QVERIFY(child<QPlainTextEdit>(u"transcript"_s)->toPlainText().contains(u"pids=512"_s));
        button(u"dnsFact"_s)->click();
        QCOMPARE(currentStep(), u"Reach out from a container"_s);
        QVERIFY(detailsAreOpen());
    }

    void detailsShowEveryStepAndCopyItsCommand()
    {
        checkAndWait({samples::usable()});
        button(u"detailsButton"_s)->click();
        auto *const steps = child<QTreeView>(u"steps"_s);
        QCOMPARE(steps->model()->rowCount(), 7);
        steps->setCurrentIndex(steps->model()->index(0, 0));
        QCOMPARE(text(u"stepEnding"_s), u"Done · 22 ms"_s);
        QCOMPARE(child<QPlainTextEdit>(u"transcript"_s)->toPlainText(),
                 u"$ %1\n\namd64\n"_s.arg(shellCommand(samples::usable().steps.at(0).command)));
        button(u"copyStepCommand"_s)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), shellCommand(samples::usable().steps.at(0).command));
        steps->setCurrentIndex(steps->model()->index(1, 0));
        QVERIFY(!button(u"copyStepCommand"_s)->isVisible());
    }

    void theChosenStepSurvivesARecheck()
    {
        checkAndWait({samples::usable()});
        button(u"internetFact"_s)->click();
        checkAndWait({samples::starting(), samples::containersKnown(), samples::cutOff()});
        QCOMPARE(currentStep(), u"Reach out from a container"_s);
    }

    void everythingHasAKey_data()
    {
        QTest::addColumn<QKeyCombination>("key");
        QTest::addColumn<QString>("action");
        QTest::newRow("check again, by F5") << QKeyCombination(Qt::Key_F5) << u"checkAction"_s;
        QTest::newRow("check again, by Ctrl+R") << (Qt::CTRL | Qt::Key_R) << u"checkAction"_s;
        QTest::newRow("copy the report") << (Qt::CTRL | Qt::SHIFT | Qt::Key_C) << u"reportAction"_s;
        QTest::newRow("a new dev server") << (Qt::CTRL | Qt::Key_N) << u"newServerAction"_s;
        QTest::newRow("details") << (Qt::CTRL | Qt::Key_D) << u"detailsAction"_s;
    }
    void everythingHasAKey()
    {
        QFETCH(const QKeyCombination, key);
        QFETCH(const QString, action);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        const QSignalSpy triggered(child<QAction>(action), &QAction::triggered);
        QTest::keyClick(m_window.get(), key.key(), key.keyboardModifiers());
        QCOMPARE(triggered.size(), 1);
    }

    void nothingIsToldByColourAlone()
    {
        checkAndWait({samples::cutOff()});
        QCOMPARE(child<QLabel>(u"headline"_s)->accessibleName(),
                 u"Docker runs containers, but they cannot reach the network (needs attention)"_s);
        QCOMPARE(fact(u"internetFact"_s), u"Internet: Blocked, needs attention"_s);
        QCOMPARE(fact(u"limitsFact"_s), u"Limits: In force, fine"_s);
    }

    void everyControlHasANameAndAnAccessibleName()
    {
        checkAndWait({samples::layerDamaged()});
        const auto buttons = m_window->findChildren<QAbstractButton *>();
        QVERIFY(buttons.size() > 8);
        for (const QAbstractButton *control : buttons) {
            if (!control->isVisible() || control->focusPolicy() == Qt::NoFocus)
                continue;
            QVERIFY2(!control->objectName().isEmpty(), qPrintable(control->text()));
            QAccessibleInterface *const interface =
                QAccessible::queryAccessibleInterface(const_cast<QAbstractButton *>(control));
            QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), qPrintable(control->objectName()));
        }
    }

    void tabWalksFromTopToBottom()
    {
        checkAndWait({samples::permissionDenied()});
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        button(u"engineButton"_s)->setFocus();
        QStringList walked;
        for (int i = 0; i < 12; ++i) {
            walked.append(QApplication::focusWidget()->objectName());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(walked,
                 QStringList({u"engineButton"_s, u"checkAgain"_s, u"containersFact"_s, u"internetFact"_s,
                              u"dnsFact"_s, u"limitsFact"_s, u"command"_s, u"copyCommand"_s,
                              u"detailsButton"_s, u"copyReport"_s, u"steps"_s, u"copyStepCommand"_s}));
    }

    void foreignTextIsNeverMarkup()
    {
        const QString hostile = u"<b>bold</b><img src=x>"_s;
        Measurement measurement = samples::usable();
        measurement.verdict =
            Unusable{hostile, Diagnosis{u"x"_s, Scope::Daemon, hostile, hostile, {hostile}}};
        measurement.engine.context = hostile;
        measurement.engine.serverVersion = hostile;
        checkAndWait({measurement});
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            if (label->text().contains(u"<b>"_s))
                QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QVERIFY(!button(u"engineButton"_s)->toolTip().contains(u"<img"_s));
        QVERIFY(!child<QLineEdit>(u"command"_s)->toolTip().contains(u"<img"_s));
        QCOMPARE(text(u"cause"_s), hostile);
    }

    void nothingIsClippedInTheSmallestWindow()
    {
        checkAndWait({samples::layerDamaged()});
        m_window->resize(640, 420);
        QTRY_COMPARE(m_window->size(), QSize(640, 420));
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            if (label->isVisible() && label->wordWrap())
                QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                             qPrintable(label->text()));
        }
        for (const QAbstractButton *control : m_window->findChildren<QAbstractButton *>()) {
            if (control->isVisible() && !control->objectName().isEmpty())
                QVERIFY2(control->width() >= control->minimumSizeHint().width(),
                         qPrintable(control->objectName()));
        }
    }

    void headerScrollsOnlyWhereTheWindowIsTooLow()
    {
        checkAndWait({samples::permissionDenied()});
        auto *const area = child<QScrollArea>(u"headerArea"_s);
        QTRY_COMPARE(area->height(), area->widget()->heightForWidth(area->width()));
        QVERIFY(!area->verticalScrollBar()->isVisible());
        m_window->resize(640, 420);
        QTRY_VERIFY(area->verticalScrollBar()->isVisible());
        child<QAction>(u"detailsAction"_s)->trigger();
        QTRY_VERIFY(!area->verticalScrollBar()->isVisible());
    }

    void theFirstFrameSaysThatServersAreLookedFor()
    {
        ui::MainWindow window(*m_monitor, *m_servers, u"0.1.0"_s);
        QVERIFY(window.findChild<QTreeView *>(u"serversTable"_s) == nullptr);
        QCOMPARE(window.findChild<QLabel *>(u"noticeHeadline"_s)->text(), u"Looking for dev servers…"_s);
        window.show();
        QTRY_VERIFY(window.findChild<QTreeView *>(u"serversTable"_s) != nullptr);
    }

    void serversGiveWayToTroubleUnlessThereAreAny()
    {
        checkAndWait({samples::layerDamaged()});
        QVERIFY(!serversAreShown());
        m_servers->insert(samples::ready(1, 4300, u"webshop"_s));
        QTRY_VERIFY(serversAreShown());
        m_servers->remove(0);
        QTRY_VERIFY(!serversAreShown());
        checkAndWait({samples::usable()});
        QTRY_VERIFY(serversAreShown());
    }

    void logStandsBelowTheServers()
    {
        m_servers->insert(samples::ready(1, 4300, u"webshop"_s));
        QTRY_VERIFY(table() != nullptr);
        table()->setCurrentIndex(table()->model()->index(0, 0));
        child<QAction>(u"serverLogAction"_s)->trigger();
        auto *const log = child<ui::LogPane>(u"logPane"_s);
        QTRY_VERIFY(log->isVisible());
        QVERIFY(m_servers->logs.value(1).use_count() > 2); // its own, this copy, and whoever shows it
        Q_EMIT log->closed();
        QVERIFY(!log->isVisible());
        QCOMPARE(m_servers->logs.value(1).use_count(), 2L);
    }

    void newOpensTheForm()
    {
        m_window->setLaunchDefaults(samples::request(u"webshop"_s, {u"vite"_s}));
        child<QAction>(u"newServerAction"_s)->trigger();
        auto *const form = m_window->findChild<ui::ServerForm *>();
        QVERIFY(form != nullptr);
        QVERIFY(form->isVisible());
        QVERIFY(!form->isModal());
        form->close();
    }

    void theAddressToOpenIsToldToWhoeverOpensIt()
    {
        m_servers->insert(samples::ready(1, 4300, u"webshop"_s));
        QTRY_VERIFY(table() != nullptr);
        table()->setCurrentIndex(table()->model()->index(0, 0));
        const QSignalSpy wanted(m_window.get(), &ui::MainWindow::openWanted);
        child<QAction>(u"openServerAction"_s)->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.front().front().toString(), u"http://127.0.0.1:4300"_s);
    }

    void closingAsksAboutServersThatWouldGoOn()
    {
        m_servers->insert(samples::ready(1, 4300, u"webshop"_s));
        QVERIFY(!m_window->close());
        child<QAbstractButton>(u"closeLeave"_s)->click();
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(m_servers->leftAll, 1);
    }

    void aboutNamesTheVersionAndBlocksNothing()
    {
        child<QAction>(u"aboutAction"_s)->trigger();
        auto *const about = child<QMessageBox>(u"about"_s);
        QCOMPARE(about->text(), u"Berth 0.1.0"_s);
        about->close();
    }

private:
    QString currentStep() const
    {
        return child<QTreeView>(u"steps"_s)->currentIndex().siblingAtColumn(0).data().toString();
    }
    bool serversAreShown() const { return child<QWidget>(u"serversArea"_s)->isVisible(); }
    bool detailsAreOpen() const
    {
        const auto *const details = m_window->findChild<QWidget *>(u"details"_s);
        return details != nullptr && details->isVisible();
    }
};

BERTH_TEST(MainWindowTest)

#include "tst_mainwindow.moc"
