// SPDX-License-Identifier: MIT
#include "ui/widgets/logview.h"

#include "tests/registry.h"

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
        print(100);
        m_view->clear();
        QCOMPARE(m_view->lines().begin(), m_view->lines().end());
        QCOMPARE(m_view->lines().absence(), LogAbsence::Cleared);
        print(1);
        QCOMPARE(m_view->lines().begin(), 100);
        m_view->setLog(std::make_shared<ServerLog>(ServerLog::Source::LastRun));
        QCOMPARE(m_view->lines().begin(), 0);
        m_view->setLog(m_log);
        QCOMPARE(m_view->lines().begin(), 100);
        m_view->selectAll();
        QCOMPARE(m_view->selectedText(), u"line 100"_s);
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
        QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_view->selectedText(), u"first line\nsecond line\nthird"_s);
    }

    void aDoubleClickTakesAWordAndAThirdTheLine()
    {
        append("open http://127.0.0.1:4300/ now\n");
        refreshed();
        QTest::mouseDClick(viewport(), Qt::LeftButton, {}, place(0, 12));
        QCOMPARE(m_view->selectedText(), u"http://127.0.0.1:4300/"_s);
        QTest::mousePress(viewport(), Qt::LeftButton, {}, place(0, 12));
        QCOMPARE(m_view->selectedText(), u"open http://127.0.0.1:4300/ now"_s);
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
