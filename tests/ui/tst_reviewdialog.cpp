// SPDX-License-Identifier: MIT
#include "ui/dialogs/reviewdialog.h"

#include "tests/registry.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/serversamples.h"
#include "ui/widgets/newsbars.h"

#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace core;
using namespace Qt::StringLiterals;
using Keys = QList<ServerKey>;
using ui::ReviewDialog;

class ReviewDialogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_servers = std::make_unique<tests::FakeServers>();
        m_servers->setServers({samples::ready(1, 4300, u"mine"_s), samples::orphan(2, 4301, u"old"_s),
                               samples::orphan(3, 4302, u"<b>older"_s)});
        m_dialog = new ReviewDialog(*m_servers);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog));
    }
    void cleanup()
    {
        delete m_dialog;
        m_servers.reset();
    }

    void showsWhatWasLeftBehindAndNothingElse()
    {
        QCOMPARE(names(), QStringList({u"4301 · old"_s, u"4302 · <b>older"_s}));
        const QTreeWidgetItem *const item = table()->topLevelItem(0);
        QVERIFY(!item->text(1).isEmpty());
        QCOMPARE(item->text(2), u"3 h"_s);
        QCOMPARE(item->text(3), u"128 MiB"_s);
        QCOMPARE(item->checkState(0), Qt::Checked);
        QVERIFY(!table()->topLevelItem(1)->toolTip(0).contains(u"<b>"_s));
    }

    void removesWhatIsChosen()
    {
        table()->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QCOMPARE(button(u"reviewRemove"_s)->text(), u"&Remove 1"_s);
        button(u"reviewRemove"_s)->click();
        QCOMPARE(m_servers->reapedKeys, QList<Keys>({Keys{ServerKey{3}}}));
        QVERIFY(!button(u"reviewRemove"_s)->isEnabled());
        QVERIFY(label(u"reviewResult"_s)->isVisible());

        m_servers->remove(2);
        Q_EMIT m_servers->reaped({.removed = {u"berth-devserver-4302"_s}});
        QCOMPARE(label(u"reviewResult"_s)->text(), u"Removed: berth-devserver-4302."_s);
        QCOMPARE(names(), QStringList{u"4301 · old"_s});
        QVERIFY(!button(u"reviewRemove"_s)->isEnabled()); // nothing is chosen
    }

    void saysWhatWasLeftAloneAndWhy()
    {
        button(u"reviewRemove"_s)->click();
        Q_EMIT m_servers->reaped(
            {.spared = {u"berth-devserver-4301"_s},
             .left = {{.name = u"berth-devserver-4302"_s, .detail = u"permission denied"_s}}});
        QCOMPARE(label(u"reviewResult"_s)->text(),
                 u"Left alone, because it is gone or no longer left behind: "
                 "berth-devserver-4301. Could not be removed: berth-devserver-4302. Permission denied. Try "
                 "again, or restart Docker."_s);
        QVERIFY(button(u"reviewRemove"_s)->isEnabled());
    }

    void whatComesMeanwhileIsNotChosen()
    {
        m_servers->insert(samples::orphan(4, 4290, u"new"_s));
        QCOMPARE(names(), QStringList({u"4301 · old"_s, u"4302 · <b>older"_s, u"4290 · new"_s}));
        button(u"reviewRemove"_s)->click();
        QCOMPARE(m_servers->reapedKeys, QList<Keys>({Keys{ServerKey{2}, ServerKey{3}}}));
    }

    void whatIsChangedStaysChosenOrNot()
    {
        table()->topLevelItem(1)->setCheckState(0, Qt::Unchecked);
        Server changed = samples::orphan(2, 4301, u"old"_s);
        changed.usage->memory *= 2;
        m_servers->change(changed);
        QCOMPARE(table()->topLevelItem(0)->text(3), u"256 MiB"_s);
        button(u"reviewRemove"_s)->click();
        QCOMPARE(m_servers->reapedKeys, QList<Keys>({Keys{ServerKey{2}}}));
    }

    void whatHasAnOwnerAgainGoes()
    {
        Server back = samples::orphan(2, 4301, u"old"_s);
        back.ownership = Ownership::Owned;
        m_servers->change(back);
        QCOMPARE(names(), QStringList{u"4302 · <b>older"_s});
    }

    void anothersRemovalIsNotAnswered()
    {
        Q_EMIT m_servers->reaped({.removed = {u"berth-devserver-4999"_s}});
        QVERIFY(!label(u"reviewResult"_s)->isVisible());
    }

    void keepsWhatIsWanted()
    {
        table()->topLevelItem(1)->setCheckState(0, Qt::Unchecked);
        button(u"reviewKeep"_s)->click();
        QCOMPARE(m_servers->kept, QList{tests::FakeServers::Kept{.keys = {ServerKey{2}}}});
        QVERIFY(m_servers->reapedKeys.isEmpty());
    }

    void nothingIsRemovedByReturn()
    {
        QTest::keyClick(m_dialog, Qt::Key_Return);
        QVERIFY(m_servers->reapedKeys.isEmpty());
        QTRY_VERIFY(m_dialog.isNull());
    }

    void asksWhatTheyUseWhileItIsLookedAt()
    {
        QApplication::setActiveWindow(m_dialog);
        QTRY_VERIFY(m_servers->usageWanted);
        delete m_dialog;
        QVERIFY(!m_servers->usageWanted);
    }

    void theBarCountsThem()
    {
        ui::NewsBars bars(*m_servers);
        bars.setVisible(true);
        QSignalSpy acted(&bars, &ui::NewsBars::acted);
        const auto *const text = bars.findChild<QLabel *>(u"orphanBarText"_s);
        QCOMPARE(text->text(), u"2 dev servers have lost their owner."_s);
        m_servers->remove(1);
        QCOMPARE(text->text(), u"A dev server has lost its owner."_s);
        bars.findChild<QPushButton *>(u"orphanBarAction0"_s)->click();
        QCOMPARE(acted.value(0).value(1).value<ui::NewsAction>(), ui::NewsAction::Review);
        m_servers->remove(1);
        QVERIFY(!text->isVisible());
    }

    void theBarTellsUntilItIsClosed()
    {
        ui::NewsBars bars(*m_servers);
        bars.setVisible(true);
        const Server failed = samples::failed(9, 4309, u"x"_s, {.kind = ServerTrouble::Kind::NoFreePort});
        bars.tell(ui::failedNews(failed));
        const auto *const text = bars.findChild<QLabel *>(u"newsBarText"_s);
        QVERIFY(text->isVisible());
        QVERIFY(text->text().startsWith(u"4309 · x has failed. "_s));
        bars.findChild<QToolButton *>(u"newsBarClose"_s)->click();
        QVERIFY(!text->isVisible());
        QSignalSpy acted(&bars, &ui::NewsBars::acted);
        bars.tell(ui::failedNews(failed));
        bars.findChild<QPushButton *>(u"newsBarAction0"_s)->click();
        QCOMPARE(acted.value(0).value(0).value<ui::News>().key, ServerKey{9});
        QVERIFY(!text->isVisible());
    }

private:
    QTreeWidget *table() const { return m_dialog->findChild<QTreeWidget *>(u"reviewTable"_s); }
    QPushButton *button(const QString &name) const { return m_dialog->findChild<QPushButton *>(name); }
    QLabel *label(const QString &name) const { return m_dialog->findChild<QLabel *>(name); }
    QStringList names() const
    {
        QStringList result;
        for (int i = 0; i < table()->topLevelItemCount(); ++i)
            result.append(table()->topLevelItem(i)->text(0));
        return result;
    }

    std::unique_ptr<tests::FakeServers> m_servers;
    QPointer<ReviewDialog> m_dialog;
};

BERTH_TEST(ReviewDialogTest)

#include "tst_reviewdialog.moc"
