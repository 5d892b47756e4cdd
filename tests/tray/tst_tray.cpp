// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/tray/session.h"
#include "ui/colors.h"
#include "ui/tray/traystate.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace tests;
using ui::Mood;
using ui::TraySign;

namespace {

constexpr int patience = 20'000;
constexpr int panelHeight = 40;

enum class Host { Trayer, Panel };

std::unique_ptr<Program> startHost(const Session &session, Host host)
{
    return host == Host::Trayer ? session.startTrayer() : session.startPanel();
}

bool isLike(const QColor &one, const QColor &other)
{
    constexpr int tolerance = 24;
    return std::abs(one.red() - other.red()) < tolerance && std::abs(one.green() - other.green()) < tolerance
        && std::abs(one.blue() - other.blue()) < tolerance;
}

// Where the panel shows that colour; empty where it does not.
QRect placeOf(const QColor &color, const QImage &screen)
{
    QRect place;
    for (int y = 0; y < std::min(panelHeight, screen.height()); ++y) {
        for (int x = 0; x < screen.width(); ++x) {
            if (isLike(screen.pixelColor(x, y), color))
                place |= QRect(x, y, 1, 1);
        }
    }
    return place;
}

QRect placeOf(Mood mood, const QImage &screen)
{
    return placeOf(ui::moodColor(mood, QPalette(Qt::white)), screen);
}

QRect difference(const QImage &one, const QImage &other)
{
    QRect place;
    for (int y = 0; y < one.height(); ++y) {
        for (int x = 0; x < one.width(); ++x) {
            if (one.pixel(x, y) != other.pixel(x, y))
                place |= QRect(x, y, 1, 1);
        }
    }
    return place;
}

} // namespace

// Berth in real panels, on a display and a bus of its own, used by a mouse.
class TrayTest : public QObject
{
    Q_OBJECT

private:
    static void addHosts()
    {
        QTest::addColumn<Host>("host");
        QTest::newRow("a tray that windows are put into") << Host::Trayer;
        QTest::newRow("a panel on the bus") << Host::Panel;
    }

    // Waits until the panel shows the mood, and returns where.
    static QPoint shown(Berth &berth, Mood mood)
    {
        QRect place;
        const auto isShown = [&] {
            place = placeOf(mood, berth.screen());
            return place.width() >= 8 && place.height() >= 8;
        };
        if (!QTest::qWaitFor(isShown, patience))
            QTest::qFail("the panel does not show it", __FILE__, __LINE__);
        return place.center();
    }

    static void mouse(const Session &session, const QPoint &place, const QString &button)
    {
        Program xdotool({u"xdotool"_s, u"mousemove"_s, QString::number(place.x()), QString::number(place.y()),
                         u"click"_s, button},
                        session.environment(), session.path(u"xdotool.log"_s));
        QVERIFY(xdotool.process().waitForFinished(patience));
        QCOMPARE(xdotool.process().exitCode(), 0);
    }

    static bool comesTo(Berth &berth, bool there)
    {
        return QTest::qWaitFor([&] { return berth.isThere() == there; }, patience);
    }

