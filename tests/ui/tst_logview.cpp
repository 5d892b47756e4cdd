// SPDX-License-Identifier: MIT
#include "ui/widgets/logview.h"

#include "tests/registry.h"

#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 noon = 1'700'000'000'000;

} // namespace

class LogViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_printed = 0;
        m_log = std::make_shared<ServerLog>(ServerLog::Source::Attached);
        m_view = std::make_unique<LogView>();
        m_view->resize(600, 300);
        m_view->setLog(m_log);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }

    void cleanup() { m_view.reset(); }

    void theNewestLinesAreShown()
    {
        print(1000);
        QCOMPARE(m_view->lines().end(), 1000);
        QVERIFY(m_view->isFollowing());
        QVERIFY(m_view->topLine() > 900);
        QCOMPARE(bar()->value(), bar()->maximum());
        QCOMPARE(m_view->topLine(), bar()->value());
    }

    void scrollingUpLetsGoAndTheEndTakesUpAgain()
    {
        print(1000);
        const QSignalSpy spy(m_view.get(), &LogView::followingChanged);
        QTest::keyClick(m_view.get(), Qt::Key_Up);
        QVERIFY(!m_view->isFollowing());
        const qint64 top = m_view->topLine();
        print(100);
        QCOMPARE(m_view->topLine(), top);
        bar()->setValue(bar()->maximum());
        QVERIFY(m_view->isFollowing());
        print(1);
        QCOMPARE(bar()->value(), bar()->maximum());
        bar()->setValue(3);
        QCOMPARE(m_view->topLine(), 3);
        QVERIFY(!m_view->isFollowing());
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QVERIFY(m_view->isFollowing());
        QCOMPARE(spy.size(), 4);
    }

    void keysScroll()
    {
        print(1000);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QCOMPARE(m_view->topLine(), 0);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->topLine(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_PageDown);
        QCOMPARE(m_view->topLine(), bar()->pageStep());
        QTest::keyClick(m_view.get(), Qt::Key_PageUp);
        QCOMPARE(m_view->topLine(), 1);
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(m_view.get(), Qt::Key_PageDown);
        QVERIFY(m_view->isFollowing());
    }

    void theWheelScrolls()
    {
        print(1000);
        bar()->setValue(500);
        const int lines = QApplication::wheelScrollLines();
        turn(120);
        QCOMPARE(m_view->topLine(), 500 - lines);
        turn(-120);
        QCOMPARE(m_view->topLine(), 500);
        for (int i = 0; i < 2; ++i)
            turn(60); // halves are whole together
        QCOMPARE(m_view->topLine(), 500 - lines);
        for (int i = 0; i < 40; ++i)
            turn(3); // as a touchpad has it
        QCOMPARE(m_view->topLine(), 500 - 2 * lines);
    }

    void withoutALogNothingIsDone()
    {
        m_view->setLog(nullptr);
        turn(120);
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_End, Qt::Key_A})
            QTest::keyClick(m_view.get(), key, Qt::ShiftModifier);
        QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(!m_view->hasSelection());
        QCOMPARE(bar()->maximum(), 0);
    }

    void anotherLogIsShownFromItsEnd()
    {
        append(QByteArray(500, 'x') + "\n");
        print(1000);
        bar()->setValue(0);
        m_view->horizontalScrollBar()->setValue(100);
        m_view->selectAll();
        const auto other = std::make_shared<ServerLog>(ServerLog::Source::LastRun);
        other->append(OutputChannel::Out, QByteArray("short\n").repeated(100), noon);
        m_view->setLog(other);
        QVERIFY(m_view->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY(!m_view->hasSelection());
        QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
        QSignalSpy spy(m_view.get(), &LogView::refreshed);
        append("unheard\n");
        QVERIFY(!spy.wait(100));
        const auto wide = std::make_shared<ServerLog>(ServerLog::Source::LastRun);
        wide->append(OutputChannel::Out, QByteArray(500, 'x'), noon);
        m_view->setLog(wide);
        m_view->horizontalScrollBar()->setValue(100);
        const auto wideToo = std::make_shared<ServerLog>(ServerLog::Source::LastRun);
        wideToo->append(OutputChannel::Out, QByteArray(600, 'y'), noon);
        m_view->setLog(wideToo);
        QCOMPARE(m_view->horizontalScrollBar()->value(), 0);
    }

    void aHigherViewShowsMore()
    {
        print(1000);
        const int maximum = bar()->maximum();
        m_view->resize(600, 500);
        QTRY_VERIFY(bar()->maximum() < maximum);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void theViewStaysOnItsLinesWhileOthersFallOut()
    {
        print(int(OutputRing::mostLines));
        bar()->setValue(1000);
        print(500);
        QCOMPARE(m_view->lines().begin(), 500);
        QCOMPARE(m_view->topLine(), 1000);
        QCOMPARE(bar()->value(), 500);
        print(1000);
        QCOMPARE(m_view->topLine(), 1500);
        QVERIFY(!m_view->isFollowing());
    }

    void linesThatWereNeverShownAreCounted()
    {
        print(10);
        m_view->viewport()->repaint();
        QCOMPARE(m_view->lines().skipped(), 0);
        print(int(OutputRing::mostLines) + 10'000);
        QCOMPARE(m_view->lines().begin(), 10'010);
        QCOMPARE(m_view->lines().skipped(), 10'000);
        // What was looked at meanwhile is not skipped, to the line.
        m_view->viewport()->repaint();
        bar()->setValue(100);
        m_view->viewport()->repaint();
        const qint64 height = m_view->viewport()->height();
        const qint64 rows = (height + rowHeight() - 1) / rowHeight();
        print(1000);
        QCOMPARE(m_view->lines().skipped(), 10'000 + 1000 - rows);
    }

    void aPausedViewStandsStill()
    {
        print(100);
        m_view->setPaused(true);
        const qint64 top = m_view->topLine();
        print(7);
        QCOMPARE(m_view->lines().end(), 100);
        QCOMPARE(m_view->lines().newLines(), 7);
        QCOMPARE(m_view->topLine(), top);
        print(int(OutputRing::mostLines) + 100); // all that it showed is gone
        QCOMPARE(m_view->lines().begin(), m_view->lines().end());
        QCOMPARE(m_view->lines().absence(), LogAbsence::FellOut);
        m_view->viewport()->repaint();
        m_view->setPaused(false);
        QCOMPARE(m_view->lines().newLines(), 0);
        QCOMPARE(m_view->lines().end(), 50'207);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void whatWasClearedDoesNotComeBack()
    {
        append(QByteArray(500, 'x') + "\n");
        print(99);
        bar()->setValue(0);
        m_view->selectAll();
        m_view->clear();
        QVERIFY(m_view->isFollowing());
        QVERIFY(!m_view->hasSelection());
        QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
        m_view->selectAll();
        QVERIFY(!m_view->hasSelection());
        QCOMPARE(m_view->lines().begin(), m_view->lines().end());
        QCOMPARE(m_view->lines().absence(), LogAbsence::Cleared);
        print(1);
        QCOMPARE(m_view->lines().begin(), 100);
        m_view->setLog(std::make_shared<ServerLog>(ServerLog::Source::LastRun));
        QCOMPARE(m_view->lines().begin(), 0);
        m_view->setLog(m_log);
        QCOMPARE(m_view->lines().begin(), 100);
        m_view->selectAll();
        QCOMPARE(m_view->selectedText(), u"line 99"_s);
        print(int(OutputRing::mostLines) + 20);
        QCOMPARE(m_view->lines().begin(), 121);
    }

    void aHiddenViewDoesNothing()
    {
        m_view->hide();
        const QSignalSpy spy(m_view.get(), &LogView::refreshed);
        LogView other; // whose turn is after the hidden one's
        other.setLog(m_log);
        other.show();
        const QSignalSpy refreshed(&other, &LogView::refreshed);
        append("one\n");
        QTRY_COMPARE(refreshed.size(), 1);
        QCOMPARE(spy.size(), 0);
        m_view->show();
        QTRY_COMPARE(spy.size(), 1);
        QCOMPARE(m_view->lines().end(), 1);
    }

    void aFloodIsShownAFewTimesOnly()
    {
        const QSignalSpy spy(m_view.get(), &LogView::refreshed);
        for (int i = 0; i < 1000; ++i)
            append("line\n");
        QTRY_COMPARE(spy.size(), 1);
    }

    void textIsSelectedAcrossLines()
    {
        append("first line\nsecond line\nthird\n");
        refreshed();
        const auto press = [&](const QPoint &at) { QTest::mousePress(viewport(), Qt::LeftButton, {}, at); };
        press(place(0, 6));
        drag(place(1, 6));
        QTest::mouseRelease(viewport(), Qt::LeftButton, {}, place(1, 6));
        QCOMPARE(m_view->selectedText(), u"line\nsecond"_s);
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"line\nsecond"_s);
        QTest::mouseClick(viewport(), Qt::LeftButton, Qt::ShiftModifier, place(0, 8));
        QCOMPARE(m_view->selectedText(), u"li"_s);
        QTest::mouseClick(viewport(), Qt::LeftButton, {}, place(0, 2));
        QVERIFY(!m_view->hasSelection());
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier); // which is nothing
        QCOMPARE(QApplication::clipboard()->text(), u"line\nsecond"_s);
        QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_view->selectedText(), u"first line\nsecond line\nthird"_s);
        // What the right button is for leaves it as it is.
        QTest::mousePress(viewport(), Qt::RightButton, {}, place(0, 2));
        QTest::mouseDClick(viewport(), Qt::RightButton, {}, place(0, 2));
        QMouseEvent move(QEvent::MouseMove, place(1, 1), viewport()->mapToGlobal(place(1, 1)), Qt::NoButton,
                         Qt::RightButton, {});
        QApplication::sendEvent(viewport(), &move);
        QCOMPARE(m_view->selectedText(), u"first line\nsecond line\nthird"_s);
    }

    void keysThatTheViewUsesAreItsOwn_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<Qt::KeyboardModifier>("modifier");
        QTest::addColumn<bool>("isSelected");
        QTest::addColumn<bool>("isOwn");
        QTest::newRow("copying") << Qt::Key_C << Qt::ControlModifier << false << true;
        QTest::newRow("selecting all") << Qt::Key_A << Qt::ControlModifier << false << true;
        QTest::newRow("selecting by key") << Qt::Key_Down << Qt::ShiftModifier << false << true;
        QTest::newRow("dropping what is selected") << Qt::Key_Escape << Qt::NoModifier << true << true;
        QTest::newRow("escape for whoever else") << Qt::Key_Escape << Qt::NoModifier << false << false;
        QTest::newRow("another's key") << Qt::Key_R << Qt::ControlModifier << true << false;
    }

    void keysThatTheViewUsesAreItsOwn()
    {
        QFETCH(const Qt::Key, key);
        QFETCH(const Qt::KeyboardModifier, modifier);
        QFETCH(const bool, isSelected);
        QFETCH(const bool, isOwn);
        append("line\n");
        refreshed();
        if (isSelected)
            m_view->selectAll();
        QKeyEvent asked(QEvent::ShortcutOverride, key, modifier);
        asked.ignore();
        QApplication::sendEvent(m_view.get(), &asked);
        QCOMPARE(asked.isAccepted(), isOwn);
        QKeyEvent pressed(QEvent::KeyPress, key, modifier);
        QApplication::sendEvent(m_view.get(), &pressed);
        QCOMPARE(pressed.isAccepted(), isOwn);
    }

    void whoeverComesByKeySelectsFromWhereOneLooks()
    {
        print(1000);
        QFocusEvent byMouse(QEvent::FocusIn, Qt::MouseFocusReason);
        QApplication::sendEvent(m_view.get(), &byMouse);
        QCOMPARE(m_view->selection().caret.line, 0);
        QFocusEvent byKey(QEvent::FocusIn, Qt::TabFocusReason);
        QApplication::sendEvent(m_view.get(), &byKey);
        QCOMPARE(m_view->selection().caret.line, 999);
        bar()->setValue(500);
        QApplication::sendEvent(m_view.get(), &byKey);
        QCOMPARE(m_view->selection().caret.line, 500);
        QVERIFY(!m_view->hasSelection());
        m_view->selectAll();
        QApplication::sendEvent(m_view.get(), &byKey);
        QVERIFY(m_view->hasSelection());
    }

    void whatIsSelectedOfALineThatShrinksIsWhatIsLeft()
    {
        append("downloading");
        refreshed();
        m_view->select({.anchor = {.line = 0, .index = 5}, .caret = {.line = 0, .index = 11}});
        QCOMPARE(m_view->selectedText(), u"oading"_s);
        append("\rdone, ok");
        refreshed();
        QCOMPARE(m_view->selectedText(), u" ok"_s);
        append("\rok");
        refreshed();
        QCOMPARE(m_view->selectedText(), QString());
    }

    void theSentenceAtTheEndIsSelectedAsLongAsItIsThere()
    {
        append("one\n");
        m_log->end(u"it was removed"_s);
        refreshed();
        m_view->select({.anchor = {.line = 0, .index = 0}, .caret = {.line = 1, .index = 3}});
        QCOMPARE(m_view->selectedText(), u"one\nThe"_s);
        m_view->setPaused(true);
        QCOMPARE(m_view->selectedText(), u"one"_s);
    }

    void theColumnIsKeptFromRowToRowOnly()
    {
        append("abcdef\nabcdef\n");
        refreshed();
        QTest::mouseClick(viewport(), Qt::LeftButton, {}, place(0, 0));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_view->selectedText(), u"abcdef\nabc"_s);
    }

    void whatIsSelectedGoesOnWhileTheMouseIsOutside()
    {
        print(1000);
        bar()->setValue(500);
        viewport()->repaint();
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(2, 2));
        drag({20, -5});
        QTRY_VERIFY(m_view->topLine() <= 494);
        QVERIFY(m_view->selection().caret.line < 500);
        drag({20, viewport()->height()});
        QTRY_VERIFY(m_view->topLine() > 500);
        QTest::mouseRelease(viewport(), Qt::LeftButton, {}, {20, viewport()->height()});
        const qint64 top = m_view->topLine();
        QVERIFY(!QTest::qWaitFor([this, top] { return m_view->topLine() != top; }, 120));
    }

    void whatIsRevealedStandsWhereItIsSeen()
    {
        print(1000);
        m_view->reveal(999, {.begin = 0, .length = 4});
        QVERIFY(!m_view->isFollowing()); // it is looked at
        QTest::keyClick(m_view.get(), Qt::Key_End);
        const int rows = viewport()->height() / rowHeight();
        m_view->reveal(500, {.begin = 0, .length = 4});
        QCOMPARE(m_view->topLine(), 500 - rows / 3);
        const qint64 top = m_view->topLine();
        m_view->reveal(top + rows - 1, {.begin = 0, .length = 4}); // seen as it is
        QCOMPARE(m_view->topLine(), top);
        m_view->reveal(top + rows, {.begin = 0, .length = 4}); // seen in part, or not
        QCOMPARE(m_view->topLine(), top + rows - rows / 3);
    }

    void aDoubleClickTakesAWordAndAThirdTheLine()
    {
        append("open http://127.0.0.1:4300/ now\n");
        refreshed();
        QTest::mouseDClick(viewport(), Qt::LeftButton, {}, place(0, 12));
        QCOMPARE(m_view->selectedText(), u"http://127.0.0.1:4300/"_s);
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(0, 12));
        QCOMPARE(m_view->selectedText(), u"open http://127.0.0.1:4300/ now"_s);
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(0, 12));
        QVERIFY(!m_view->hasSelection()); // and a fourth none
    }

    void aWordIsWhateverItsLettersAreMadeOf()
    {
        append("a cafe\xcc\x81s \xf0\x9f\x9a\x80x b\n");
        refreshed();
        QTest::mouseDClick(viewport(), Qt::LeftButton, {}, place(0, 3));
        QCOMPARE(m_view->selectedText(), u"cafe\u0301s"_s);
        QTest::mouseDClick(viewport(), Qt::LeftButton, {}, place(0, 10));
        QCOMPARE(m_view->selectedText(), u"🚀x"_s);
    }

    void whatIsSelectedDoesNotRunAway()
    {
        print(1000);
        m_view->viewport()->repaint();
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(2, 0));
        drag(place(3, 4));
        QVERIFY(!m_view->isFollowing());
        const QString selected = m_view->selectedText();
        print(100);
        QCOMPARE(m_view->selectedText(), selected);
        print(int(OutputRing::mostLines)); // it falls out
        QCOMPARE(m_view->selectedText(), QString());
    }

    void wideAndRightToLeftTextIsHitWhereItStands()
    {
        append("日本 שלום x\n");
        refreshed();
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(0, 2));
        drag(place(0, 4));
        QCOMPARE(m_view->selectedText(), u"本"_s);
        QTest::mouseRelease(viewport(), Qt::LeftButton, {}, place(0, 4));
        // The word stands in columns 5 to 8, its first letter at the right.
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(0, 8));
        drag(place(0, 7));
        QCOMPARE(m_view->selectedText(), u"ל"_s);
    }

    void aWrappedLineIsScrolledRowByRow()
    {
        append(QByteArray(3000, 'x') + "\nlast\n");
        refreshed();
        m_view->setWrapping(true);
        QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
        QVERIFY(m_view->isFollowing());
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QCOMPARE(m_view->topLine(), 0);
        int presses = 0;
        while (!m_view->isFollowing() && presses < 200) {
            QTest::keyClick(m_view.get(), Qt::Key_Down);
            ++presses;
        }
        const int columns = int((viewport()->width() - 12) / columnWidth());
        const int rows = (3000 + columns - 1) / columns + 1;
        QCOMPARE(presses, rows - viewport()->height() / rowHeight());
    }

    void aLongLineIsScrolledAcross()
    {
        append(QByteArray(500, 'x') + "\n");
        refreshed();
        QVERIFY(m_view->horizontalScrollBar()->maximum() > 300);
        m_view->reveal(0, {.begin = 450, .length = 3});
        QVERIFY(m_view->horizontalScrollBar()->value() > 300);
    }

    void coloursAreWhereTheyBelong()
    {
        append("\x1b[41m    \x1b[0m\n");
        m_log->append(OutputChannel::Err, "oops\n", noon);
        refreshed();
        const QImage image = m_view->viewport()->grab().toImage();
        QCOMPARE(image.pixelColor(place(0, 1)), QColor(0xcd, 0, 0));
        QCOMPARE(image.pixelColor(place(0, 3)), QColor(0xcd, 0, 0));
        QCOMPARE(image.pixelColor(place(0, 6)), m_view->palette().color(QPalette::Base));
        // Standard error has a mark at the edge.
        QVERIFY(image.pixelColor(1, place(1, 0).y()) != m_view->palette().color(QPalette::Base));
        QCOMPARE(image.pixelColor(1, place(0, 0).y()), m_view->palette().color(QPalette::Base));
    }

    void timesStandBesideTheLines()
    {
        append("one\n");
        refreshed();
        const QImage before = m_view->viewport()->grab().toImage();
        m_view->setTimesShown(true);
        QVERIFY(m_view->viewport()->grab().toImage() != before);
        QTest::mouseDClick(viewport(), Qt::LeftButton, {}, place(0, 14));
        QCOMPARE(m_view->selectedText(), u"one"_s);
        append(QByteArray(500, 'x') + "\n");
        refreshed();
        const int maximum = m_view->horizontalScrollBar()->maximum();
        m_view->setTimesShown(false);
        QVERIFY(m_view->horizontalScrollBar()->maximum() < maximum);
    }

    void theEndIsSaidAndNoPartOfTheText()
    {
        append("one\n");
        m_log->end(u"it was removed"_s);
        refreshed();
        const LogLines &lines = m_view->lines();
        QCOMPARE(lines.bottom(), lines.end() + 1);
        QCOMPARE(lines.entry(lines.end())->line.text, u"The log has ended. It was removed."_s);
        m_view->selectAll();
        QCOMPARE(m_view->selectedText(), u"one"_s);
    }

    void aLineThatGrowsIsReadAgain()
    {
        append(" 5 %");
        refreshed();
        m_view->viewport()->repaint();
        append("\r50 %");
        refreshed();
        QCOMPARE(m_view->lines().entry(0)->line.text, u"50 %"_s);
        QCOMPARE(m_view->lines().end(), 1);
    }

