// SPDX-License-Identifier: MIT
#include "tests/ui/screenshots_tray.h"

#include "tests/ui/fakeservers.h"
#include "tests/ui/measuredengine.h"
#include "tests/ui/picture.h"
#include "tests/ui/serversamples.h"
#include "ui/dialogs/reviewdialog.h"
#include "ui/mainwindow.h"
#include "ui/tray/traypicture.h"

#include <QPainter>
#include <QPushButton>
#include <QTreeView>

using namespace core;
using namespace Qt::StringLiterals;
using ui::TraySign;
using ui::TrayState;

namespace screenshots {

namespace {

QList<Server> leftBehind()
{
    Server nobody = samples::orphan(5, 4307, u"harmony"_s);
    nobody.why = {.kind = OwnershipWhy::Kind::NoClient, .since = nobody.since, .isFolderGone = true};
    nobody.usage->memory = 812'000'000;
    Server gone = samples::orphan(4, 4303, u"landing-page-of-last-year"_s);
    gone.why = {.kind = OwnershipWhy::Kind::OwnerGone, .pid = 4711, .since = gone.since};
    return {gone, nobody};
}

} // namespace

void shootTray(const QDir &folder)
{
    const QList<TrayState> states{{.sign = TraySign::Trouble},
                                  {.sign = TraySign::Unknown},
                                  {.sign = TraySign::Orphans, .orphans = 2},
                                  {.sign = TraySign::Orphans, .orphans = 17},
                                  {.sign = TraySign::Orphans, .orphans = 172},
                                  {.sign = TraySign::Attention},
                                  {.sign = TraySign::Busy},
                                  {.sign = TraySign::Fine}};
    const QList<QColor> panels{Qt::white, QColor(0xef, 0xf0, 0xf1), QColor(0x80, 0x80, 0x80),
                               QColor(0x2b, 0x2b, 0x2d), Qt::black};
    constexpr int cell = 56;
    const QList<int> sides{16, 22, 24, 32, 48};
    QPixmap sheet(cell * int(states.size()), cell * int(sides.size() * panels.size()));
    QPainter painter(&sheet);
    int top = 0;
    for (const QColor &panel : panels) {
        for (const int side : sides) {
            painter.fillRect(0, top, sheet.width(), cell, panel);
            for (int i = 0; i < int(states.size()); ++i)
                painter.drawPixmap(cell * i + (cell - side) / 2, top + (cell - side) / 2,
                                   ui::trayPixmap(states.at(i), side));
            top += cell;
        }
    }
    painter.end();
    if (!sheet.save(folder.filePath(u"tray.png"_s)))
        qFatal("could not make tray.png");
}

void shootReview(const QDir &folder, const QString &suffix)
{
    tests::FakeServers servers;
    servers.setServers(leftBehind());
    ui::ReviewDialog dialog(servers);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    save(dialog, folder.filePath(u"review-open-%1.png"_s.arg(suffix)));
    dialog.findChild<QPushButton *>(u"reviewRemove"_s)->click();
    servers.remove(0);
    Q_EMIT servers.reaped({.removed = {u"berth-devserver-4303"_s}, .spared = {u"berth-devserver-4307"_s}});
    save(dialog, folder.filePath(u"review-removed-%1.png"_s.arg(suffix)));
}

void shootNews(const QDir &folder, const QString &suffix)
{
    for (const QSize size : {QSize(640, 480), QSize(960, 640)}) {
        tests::MeasuredEngine engine;
        Monitor monitor(engine.sources());
        tests::FakeServers servers;
        servers.setListing({.state = Listing::State::Listed});
        ui::MainWindow window(monitor, servers, u"0.1.0"_s);
        window.resize(size);
        window.show();
        monitor.check();
        servers.setServers(samples::everyKind() + leftBehind().sliced(1));
        window.tell(ui::failedNews(samples::failed(
            3, 4302, u"admin"_s,
            {.kind = ServerTrouble::Kind::Exited, .exitCode = 1, .detail = u"no such file"_s})));
        waitUntil(
            [&] {
                return !monitor.isChecking() && window.findChild<QTreeView *>(u"serversTable"_s) != nullptr;
            },
            u"the table"_s);
        save(window, folder.filePath(u"news-%1-%2.png"_s.arg(suffix, QString::number(size.width()))));
    }
}

} // namespace screenshots
