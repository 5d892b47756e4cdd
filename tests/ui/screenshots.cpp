// SPDX-License-Identifier: MIT
// `berth_screenshots OUTDIR [PREFIX]`: the window in every state, light and dark, small and large, as PNG
// files to look at; with a prefix only the states whose name begins with it.
#include "tests/ui/fakeservers.h"
#include "tests/ui/measuredengine.h"
#include "tests/ui/picture.h"
#include "tests/ui/screenshots_form.h"
#include "tests/ui/screenshots_history.h"
#include "tests/ui/screenshots_log.h"
#include "tests/ui/screenshots_servers.h"
#include "tests/ui/screenshots_settings.h"
#include "tests/ui/screenshots_tray.h"
#include "ui/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace {

struct Scene
{
    QString name;
    core::Measurement measurement;
};

QList<Scene> scenes()
{
    return {{u"starting"_s, samples::starting()},
            {u"containers-known"_s, samples::containersKnown()},
            {u"usable"_s, samples::usable()},
            {u"cut-off"_s, samples::cutOff()},
            {u"offline"_s, samples::offline()},
            {u"names-fail"_s, samples::namesFail()},
            {u"filtered"_s, samples::filtered()},
            {u"limits-partial"_s, samples::limitsPartial()},
            {u"layer-damaged"_s, samples::layerDamaged()},
            {u"frozen"_s, samples::frozen()},
            {u"not-installed"_s, samples::notInstalled()},
            {u"permission-denied"_s, samples::permissionDenied()},
            {u"load-failed"_s, samples::loadFailed()},
            {u"podman"_s, samples::podman()}};
}

QPalette darkPalette()
{
    QPalette palette(QColor(0x31, 0x31, 0x33));
    palette.setColor(QPalette::Base, QColor(0x24, 0x24, 0x26));
    palette.setColor(QPalette::AlternateBase, QColor(0x2b, 0x2b, 0x2d));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x65, 0xa0));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, QColor(0x3c, 0x3c, 0x3f));
    palette.setColor(QPalette::ToolTipText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(0x80, 0x80, 0x84));
    return palette;
}

void shoot(const Scene &scene, const QSize &size, bool details, const QString &file)
{
    tests::MeasuredEngine engine;
    engine.answerWith({scene.measurement});
    core::Monitor monitor(engine.sources());
    tests::FakeServers servers;
    servers.setListing({.state = core::Listing::State::Listed});
    ui::MainWindow window(monitor, servers, u"0.1.0"_s);
    window.resize(size);
    window.show();
    monitor.check();
    screenshots::waitUntil(
        [&monitor, &scene] {
            return monitor.measurement().steps == scene.measurement.steps
                && monitor.isChecking() != scene.measurement.running.isEmpty();
        },
        scene.name);
    if (details)
        window.findChild<QAction *>(u"detailsAction"_s)->trigger();
    screenshots::save(window, file);
}

} // namespace

int main(int argc, char *argv[])
{
    QApplication application(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    if (argc < 2)
        qFatal("usage: [QT_SCALE_FACTOR=2] berth_screenshots OUTDIR [PREFIX] [-reverse] [-style NAME]");
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    if (!folder.mkpath(u"."_s))
        qFatal("cannot make the folder");
    screenshots::stopMotion();
    const QPalette light = QApplication::palette();

    const QString prefix = argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString();
    QList<Scene> all = scenes();
    all.removeIf([&prefix](const Scene &scene) { return !scene.name.startsWith(prefix); });
    if (u"tray"_s.startsWith(prefix))
        screenshots::shootTray(folder);
    for (const bool dark : {false, true}) {
        QApplication::setPalette(dark ? darkPalette() : light);
        const QString suffix = dark ? u"dark"_s : u"light"_s;
        if (u"form"_s.startsWith(prefix))
            screenshots::shootForm(folder, suffix);
        if (u"history"_s.startsWith(prefix))
            screenshots::shootHistory(folder, suffix);
        if (u"timeline"_s.startsWith(prefix))
            screenshots::shootTimeline(folder, suffix);
        if (u"log"_s.startsWith(prefix))
            screenshots::shootLogs(folder, suffix);
        if (u"news"_s.startsWith(prefix))
            screenshots::shootNews(folder, suffix);
        if (u"review"_s.startsWith(prefix))
            screenshots::shootReview(folder, suffix);
        if (u"servers"_s.startsWith(prefix))
            screenshots::shootServers(folder, suffix);
        if (u"settings"_s.startsWith(prefix))
            screenshots::shootSettings(folder, suffix);
        for (const QSize size : {QSize(640, 420), QSize(960, 640), QSize(1280, 800)}) {
            for (const Scene &scene : all) {
                const QString name = u"%1-%2-%3"_s.arg(scene.name, suffix, QString::number(size.width()));
                shoot(scene, size, false, folder.filePath(name + u".png"_s));
                if (scene.name == u"usable"_s)
                    shoot(scene, size, true, folder.filePath(name + u"-details.png"_s));
            }
        }
    }
    return 0;
}
