// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "ui/tray/traymenu.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace core;
using namespace Qt::StringLiterals;
using ui::EngineWord;
using ui::MenuWay;
using ui::Mood;
using ui::TrayMenu;
using ui::TrayOffer;

namespace {

const EngineWord fine{.mood = Mood::Fine, .headline = u"Docker runs containers"_s};

// What is to be seen, "-" for a line; of a server its entries behind it.
QStringList lines(const QMenu &menu)
{
    QStringList result;
    for (const QAction *const action : menu.actions()) {
        if (!action->isVisible())
            continue;
        QString line = action->isSeparator() ? u"-"_s : action->text();
        if (action->menu() != nullptr) {
            for (const QAction *const entry : action->menu()->actions())
                line += (entry->isEnabled() ? u" + "_s : u" - "_s) + entry->text();
        }
        result.append(line);
    }
    return result;
}

QAction *action(const QMenu &menu, const QString &text)
{
    const QList<QAction *> actions = menu.actions();
    const auto found = std::ranges::find(actions, text, &QAction::text);
    return found == actions.cend() ? nullptr : *found;
}

} // namespace

class TrayMenuTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void offersWhatThereIs()
    {
        TrayMenu menu(MenuWay::Widget);
        Server goes = samples::ready(3, 4302, u"c"_s);
        goes.state = ServerState::Stopping;
        menu.setOffer(ui::trayOffer(fine, false,
                                    {samples::ready(1, 4300, u"a & b"_s), samples::orphan(2, 4301, u"left"_s),
                                     goes, samples::failed(4, 4303, u"gone"_s, {})}));
        const QStringList shown = lines(menu);
        QCOMPARE(shown.size(), 12);
        QCOMPARE(shown.at(0), u"Docker runs containers"_s);
        QCOMPARE(shown.at(1), u"-"_s);
        QCOMPARE(shown.at(2), u"4300 · a && b: Ready in 1.2 s + &Open in the browser + &Stop"_s);
        QVERIFY(shown.at(3).startsWith(u"4301 · left: "_s));
        QCOMPARE(shown.at(4), u"4302 · c: Stopping… - &Open in the browser - &Stop"_s);
        QCOMPARE(shown.at(6), u"&Remove one left behind…"_s);
        QCOMPARE(
            shown.sliced(7),
            QStringList({u"&New dev server…"_s, u"Check &again"_s, u"-"_s, u"S&how Berth"_s, u"&Quit"_s}));
    }

    void whatIsNotThereIsNotOffered()
    {
        TrayMenu menu(MenuWay::Widget);
        menu.setOffer(ui::trayOffer({}, true, {}));
        const QStringList shown = lines(menu);
        QCOMPARE(shown.first(), u"Checking Docker…"_s);
        QVERIFY(!shown.join(u'\n').contains(u"left behind"_s));
        QVERIFY(!action(menu, u"Check &again"_s)->isEnabled());
    }

    void saysWhatItHasNoRoomFor()
    {
        QList<Server> servers;
        for (quint16 i = 0; i < 30; ++i)
            servers.append(samples::ready(i + 1, quint16(4300 + i), u"a"_s));
        TrayMenu menu(MenuWay::Widget);
        menu.setOffer(ui::trayOffer(fine, false, servers));
        QVERIFY(lines(menu).contains(u"and 14 more…"_s));
        QVERIFY(lines(menu).join(u'\n').contains(u"4315 · a"_s));
        QVERIFY(!lines(menu).join(u'\n').contains(u"4316 · a"_s));
    }

    void everyEntryAsksForItsOwn()
    {
        TrayMenu menu(MenuWay::Bus);
        const Server server = samples::ready(7, 4300, u"a"_s);
        const QList<Server> servers{server, samples::orphan(8, 4301, u"b"_s)};
        menu.setOffer(ui::trayOffer(fine, false, servers));
        const auto asks = [&menu](const QString &text, auto signal) {
            QSignalSpy spy(&menu, signal);
            action(menu, text)->trigger();
            return spy.count() == 1;
        };
        QVERIFY(asks(u"&Docker runs containers"_s, &TrayMenu::showWanted));
        QVERIFY(asks(u"&Remove one left behind…"_s, &TrayMenu::reviewWanted));
        QVERIFY(asks(u"&New dev server…"_s, &TrayMenu::newWanted));
        QVERIFY(asks(u"Check &again"_s, &TrayMenu::checkWanted));
        QVERIFY(asks(u"S&how Berth"_s, &TrayMenu::showWanted));
        QVERIFY(asks(u"&Quit"_s, &TrayMenu::quitWanted));
        const QMenu *const of = action(menu, u"&4300 · a: Ready in 1.2 s"_s)->menu();
        QSignalSpy opened(&menu, &TrayMenu::openWanted);
        QSignalSpy stopped(&menu, &TrayMenu::stopWanted);
        of->actions().first()->trigger();
        of->actions().last()->trigger();
        QCOMPARE(opened.value(0).value(0).toString(), server.address());
        QCOMPARE(stopped.value(0).value(0).value<ServerKey>(), server.key);
    }

    void aChangeLeavesTheOtherEntriesWhereTheyAre()
    {
        TrayMenu menu(MenuWay::Widget);
        Server server = samples::starting(1, 4300, u"a"_s);
        menu.setOffer(ui::trayOffer(fine, false, {server}));
        const QList<QAction *> before = menu.actions();
        server = samples::ready(1, 4300, u"a"_s);
        menu.setOffer(ui::trayOffer(fine, false, {server}));
        QCOMPARE(menu.actions(), before);
        QVERIFY(action(menu, u"4300 · a: Ready in 1.2 s"_s) != nullptr);
    }

    // Qt draws a menu of its own; what a panel draws it was sent, "_" for the first "&".
    void everyCharacterIsItself_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("widget");
        QTest::addColumn<QString>("bus");
        QTest::newRow("an ampersand") << u"a & b"_s << u"a && b"_s << u"&a & b"_s;
        QTest::newRow("an underscore") << u"my_app_2"_s << u"my_app_2"_s << u"&my__app__2"_s;
        QTest::newRow("markup") << u"<b>x</b>"_s << u"<b>x</b>"_s << u"&<b>x</b>"_s;
        QTest::newRow("nothing") << QString() << QString() << QString();
    }
    void everyCharacterIsItself()
    {
        QFETCH(QString, text);
        QTEST(ui::trayMenuText(text, MenuWay::Widget), "widget");
        QTEST(ui::trayMenuText(text, MenuWay::Bus), "bus");
    }
};

BERTH_TEST(TrayMenuTest)

#include "tst_traymenu.moc"