private:
    QScrollBar *bar() const { return m_view->verticalScrollBar(); }
    QWidget *viewport() const { return m_view->viewport(); }
    qreal columnWidth() const { return font().columnWidth(); }
    int rowHeight() const { return font().rowHeight(); }
    static LogFont font() { return LogFont(QFontDatabase::systemFont(QFontDatabase::FixedFont)); }

    // Right behind the left edge of a column.
    QPoint place(int row, int column) const
    {
        return {int(6 + column * columnWidth() + 1), row * rowHeight() + rowHeight() / 2};
    }

    void drag(const QPoint &to)
    {
        QMouseEvent move(QEvent::MouseMove, to, viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(viewport(), &move);
    }

    void turn(int angle)
    {
        const QPointF at(20, 20);
        QWheelEvent event(at, viewport()->mapToGlobal(at), {}, {0, angle}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport(), &event);
    }

    void append(const QByteArray &bytes) { m_log->append(OutputChannel::Out, bytes, noon); }

    void refreshed()
    {
        QSignalSpy spy(m_view.get(), &LogView::refreshed);
        QVERIFY(spy.wait());
    }

    void print(int count)
    {
        QByteArray bytes;
        for (int i = 0; i < count; ++i)
            bytes += "line " + QByteArray::number(m_printed++) + '\n';
        append(bytes);
        refreshed();
    }

    std::shared_ptr<ServerLog> m_log;
    std::unique_ptr<LogView> m_view;
    qint64 m_printed = 0;
};

BERTH_TEST(LogViewTest)
#include "tst_logview.moc"
