// SPDX-License-Identifier: MIT
#include "tests/registry.h"
#include "tests/ui/serversamples.h"
#include "ui/colors.h"
#include "ui/tray/traypicture.h"

#include <QPainter>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using ui::EngineWord;
using ui::Mood;
using ui::TraySign;
using ui::TrayState;

namespace {

const QList<TrayState> states{
    {.sign = TraySign::Trouble},   {.sign = TraySign::Unknown}, {.sign = TraySign::Orphans, .orphans = 2},
    {.sign = TraySign::Attention}, {.sign = TraySign::Busy},    {.sign = TraySign::Fine}};
const QList<int> sides{16, 22, 24, 32, 48};

EngineWord engine(Mood mood)
{
    return {.mood = mood, .headline = u"Docker runs containers"_s};
}

QImage onPanel(const TrayState &state, int side, const QColor &panel)
{
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(panel);
    QPainter painter(&image);
    painter.drawPixmap(0, 0, ui::trayPixmap(state, side));
    return image;
}

// The part of the picture that stands out of the panel, and of one picture that differs from another's, both
// by lightness alone: 3 : 1 is what WCAG asks of a sign.
double clearPart(const QImage &image, const std::function<QColor(int x, int y)> &other)
{
    int clear = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            clear += ui::contrast(image.pixelColor(x, y), other(x, y)) >= 3 ? 1 : 0;
    }
    return double(clear) / (image.width() * image.height());
}

} // namespace

class TrayStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWorstIsShown_data()
    {
        QTest::addColumn<Mood>("mood");
        QTest::addColumn<bool>("isChecking");
        QTest::addColumn<QList<Server>>("servers");
        QTest::addColumn<TraySign>("sign");
        QTest::addColumn<int>("orphans");
        const QList<Server> none;
        const QList<Server> calm{samples::ready(1, 4300, u"a"_s)};
        const QList<Server> busy{samples::ready(1, 4300, u"a"_s), samples::starting(2, 4301, u"b"_s)};
        const QList<Server> left{samples::orphan(1, 4300, u"a"_s), samples::orphan(2, 4301, u"b"_s),
                                 samples::starting(3, 4302, u"c"_s)};
        Server others = samples::starting(4, 4303, u"d"_s);
        others.isOurs = false;
        Server goes = others;
        goes.state = ServerState::Stopping;
        const auto row = [](const char *claim, Mood mood, bool isChecking, const QList<Server> &servers,
                            TraySign sign, int orphans = 0) {
            QTest::newRow(claim) << mood << isChecking << servers << sign << orphans;
        };
        row("all is well", Mood::Fine, false, calm, TraySign::Fine);
        row("all is well without a server", Mood::Fine, false, none, TraySign::Fine);
        row("a check is work", Mood::Fine, true, calm, TraySign::Busy);
        row("before the first answer there is work", Mood::Measuring, true, none, TraySign::Busy);
        row("a server of ours that starts is work", Mood::Fine, false, busy, TraySign::Busy);
        row("another's that is asked is none", Mood::Fine, false, {others}, TraySign::Fine);
        row("a server that goes is work", Mood::Fine, false, {goes}, TraySign::Busy);
        row("a worry is worse than work", Mood::Attention, true, busy, TraySign::Attention);
        row("what was left behind is worse than a worry", Mood::Attention, true, left, TraySign::Orphans, 2);
        row("no answer is worse than what was left behind", Mood::Unknown, false, left, TraySign::Unknown, 2);
        row("an engine that runs nothing is the worst", Mood::Trouble, true, left, TraySign::Trouble, 2);
    }
    void theWorstIsShown()
    {
        QFETCH(Mood, mood);
        QFETCH(bool, isChecking);
        QFETCH(QList<Server>, servers);
        const TrayState state = ui::trayState(engine(mood), isChecking, servers);
        QTEST(state.sign, "sign");
        QTEST(state.orphans, "orphans");
    }

    void whatIsGoneIsNoOrphan()
    {
        Server gone = samples::orphan(1, 4300, u"a"_s);
        gone.state = ServerState::Stopped;
        QCOMPARE(ui::trayState(engine(Mood::Fine), false, {gone}), TrayState{.sign = TraySign::Fine});
    }

    void theToolTipSaysTheRest()
    {
        const QList<Server> servers{samples::ready(1, 4300, u"<b>a</b>"_s), samples::orphan(2, 4301, u"b"_s),
                                    samples::orphan(3, 4302, u"c"_s), samples::ended(4, 4303, u"d"_s)};
        QCOMPARE(
            ui::trayToolTip(engine(Mood::Fine), servers),
            u"Berth: Docker runs containers\n3 dev servers run.\n2 dev servers have lost their owner."_s);
        QCOMPARE(ui::trayToolTip({}, {}), u"Berth: checking Docker…"_s);
        QCOMPARE(ui::trayToolTip(engine(Mood::Fine), servers.first(1)),
                 u"Berth: Docker runs containers\nA dev server runs."_s);
    }

    void everyPanelShowsEverySign_data()
    {
        QTest::addColumn<QColor>("panel");
        QTest::newRow("white") << QColor(Qt::white);
        QTest::newRow("light") << QColor(0xef, 0xf0, 0xf1);
        QTest::newRow("dark") << QColor(0x2b, 0x2b, 0x2d);
        QTest::newRow("black") << QColor(Qt::black);
    }
    void everyPanelShowsEverySign()
    {
        QFETCH(QColor, panel);
        for (const int side : sides) {
            for (const TrayState &state : states) {
                const double part = clearPart(onPanel(state, side, panel), [&](int, int) { return panel; });
                QVERIFY2(part > 0.12,
                         qPrintable(u"sign %1 at %2: %3"_s.arg(int(state.sign)).arg(side).arg(part)));
            }
        }
    }

    // In black and white: their shapes, and not their colours.
    void noTwoSignsAreAlikeWithoutColour()
    {
        for (const int side : sides) {
            for (qsizetype one = 0; one < states.size(); ++one) {
                const QImage image = onPanel(states.at(one), side, QColor(0x2b, 0x2b, 0x2d))
                                         .convertToFormat(QImage::Format_Grayscale8);
                for (qsizetype other = one + 1; other < states.size(); ++other) {
                    const QImage second = onPanel(states.at(other), side, QColor(0x2b, 0x2b, 0x2d))
                                              .convertToFormat(QImage::Format_Grayscale8);
                    const double part =
                        clearPart(image, [&](int x, int y) { return second.pixelColor(x, y); });
                    QVERIFY2(part > 0.04,
                             qPrintable(u"%1 and %2 at %3: %4"_s.arg(one).arg(other).arg(side).arg(part)));
                }
            }
        }
    }

    void theNumberIsShown()
    {
        for (const int side : sides) {
            const auto drawn = [side](int orphans) {
                return ui::trayPixmap({.sign = TraySign::Orphans, .orphans = orphans}, side).toImage();
            };
            QVERIFY(drawn(1) != drawn(2));
            QVERIFY(drawn(9) != drawn(10));
            QCOMPARE(drawn(100), drawn(172));
            QVERIFY(drawn(99) != drawn(100));
        }
        QCOMPARE(ui::trayPicture(states.first()).availableSizes().size(), 6);
    }
};

BERTH_TEST(TrayStateTest)

#include "tst_traystate.moc"
