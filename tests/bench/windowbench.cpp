// SPDX-License-Identifier: MIT
#include "tests/bench/windowbench.h"

#include "app/composition.h"
#include "app/settings.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTimer>

#include <cstdio>
#include <functional>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace bench {

namespace {

constexpr int settleMs = 4000;

// Says so when its window is painted for the first time.
class FirstPaint final : public QObject
{
public:
    explicit FirstPaint(QWidget *window) { window->installEventFilter(this); }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint && !m_painted) {
            m_painted = true;
            // Behind the paint event that is only now delivered.
            QMetaObject::invokeMethod(
                qApp,
                [] {
                    std::puts("painted");
                    std::fflush(stdout);
                },
                Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

private:
    bool m_painted = false;
};

long residentKiB()
{
    QFile statm(u"/proc/self/statm"_s);
    if (!statm.open(QIODevice::ReadOnly))
        return 0;
    return statm.readAll().split(' ').value(1).toLong() * ::sysconf(_SC_PAGESIZE) / 1024;
}

int run(QMainWindow &window, const std::function<void()> &onShown)
{
    const FirstPaint firstPaint(&window);
    window.show();
    onShown();
    QTimer::singleShot(settleMs, &window, [] {
        std::printf("%ld\n", residentKiB());
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
    figures.residentMiB = child.readAll().trimmed().toDouble() / 1024;
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

int runWindowChild(const QString &which, int argc, char *argv[])
{
    QApplication application(argc, argv);
    if (which == "bare"_L1) {
        QMainWindow window;
        return run(window, [] {});
    }
    core::Monitor monitor(app::composeSources(app::readSettings()));
    ui::MainWindow window(monitor, QStringLiteral(BERTH_VERSION));
    return run(window, [&monitor] { monitor.check(); });
}

} // namespace bench
