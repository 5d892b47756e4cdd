// SPDX-License-Identifier: MIT
#include "tests/bench/windowbench.h"

#include "app/finish.h"
#include "app/fonts.h"
#include "app/memory.h"
#include "app/windowsession.h"
#include "tests/bench/footprint.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMainWindow>
#include <QProcess>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace bench {

namespace {

constexpr int settleMs = 4000;

int run(QMainWindow &window, const app::FirstPaint &firstPaint)
{
    QObject::connect(&firstPaint, &app::FirstPaint::painted, &window, [] {
        std::puts("painted");
        std::fflush(stdout);
    });
    QTimer::singleShot(settleMs, &window, [] {
        std::printf("%.3f\n", residentMiB());
        std::fflush(stdout);
        QCoreApplication::quit();
    });
    return QApplication::exec();
}

struct Figures
{
    double paintMs = 0;
    double residentMiB = 0;
};

Figures measureChild(const QString &which)
{
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    Figures figures;
    QElapsedTimer timer;
    timer.start();
    child.start(QCoreApplication::applicationFilePath(), {u"--child"_s, which});
    if (child.waitForReadyRead(30'000) && child.readLine().startsWith("painted"))
        figures.paintMs = double(timer.nsecsElapsed()) / 1e6;
    child.waitForFinished(60'000);
    figures.residentMiB = child.readAll().trimmed().toDouble();
    return figures;
}

} // namespace

QList<Row> measureWindow(int pairs)
{
    Row paint{.what = u"first paint / bare QMainWindow"_s, .unit = u"ms"_s, .budget = 1.5};
    Row memory{.what = u"own resident memory / bare QMainWindow"_s, .unit = u"MB"_s, .budget = 1.8};
    measureChild(u"bare"_s);
    measureChild(u"berth"_s);
    for (int i = 0; i < pairs; ++i) {
        const Figures bare = measureChild(u"bare"_s);
        const Figures berth = measureChild(u"berth"_s);
        paint.ours.append(berth.paintMs);
        paint.reference.append(bare.paintMs);
        memory.ours.append(berth.residentMiB);
        memory.reference.append(bare.residentMiB);
    }
    return {paint, memory};
}

double residentOfWindow(const QString &which)
{
    return measureChild(which).residentMiB;
}

int runWindowChild(const QString &which, int argc, char *argv[])
{
    if (which == "bare"_L1) {
        QApplication application(argc, argv);
        QMainWindow window;
        const app::FirstPaint firstPaint(&window);
        window.show();
        return run(window, firstPaint);
    }
    app::shareMemoryBetweenThreads();
    const std::jthread fonts = app::readFontsMeanwhile();
    QApplication application(argc, argv);
    int exitCode = 0;
    {
        app::WindowSession session(app::readSettings().settings, {});
        session.open();
        exitCode = run(session.window(), session.firstPaint());
    }
    app::finishBlockingWork(exitCode);
    return exitCode;
}

} // namespace bench
