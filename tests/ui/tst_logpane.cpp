// SPDX-License-Identifier: MIT
#include "ui/widgets/logpane.h"

#include "tests/registry.h"
#include "ui/widgets/logview.h"

#include <QAction>
#include <QFileDialog>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

class LogPaneTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_shared<ServerLog>(ServerLog::Source::Attached);
        m_pane = std::make_unique<LogPane>();
        m_pane->resize(900, 400);
        m_pane->showLog(u"shop on 4300"_s, m_log);
        m_pane->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
        m_pane->activateWindow();
    }

    void cleanup() { m_pane.reset(); }

    void theTitleSaysWhereTheLogComesFrom()
    {
        const auto title = [this] { return child<QLabel>(u"logTitle"_s)->text(); };
        QCOMPARE(title(), u"shop on 4300"_s);
        m_pane->resize(1600, 400);
        m_pane->showLog(u"shop"_s, std::make_shared<ServerLog>(ServerLog::Source::LastRun));
        QCOMPARE(title(), u"shop, its last run"_s);
        m_pane->showLog(u"shop"_s, std::make_shared<ServerLog>(ServerLog::Source::Followed));
        QCOMPARE(title(), u"shop, as docker logs it"_s);
    }

    void aTitleTakesTheRoomThatThereIs()
    {
        const QString name(120, u'x');
        m_pane->showLog(name, m_log);
        const auto *const title = child<QLabel>(u"logTitle"_s);
        QVERIFY(title->text().size() < name.size());
        m_pane->resize(4000, 400);
        QTRY_COMPARE(title->text(), name);
    }

    void anotherLogBeginsAnew()
    {
        print(10, "line");
        search(u"line"_s);
        QTRY_COMPARE(count(), u"1 of 10"_s);
        action(u"logPause"_s)->trigger();
        const QTemporaryDir folder;
        save(folder.filePath(u"a.log"_s));
        QTRY_VERIFY(child<QLabel>(u"logNote"_s)->isVisible());
        m_pane->showLog(u"another name"_s, m_log);
        QVERIFY(action(u"logPause"_s)->isChecked());
        QVERIFY(child<QLabel>(u"logNote"_s)->isVisible());
        const auto other = std::make_shared<ServerLog>(ServerLog::Source::LastRun);
        other->append(OutputChannel::Out, "a line\nanother line\n", 1);
        m_pane->showLog(u"other"_s, other);
        QVERIFY(!action(u"logPause"_s)->isChecked());
        QVERIFY(child<QLabel>(u"logNote"_s)->isHidden());
        QTRY_COMPARE(count(), u"1 of 2"_s);
    }

    void whatIsSelectedCanBeCopied()
    {
        print(3, "line");
        QVERIFY(!action(u"logCopy"_s)->isEnabled());
        action(u"logSelectAll"_s)->trigger();
        QVERIFY(action(u"logCopy"_s)->isEnabled());
        m_log->append(OutputChannel::Out, "x\n", 1);
        view()->clear();
        QVERIFY(!action(u"logCopy"_s)->isEnabled());
    }

    void aTitleIsNoMarkup()
    {
        m_pane->resize(1600, 400);
        m_pane->showLog(u"<b>x</b>"_s, m_log);
        QCOMPARE(child<QLabel>(u"logTitle"_s)->textFormat(), Qt::PlainText);
        QVERIFY(!child<QLabel>(u"logTitle"_s)->toolTip().contains(u"<b>"_s));
    }

    void withoutALogThereIsNothingToDo()
    {
        m_pane->showLog({}, nullptr);
        for (const QString &name : {u"logFollow"_s, u"logPause"_s, u"logClear"_s, u"logSave"_s, u"logFind"_s})
            QVERIFY(!action(name)->isEnabled());
        m_pane->startSearch();
        QVERIFY(child<QWidget>(u"logSearchBar"_s)->isHidden());
        QVERIFY(action(u"logClose"_s)->isEnabled());
    }

    void closingIsTold()
    {
        const QSignalSpy spy(m_pane.get(), &LogPane::closed);
        action(u"logClose"_s)->trigger();
        QCOMPARE(spy.size(), 1);
    }

    void theFollowButtonFollowsTheView()
    {
        print(1000, "line");
        QVERIFY(action(u"logFollow"_s)->isChecked());
        QTest::keyClick(view(), Qt::Key_PageUp);
        QVERIFY(!action(u"logFollow"_s)->isChecked());
        action(u"logFollow"_s)->trigger();
        QVERIFY(view()->isFollowing());
    }

    void aPausedLogCountsWhatComes()
    {
        print(10, "line");
        action(u"logPause"_s)->trigger();
        QCOMPARE(action(u"logPause"_s)->text(), u"Resume"_s);
        print(1, "line");
        QCOMPARE(action(u"logPause"_s)->text(), u"Resume (1 new)"_s);
        print(1233, "line");
        QCOMPARE(action(u"logPause"_s)->text(), u"Resume (1,234 new)"_s);
        QCOMPARE(view()->lines().end(), 10);
        action(u"logPause"_s)->trigger();
        QCOMPARE(action(u"logPause"_s)->text(), u"Pause"_s);
        QCOMPARE(view()->lines().end(), 1244);
    }

    void whatWasClearedDoesNotComeBack()
    {
        print(10, "line");
        action(u"logPause"_s)->trigger();
        action(u"logClear"_s)->trigger();
        QVERIFY(!action(u"logPause"_s)->isChecked());
        m_pane->hide();
        m_pane->show();
        m_pane->showLog(u"other"_s, std::make_shared<ServerLog>(ServerLog::Source::LastRun));
        m_pane->showLog(u"shop on 4300"_s, m_log);
        QCOMPARE(view()->lines().begin(), view()->lines().end());
    }

    void skippedLinesAreSaid()
    {
        QVERIFY(child<QLabel>(u"logNote"_s)->isHidden());
        print(5, "line");
        view()->viewport()->repaint();
        print(int(OutputRing::mostLines) + 1234, "line");
        QCOMPARE(child<QLabel>(u"logNote"_s)->text(),
                 u"1,234 lines were skipped: the log keeps the last 50,000 lines."_s);
    }

    void aSearchCountsAndGoesFromMatchToMatch()
    {
        print(100, "line");
        m_log->append(OutputChannel::Out, "an Error and an error\n", 1);
        print(200, "line");
        m_log->append(OutputChannel::Out, "\x1b[31merr\x1b[1mor\x1b[0m again\n", 1);
        print(100, "line");
        search(u"error"_s);
        QCOMPARE(m_pane->focusWidget(), field());
        QVERIFY(action(u"logFind"_s)->isChecked());
        // The view stood at the end, and the last match is before it.
        QTRY_COMPARE(count(), u"3 of 3"_s);
        QVERIFY(isShown(301));
        QVERIFY(!view()->isFollowing());
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(count(), u"1 of 3"_s);
        QVERIFY(isShown(100));
        QTest::keyClick(field(), Qt::Key_F3);
        QCOMPARE(count(), u"2 of 3"_s);
        QTest::keyClick(field(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(count(), u"1 of 3"_s);
        QTest::keyClick(field(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(count(), u"3 of 3"_s);
        QTest::keyClick(field(), Qt::Key_Escape);
        QVERIFY(child<QWidget>(u"logSearchBar"_s)->isHidden());
        QCOMPARE(m_pane->focusWidget(), view());
        QVERIFY(!action(u"logFind"_s)->isChecked());
        const qint64 top = view()->topLine();
        QTest::keyClick(view(), Qt::Key_F3); // there is nothing to look for any more
        QCOMPARE(view()->topLine(), top);
        m_pane->startSearch();
        QTRY_VERIFY(count().endsWith(u" of 3"_s));
    }

    void whereTheMatchFellOutTheSearchGoesOn()
    {
        print(10, "error");
        search(u"error"_s);
        QTRY_COMPARE(count(), u"1 of 10"_s);
        print(int(OutputRing::mostLines) - 5, "fine");
        QTRY_COMPARE(count(), u"5 matches"_s);
        QTest::keyClick(field(), Qt::Key_Return);
        QCOMPARE(count(), u"1 of 5"_s);
        print(1, "fine");
        QTRY_COMPARE(count(), u"4 matches"_s);
        QTest::keyClick(field(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(count(), u"4 of 4"_s);
    }

    void lettersCanBeTakenAsTheyAre()
    {
        m_log->append(OutputChannel::Out, "Error error ERROR\n", 1);
        refreshed();
        search(u"error"_s);
        QTRY_COMPARE(count(), u"1 of 3"_s);
        child<QToolButton>(u"logSearchCase"_s)->click();
        QTRY_COMPARE(count(), u"1 of 1"_s);
        field()->setText(u"warning"_s);
        QTRY_COMPARE(count(), u"No match"_s);
        QVERIFY(!child<QToolButton>(u"logSearchNext"_s)->isEnabled());
    }

    void expressionsAreFound()
    {
        m_log->append(OutputChannel::Out, "GET /a 200\nGET /b 404\nPUT /c 500\n", 1);
        refreshed();
        search(u"(4|5)\\d\\d"_s);
        QTRY_COMPARE(count(), u"No match"_s);
        child<QToolButton>(u"logSearchExpression"_s)->click();
        QTRY_COMPARE(count(), u"1 of 2"_s);
        field()->setText(u"x*"_s); // matches nothing at every place
        QTRY_COMPARE(count(), u"No match"_s);
    }

    void aBrokenExpressionIsSaidAndNothingIsLost()
    {
        m_log->append(OutputChannel::Out, "GET /a 200\n", 1);
        refreshed();
        search(u"GET"_s);
        child<QToolButton>(u"logSearchExpression"_s)->click();
        QTRY_COMPARE(count(), u"1 of 1"_s);
        field()->setText(u"GET("_s);
        const auto *const trouble = child<QLabel>(u"logSearchTrouble"_s);
        QVERIFY(trouble->isVisible());
        QVERIFY(trouble->text().startsWith(u"This expression cannot be searched for: "_s));
        QCOMPARE(field()->text(), u"GET("_s);
        field()->setText(u"GET.*"_s);
        QVERIFY(!trouble->isVisible());
        QTRY_COMPARE(count(), u"1 of 1"_s);
    }

    void anExpressionThatTriesForEverGivesUp()
    {
        for (int i = 0; i < 50; ++i)
            m_log->append(OutputChannel::Out, QByteArray(2000, 'a').append('\n'), 1);
        refreshed();
        child<QToolButton>(u"logSearchExpression"_s)->click();
        search(u"(a+)+b"_s);
        QTRY_COMPARE(count(), u"No match"_s);
    }

    void newLinesAreSearched()
    {
        print(10, "error");
        search(u"error"_s);
        QTRY_COMPARE(count(), u"1 of 10"_s);
        print(5, "error");
        QTRY_COMPARE(count(), u"1 of 15"_s);
        m_log->append(OutputChannel::Out, "err", 1);
        refreshed();
        m_log->append(OutputChannel::Out, "or error\n", 1);
        refreshed();
        QTRY_COMPARE(count(), u"1 of 17"_s);
        print(int(OutputRing::mostLines), "fine"); // all of them fall out
        QTRY_COMPARE(count(), u"No match"_s);
    }

    void aSavedLogIsTheBytesThatCame_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("colours, malformed UTF-8 and a NUL")
            << QByteArray("\x1b[31mred\x1b[0m\r\n\xff\0caf\xc3\xa9\n\npart", 27);
        QTest::newRow("links and titles")
            << QByteArray("\x1b]8;;https://a.example\x1b\\click\x1b]8;;\a\x1b]0;title\a\n\x1b]2;no end\n");
        QTest::newRow("cursor movement and progress bars")
            << QByteArray("\x1b[2A\x1b[3C50 %\r100 %\r\x1b[K\n\b\b\x1b[?25l\n");
        QTest::newRow("right to left, and its overrides")
            << QByteArray("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xe2\x80\xae"
                          "abc\xe2\x80\xa8\n");
        QTest::newRow("a line of 10 MB")
            << QByteArray("before\n" + QByteArray(10 << 20, '\x9f') + "\nafter\n");
        QTest::newRow("NULs alone") << QByteArray(5000, '\0');
    }

    void aSavedLogIsTheBytesThatCame()
    {
        QFETCH(const QByteArray, bytes);
        m_log->append(OutputChannel::Out, bytes, 1);
        refreshed();
        view()->viewport()->repaint();
        action(u"logClear"_s)->trigger(); // hidden is not gone
        const QTemporaryDir folder;
        save(folder.filePath(u"a.log"_s));
        QTRY_VERIFY(child<QLabel>(u"logNote"_s)->text().startsWith(u"Saved to "_s));
        QFile file(folder.filePath(u"a.log"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), bytes);
    }

    void aLogThatCannotBeSavedIsSaid()
    {
        m_log->append(OutputChannel::Out, "x\n", 1);
        const QTemporaryDir folder;
        save(folder.filePath(u"no/such/folder/a.log"_s));
        const auto *const note = child<QLabel>(u"logNote"_s);
        QTRY_VERIFY(note->isVisible());
        QVERIFY(note->text().startsWith(u"The log was not saved to "_s));
        QVERIFY(note->text().endsWith(u"Choose another place."_s));
    }

    void aNameForTheFileIsOffered_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::newRow("a plain one") << u"shop on 4300"_s << u"/shop-on-4300.log"_s;
        QTest::newRow("one that would be hidden or an option") << u"..--shop"_s << u"/shop.log"_s;
        QTest::newRow("one of other letters") << u"магазин"_s << u"/server.log"_s;
        QTest::newRow("a long one") << QString(300, u'x') << u'/' % QString(80, u'x') % u".log"_s;
    }

    void aNameForTheFileIsOffered()
    {
        QFETCH(const QString, title);
        QFETCH(const QString, name);
        m_pane->showLog(title, m_log);
        action(u"logSave"_s)->trigger();
        auto *const dialog = child<QFileDialog>(u"logSaveDialog"_s);
        QVERIFY(dialog != nullptr);
        QVERIFY2(dialog->selectedFiles().first().endsWith(name), qPrintable(dialog->selectedFiles().first()));
        dialog->reject();
    }

    void everyToolIsReachedByKeyAndHasAName()
    {
        const auto buttons = m_pane->findChildren<QToolButton *>();
        QVERIFY(buttons.size() > 8);
        for (const QToolButton *const button : buttons) {
            if (button->objectName() == u"qt_toolbar_ext_button"_s || button->parent() == field())
                continue;
            QVERIFY2((button->focusPolicy() & Qt::TabFocus) != 0, qPrintable(button->objectName()));
            QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
        }
        QVERIFY(!view()->accessibleName().isEmpty());
    }

private:
    template <typename T>
    T *child(const QString &name) const
    {
        return m_pane->findChild<T *>(name);
    }
    QAction *action(const QString &name) const { return child<QAction>(name); }
    LogView *view() const { return child<LogView>(u"logView"_s); }
    QLineEdit *field() const { return child<QLineEdit>(u"logSearch"_s); }
    QString count() const { return child<QLabel>(u"logSearchCount"_s)->text(); }

    bool isShown(qint64 line) const
    {
        const LogFont font(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        return line >= view()->topLine()
            && line < view()->topLine() + view()->viewport()->height() / font.rowHeight();
    }

    void search(const QString &text)
    {
        m_pane->startSearch();
        field()->setText(text);
    }

    void save(const QString &file)
    {
        action(u"logSave"_s)->trigger();
        auto *const dialog = child<QFileDialog>(u"logSaveDialog"_s);
        QVERIFY(dialog != nullptr);
        Q_EMIT dialog->fileSelected(file);
        dialog->reject();
    }

    void refreshed()
    {
        QSignalSpy spy(view(), &LogView::refreshed);
        QVERIFY(spy.wait());
    }

    void print(int count, const QByteArray &text)
    {
        m_log->append(OutputChannel::Out, QByteArray(text + '\n').repeated(count), 1);
        refreshed();
    }

    std::shared_ptr<ServerLog> m_log;
    std::unique_ptr<LogPane> m_pane;
};

BERTH_TEST(LogPaneTest)
#include "tst_logpane.moc"