    // For whoever wants to look at them: BERTH_TRAY_PICTURES names a folder.
    static void keep(Berth &berth, const QString &name)
    {
        const QString folder = qEnvironmentVariable("BERTH_TRAY_PICTURES");
        if (!folder.isEmpty())
            berth.screen().save(QDir(folder).filePath(name + u".png"_s));
    }

private Q_SLOTS:
    void showsEveryStateAndItsMenu_data() { addHosts(); }
    void showsEveryStateAndItsMenu()
    {
        QFETCH(Host, host);
        const Session session;
        const auto panel = startHost(session, host);
        if (host == Host::Panel)
            QTRY_VERIFY_WITH_TIMEOUT(session.iconsOnBus(), patience);
        Berth berth(session);
        berth.switchNotificationsOff();
        QVERIFY(comesTo(berth, true));
        if (host == Host::Panel)
            QTRY_COMPARE_WITH_TIMEOUT(session.iconsOnBus(), 1, patience);
        const QString prefix = host == Host::Trayer ? u"trayer-"_s : u"panel-"_s;

        shown(berth, Mood::Unknown); // nothing was asked yet
        keep(berth, prefix + u"unknown"_s);
        berth.judge(u"damaged"_s);
        shown(berth, Mood::Trouble);
        keep(berth, prefix + u"trouble"_s);
        berth.judge(u"cut-off"_s);
        shown(berth, Mood::Attention);
        keep(berth, prefix + u"attention"_s);
        berth.judge(u"usable"_s);
        shown(berth, Mood::Fine);
        keep(berth, prefix + u"fine"_s);
        berth.list(u"starting"_s);
        shown(berth, Mood::Measuring);
        keep(berth, prefix + u"busy"_s);
        berth.list(u"orphans"_s);
        shown(berth, Mood::Attention);
        keep(berth, prefix + u"orphans"_s);
        berth.list(u"ready"_s);
        const QPoint icon = shown(berth, Mood::Fine);
        QCOMPARE(berth.sign(), int(TraySign::Fine));

        // A click shows the window.
        mouse(session, icon, u"1"_s);
        QTRY_COMPARE_WITH_TIMEOUT(berth.asked(), QStringList{u"show"_s}, patience);
        QTRY_VERIFY_WITH_TIMEOUT(berth.isVisible(), patience);
        berth.setWindow(u"hidden"_s);
        shown(berth, Mood::Fine); // the window lay over it
        berth.forgetAsked();

        // The menu opens below the icon; its last entry is Quit.
        QRect menu;
        const auto isOpen = [&] {
            const QImage before = berth.screen();
            mouse(session, icon, u"3"_s);
            return QTest::qWaitFor(
                [&] {
                    menu = difference(before, berth.screen());
                    return menu.height() > 100;
                },
                5000);
        };
        QVERIFY(isOpen());
        keep(berth, prefix + u"menu"_s);
        mouse(session, QPoint(menu.center().x(), menu.bottom() - 14), u"1"_s);
        QTRY_COMPARE_WITH_TIMEOUT(berth.asked(), QStringList{u"quit"_s}, patience);
    }

    void aHostMayComeLateAndGoAndComeBack_data() { addHosts(); }
    void aHostMayComeLateAndGoAndComeBack()
    {
        QFETCH(Host, host);
        const Session session;
        Berth berth(session);
        berth.judge(u"usable"_s);
        QTRY_COMPARE_WITH_TIMEOUT(berth.sign(), int(TraySign::Fine), patience);
        QVERIFY(!berth.isThere());

        auto panel = startHost(session, host);
        QVERIFY(comesTo(berth, true));
        shown(berth, Mood::Fine);
        panel.reset();
        QVERIFY(comesTo(berth, false));
        panel = startHost(session, host);
        QVERIFY(comesTo(berth, true));
        shown(berth, Mood::Fine);
    }

    void withoutABusThereIsTheOldTray()
    {
        const Session session(Session::Bus::None);
        const auto tray = session.startTrayer();
        Berth berth(session);
        QVERIFY(comesTo(berth, true));
        berth.judge(u"damaged"_s);
        shown(berth, Mood::Trouble);
    }

    void aNotificationIsActedOn()
    {
        const Session session;
        const auto notifications = session.startNotifications();
        Berth berth(session);
        const QImage before = berth.screen();
        berth.list(u"orphans"_s);
        QRect place;
        const auto isShown = [&] {
            place = difference(before, berth.screen());
            return place.width() > 200;
        };
        QVERIFY(QTest::qWaitFor(isShown, patience));
        keep(berth, u"notification"_s);
        mouse(session, place.center(), u"1"_s);
        QTRY_COMPARE_WITH_TIMEOUT(berth.asked(),
                                  QStringList{u"2 dev servers have lost their owner: Review…"_s}, patience);
        QTRY_VERIFY_WITH_TIMEOUT(berth.isVisible(), patience);
    }

    void withoutNotificationsTheWindowTells()
    {
        const Session session;
        Berth berth(session);
        berth.list(u"starting"_s);
        berth.setWindow(u"shown"_s);
        berth.list(u"failed"_s);
        const auto hasTold = [&] {
            return berth.text(u"newsBarText"_s).contains(u"my_shop & more has failed"_s);
        };
        QVERIFY(QTest::qWaitFor(hasTold, patience));
    }
};

BERTH_TEST(TrayTest)

#include "tst_tray.moc"
