// SPDX-License-Identifier: MIT
#include "core/history/history.h"
#include "tests/registry.h"
#include "tests/ui/historyentries.h"
#include "ui/dialogs/historydialog.h"
#include "ui/models/historyfilter.h"
#include "ui/models/historymodel.h"
#include "ui/presentation/history.h"
#include "ui/timelinefeed.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/timeline.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <memory>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Outcome = VerdictEntry::Result;

namespace {

const QDateTime noon(QDate(2026, 3, 14), QTime(12, 0), Qt::UTC);

QList<HistoryEntry> newestFirst(const HistoryBatch &batch)
{
    return {batch.entries.crbegin(), batch.entries.crend()};
}

} // namespace

class HistoryViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void entriesAreToldInWords_data()
    {
        QTest::addColumn<HistoryEntry>("entry");
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("mood");
        const auto row = [](const char *claim, const HistoryEntry &entry, const QString &what,
                            ui::Mood mood) { QTest::newRow(claim) << entry << what << int(mood); };
        using samples::checkedAt;
        using samples::endedAt;
        using Ending = ServerEnd::Ending;
        VerdictEntry cutOff = checkedAt(noon, Outcome::Usable);
        cutOff.egress = Egress::Status::Blocked;
        VerdictEntry partial = checkedAt(noon, Outcome::Usable);
        partial.hardening = Hardening::Status::Partial;
        ServerEndEntry unstarted = endedAt(noon, Ending::Failed);
        unstarted.ran.reset();
        unstarted.port = 0;
        unstarted.name.clear();
        ServerEndEntry exited = endedAt(noon, Ending::Exited);
        exited.exitCode = 3;
        ServerEndEntry placeholder = exited;
        placeholder.project = u"/home/me/shop%2"_s;
        row("usable", checkedAt(noon, Outcome::Usable), u"Docker ran containers"_s, ui::Mood::Fine);
        row("cut off", cutOff, u"Docker ran containers, without a way out"_s, ui::Mood::Attention);
        row("limits", partial, u"Docker ran containers, without all limits"_s, ui::Mood::Attention);
        row("unusable", checkedAt(noon, Outcome::Unusable), u"Docker could not run containers"_s,
            ui::Mood::Trouble);
        row("unknown", checkedAt(noon, Outcome::Unknown), u"Docker could not be checked"_s,
            ui::Mood::Unknown);
        row("taken down", endedAt(noon, Ending::TakenDown), u"4300 · webshop was taken down"_s,
            ui::Mood::Fine);
        row("failed", endedAt(noon, Ending::Failed), u"4300 · webshop failed"_s, ui::Mood::Trouble);
        row("did not start", unstarted, u"webshop did not start"_s, ui::Mood::Trouble);
        row("exited", exited, u"4300 · webshop ended with exit code 3"_s, ui::Mood::Trouble);
        row("a folder that looks like a placeholder", placeholder, u"4300 · shop%2 ended with exit code 3"_s,
            ui::Mood::Trouble);
        row("removed", endedAt(noon, Ending::Removed), u"4300 · webshop was removed"_s, ui::Mood::Unknown);
    }
    void entriesAreToldInWords()
    {
        QFETCH(HistoryEntry, entry);
        QFETCH(QString, what);
        QFETCH(int, mood);
        QCOMPARE(ui::historyWhat(entry), what);
        QCOMPARE(int(ui::historyMood(entry)), mood);
    }

    void everyTroubleSaysWhatToDo()
    {
        using Kind = HistoryTrouble::Kind;
        for (const Kind kind : {Kind::Locked, Kind::Damaged, Kind::Newer, Kind::Unusable}) {
            const QString sentence = ui::historyTroubleSentence({.kind = kind, .detail = u"why"_s});
            QVERIFY2(sentence.endsWith(u'.'), qPrintable(sentence));
        }
    }

    void newEntriesComeAsRows()
    {
        ui::HistoryModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const QList<HistoryEntry> all = newestFirst(samples::day(noon));
        model.setEntries(all.sliced(2));
        const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
        const QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
        model.setEntries(all);
        QCOMPARE(inserts.size(), 1);
        model.setEntries(all);
        QCOMPARE(inserts.size(), 1);
        model.setEntries(all.first(5)); // what is old goes
        QCOMPARE(removals.size(), 1);
        QCOMPARE(resets.size(), 0);
        QCOMPARE(model.entries(), all.first(5));
        model.setEntries({});
        QCOMPARE(model.rowCount(), 0);
        model.setEntries(all);
        QCOMPARE(model.rowCount(), int(all.size()));
    }

    void wordsAndKindFilter()
    {
        ui::HistoryModel model;
        ui::HistoryFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setEntries(newestFirst(samples::day(noon)));
        QCOMPARE(filter.rowCount(), 8);
        filter.setKind(ui::HistoryFilter::Kind::Servers);
        QCOMPARE(filter.rowCount(), 2);
        filter.setWords(u"WEBSHOP engine"_s);
        QCOMPARE(filter.rowCount(), 1);
        filter.setWords({});
        filter.setKind(ui::HistoryFilter::Kind::Checks);
        QCOMPARE(filter.rowCount(), 6);
        filter.setKind(ui::HistoryFilter::Kind::Troubles);
        QCOMPARE(filter.rowCount(), 3);
    }

    void theStripTellsWhatWasWhen()
    {
        ui::Timeline timeline;
        timeline.resize(timeline.sizeHint().width() + 480, timeline.sizeHint().height());
        QVERIFY(timeline.accessibleDescription().contains(u"Nothing is known"_s));
        const TimelineView view{.from = noon.addSecs(-86400), .to = noon, .endpoint = u"a"_s};
        timeline.setSegments(
            {{.from = noon.addSecs(-43200),
              .to = noon,
              .verdict = samples::checkedAt(noon.addSecs(-43200), Outcome::Unusable, u"<b>full</b>"_s)}},
            view);
        QCOMPARE(timeline.accessibleDescription(), u"No containers for 12 h."_s);
        const int middle = timeline.width() / 2;
        QVERIFY(timeline.textAt(middle - 100).startsWith(u"Nothing is known"_s));
        const QString text = timeline.textAt(middle + 100);
        QVERIFY2(text.startsWith(u"Since "_s) && text.contains(u"could not run"_s)
                     && text.contains(u"<b>full</b>"_s),
                 qPrintable(text));
        timeline.setLayoutDirection(Qt::RightToLeft);
        QVERIFY(timeline.textAt(middle + 100).startsWith(u"Nothing is known"_s));
    }

    void theStripIsPressedByKeyboard()
    {
        ui::Timeline timeline;
        const QSignalSpy clicks(&timeline, &ui::Timeline::clicked);
        QTest::keyClick(&timeline, Qt::Key_Space);
        QCOMPARE(clicks.size(), 1);
        QVERIFY(timeline.focusPolicy() & Qt::TabFocus);
        QVERIFY(!timeline.accessibleName().isEmpty());
    }

    void theStripFollowsTheHistory()
    {
        History history(m_folder->path());
        ui::Timeline timeline;
        ui::TimelineFeed feed(history, timeline);
        const VerdictEntry verdict = samples::checkedAt(QDateTime::currentDateTimeUtc(), Outcome::Usable);
        feed.setEndpoint(verdict.endpoint);
        history.open();
        history.recordVerdict(verdict);
        QTRY_COMPARE(timeline.segments().size(), 1);
        QCOMPARE(timeline.segments().first().verdict.key, verdict.key);
        feed.setEndpoint(u"another"_s);
        QCOMPARE(timeline.segments().size(), 0);
    }

    void loadingEmptyFailedAndFilteredLookDifferent()
    {
        History history(m_folder->path());
        ui::HistoryDialog dialog(history);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        const auto *const notice = dialog.findChild<ui::Notice *>(u"historyNotice"_s);
        const auto *const table = dialog.findChild<QTreeView *>(u"historyTable"_s);
        dialog.show();
        QCOMPARE(notice->content().headline, u"Reading the history…"_s);
        QTRY_COMPARE(notice->content().headline, u"Nothing is remembered yet"_s);
        QVERIFY(!dialog.findChild<QPushButton *>(u"historyExport"_s)->isEnabled());
        history.open();
        history.record(samples::endedAt(noon, ServerEnd::Ending::TakenDown));
        QTRY_VERIFY(table->isVisible());
        dialog.findChild<QLineEdit *>(u"historyWords"_s)->setText(u"nowhere"_s);
        QCOMPARE(notice->content().headline, u"Nothing matches"_s);
        QVERIFY(notice->isVisible());
        dialog.findChild<QLineEdit *>(u"historyWords"_s)->clear();
        QVERIFY(table->isVisible());
    }

    void aHistoryThatCannotBeReadSaysSo()
    {
        QVERIFY(QDir(m_folder->path()).mkpath(u"history.sqlite"_s));
        History history(m_folder->path());
        ui::HistoryDialog dialog(history);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        const auto *const notice = dialog.findChild<ui::Notice *>(u"historyNotice"_s);
        QTRY_COMPARE(notice->content().headline, u"The history cannot be read"_s);
        QVERIFY(notice->content().text.contains(u"Berth goes on without it"_s));
    }

    void whatIsShownIsExported()
    {
        QCOMPARE(HistoryFile(m_folder->path(), 5s).write(samples::day(noon)), HistoryWritten());
        History history(m_folder->path());
        ui::HistoryDialog dialog(history);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        const auto *const table = dialog.findChild<QTreeView *>(u"historyTable"_s);
        auto *const kind = dialog.findChild<QComboBox *>(u"historyKind"_s);
        QTRY_COMPARE(table->model()->rowCount(), 8);
        kind->setCurrentIndex(kind->findData(int(ui::HistoryFilter::Kind::Servers)));
        const QString path = m_folder->filePath(u"out.csv"_s);
        const auto *const result = dialog.findChild<QLabel *>(u"historyResult"_s);
        dialog.exportTo(path);
        QTRY_VERIFY(result->text().startsWith(u"Exported to"_s));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count("\r\n"), 3);
        dialog.exportTo(m_folder->filePath(u"no/such/folder/out.csv"_s));
        QTRY_VERIFY(result->text().startsWith(u"The history is not exported"_s));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

BERTH_TEST(HistoryViewTest)

#include "tst_history.moc"
