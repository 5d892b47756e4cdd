// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "ui/widgets/logaccess.h"
#include "ui/widgets/logview.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace core;
using namespace ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int rowsShown = 10;
constexpr auto shiftCtrl = Qt::ShiftModifier | Qt::ControlModifier;

} // namespace

// Selecting by the keyboard, and what a screen reader gets of a log.
class LogSelectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_shared<ServerLog>(ServerLog::Source::Attached);
        m_view = std::make_unique<LogView>();
        const LogFont letters(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        m_view->resize(600, rowsShown * letters.rowHeight());
        m_view->setLog(m_log);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        m_view->setFocus();
    }

    void cleanup() { m_view.reset(); }

    void aKeyMovesTheCaret_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QString>("selected");
        // From before the "w" of "two".
        const Qt::KeyboardModifiers shift = Qt::ShiftModifier;
        const Qt::KeyboardModifiers both = shiftCtrl;
        QTest::newRow("a character on") << int(Qt::Key_Right) << shift << u"w"_s;
        QTest::newRow("a character back") << int(Qt::Key_Left) << shift << u"t"_s;
        QTest::newRow("a word on") << int(Qt::Key_Right) << both << u"wo"_s;
        QTest::newRow("a word back") << int(Qt::Key_Left) << both << u"t"_s;
        QTest::newRow("to the line's begin") << int(Qt::Key_Home) << shift << u"line t"_s;
        QTest::newRow("to the line's end") << int(Qt::Key_End) << shift << u"wo"_s;
        QTest::newRow("a row up") << int(Qt::Key_Up) << shift << u"ne\nline t"_s;
        QTest::newRow("a row down") << int(Qt::Key_Down) << shift << u"wo\nline t"_s;
        QTest::newRow("to the log's begin") << int(Qt::Key_Home) << both << u"line one\nline t"_s;
        QTest::newRow("to the log's end") << int(Qt::Key_End) << both << u"wo\nline three"_s;
        QTest::newRow("a page up, no further than the first line")
            << int(Qt::Key_PageUp) << shift << u"ne\nline t"_s;
        QTest::newRow("a page down, no further than the last line")
            << int(Qt::Key_PageDown) << shift << u"wo\nline t"_s;
    }

    void aKeyMovesTheCaret()
    {
        QFETCH(int, key);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        QFETCH(QString, selected);
        append("line one\nline two\nline three\n");
        place(1, 6);
        QTest::keyClick(m_view.get(), Qt::Key(key), modifiers);
        QCOMPARE(m_view->selectedText(), selected);
    }

    void aLineThatIsShorterKeepsTheColumn()
    {
        append("a long line\nb\nanother one\n");
        place(0, 7);
        press(Qt::Key_Down, 2);
        QCOMPARE(m_view->selection().caret, (LogPosition{.line = 2, .index = 7}));
        press(Qt::Key_Down);
        QCOMPARE(m_view->selection().caret, (LogPosition{.line = 2, .index = 11}));
    }

    void wideCharactersAreTakenWhole()
    {
        append("日本語\n");
        place(0, 1);
        press(Qt::Key_Right);
        QCOMPARE(m_view->selectedText(), u"本"_s);
        press(Qt::Key_Left, 2);
        QCOMPARE(m_view->selectedText(), u"日"_s);
    }

    void wrappedRowsAreGoneThroughOneByOne()
    {
        append(QByteArray(3000, 'x') + "\nlast\n");
        m_view->setWrapping(true);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        place(0, 3);
        press(Qt::Key_Down);
        const qsizetype columns = m_view->selectedText().size();
        QVERIFY(columns > 8);
        QVERIFY(columns < 300);
        press(Qt::Key_Down);
        QCOMPARE(m_view->selectedText().size(), 2 * columns);
    }

    void theViewGoesWithTheCaret()
    {
        print(100);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        place(0, 0);
        press(Qt::Key_Down, rowsShown - 1);
        QCOMPARE(m_view->topLine(), 0);
        press(Qt::Key_Down);
        QCOMPARE(m_view->topLine(), 1);
        press(Qt::Key_PageDown);
        QCOMPARE(m_view->selection().caret.line, 2 * rowsShown - 1);
        QCOMPARE(m_view->topLine(), rowsShown);
        QTest::keyClick(m_view.get(), Qt::Key_End, shiftCtrl);
        QVERIFY(!m_view->rectOf(m_view->selection().caret).isNull());
        QVERIFY(!m_view->isFollowing()); // what is selected shall not run away
        append(QByteArray(500, 'x') + "\n");
        press(Qt::Key_Down);
        press(Qt::Key_End);
        QVERIFY(m_view->horizontalScrollBar()->value() > 300);
        press(Qt::Key_Home);
        QCOMPARE(m_view->horizontalScrollBar()->value(), 0);
    }

    void selectingBeginsWhereOneLooks()
    {
        print(100);
        press(Qt::Key_Up);
        QCOMPARE(m_view->selectedText(), u"line 98\n"_s);
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QVERIFY(!m_view->hasSelection());
        m_view->verticalScrollBar()->setValue(40);
        press(Qt::Key_Down);
        QCOMPARE(m_view->selectedText(), u"line 40\n"_s);
    }

    void withoutShiftTheKeysScroll()
    {
        print(100);
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        place(2, 0);
        press(Qt::Key_Right, 4);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->topLine(), 1);
        QCOMPARE(m_view->selectedText(), u"line"_s);
        QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"line"_s);
    }

    void anEmptyLogHasNothingToSelect()
    {
        press(Qt::Key_Down);
        QTest::keyClick(m_view.get(), Qt::Key_End, shiftCtrl);
        QVERIFY(!m_view->hasSelection());
        m_log->end(u"it was removed"_s); // the note is no part of the text
        refreshed();
        QTest::keyClick(m_view.get(), Qt::Key_End, shiftCtrl);
        QVERIFY(!m_view->hasSelection());
    }

    void whatFellOutIsNotSelected()
    {
        print(int(OutputRing::mostLines));
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        place(0, 0);
        press(Qt::Key_Right, 2);
        print(100);
        press(Qt::Key_Right, 2);
        QCOMPARE(m_view->selectedText(), u"li"_s);
        QCOMPARE(m_view->selection().caret.line, 100);
    }

    void theCaretIsSeenWhereTheKeyboardIs()
    {
        append("x\n");
        place(0, 0);
        const QRect at = m_view->rectOf({.line = 0, .index = 0});
        const auto ink = [&] {
            return m_view->viewport()->grab().toImage().pixelColor(at.left(), at.bottom());
        };
        QCOMPARE(ink(), m_view->palette().color(QPalette::Text));
        m_view->clearFocus();
        QCOMPARE(ink(), m_view->palette().color(QPalette::Base));
    }

    void aScreenReaderReadsWhatIsOnTheScreen()
    {
        print(100);
        QAccessibleInterface *const access = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(access != nullptr);
        QCOMPARE(access->role(), QAccessible::EditableText);
        QVERIFY(access->state().readOnly);
        QVERIFY(access->state().multiLine);
        QCOMPARE(access->text(QAccessible::Name), u"Log"_s);
        QAccessibleTextInterface *const text = access->textInterface();
        QVERIFY(text != nullptr);
        const QString shown = text->text(0, text->characterCount());
        QCOMPARE(shown.count(u'\n'), rowsShown - 1);
        QVERIFY(shown.startsWith(u"line 90\n"));
        QVERIFY(shown.endsWith(u"line 99"));
        int start = 0;
        int end = 0;
        QCOMPARE(text->textAtOffset(9, QAccessible::LineBoundary, &start, &end), u"line 91\n"_s);
    }

    void aScreenReaderKnowsSelectionAndCaret()
    {
        append("first line\nsecond line\n");
        QAccessibleTextInterface *const text =
            QAccessible::queryAccessibleInterface(m_view.get())->textInterface();
        place(0, 6);
        QCOMPARE(text->cursorPosition(), 6);
        QCOMPARE(text->selectionCount(), 0);
        press(Qt::Key_Down);
        QCOMPARE(text->selectionCount(), 1);
        int start = 0;
        int end = 0;
        text->selection(0, &start, &end);
        QCOMPARE(text->text(start, end), u"line\nsecond"_s);
        QCOMPARE(text->cursorPosition(), 17);
        text->setSelection(0, 11, 17);
        QCOMPARE(m_view->selectedText(), u"second"_s);
        text->removeSelection(0);
        QVERIFY(!m_view->hasSelection());
        const QRect letter = text->characterRect(12);
        QCOMPARE(text->offsetAtPoint(letter.center() - QPoint(1, 0)), 12);
    }

    void newLinesAreToldAsFarAsTheyAreSeen()
    {
        append("one\ntwo\nthree\n");
        QCOMPARE(newsOf(m_view->rows(), 1), (LogNews{.offset = 4, .text = u"two\nthree"_s}));
        QCOMPARE(newsOf(m_view->rows(), 3), LogNews());
        print(100);
        QVERIFY(newsOf(m_view->rows(), 3).text.startsWith(u"line 90\n"_s));
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QCOMPARE(newsOf(m_view->rows(), 50), LogNews());
    }

private:
    void place(qint64 line, qsizetype index)
    {
        const LogPosition at{.line = line, .index = index};
        m_view->select({.anchor = at, .caret = at});
    }

    void press(Qt::Key key, int times = 1)
    {
        for (int i = 0; i < times; ++i)
            QTest::keyClick(m_view.get(), key, Qt::ShiftModifier);
    }

    void append(const QByteArray &bytes)
    {
        m_log->append(OutputChannel::Out, bytes, 1'700'000'000'000);
        refreshed();
    }

    void refreshed()
    {
        QSignalSpy spy(m_view.get(), &LogView::refreshed);
        QVERIFY(spy.wait());
    }

    void print(int count)
    {
        QByteArray bytes;
        for (int i = 0; i < count; ++i)
            bytes += "line " + QByteArray::number(i) + '\n';
        append(bytes);
    }

    std::shared_ptr<ServerLog> m_log;
    std::unique_ptr<LogView> m_view;
};

BERTH_TEST(LogSelectionTest)

#include "tst_logselection.moc"
