// SPDX-License-Identifier: MIT
#include "tests/bench/logbench.h"

#include "core/devserver/serverlog.h"
#include "core/docker/stream.h"
#include "tests/bench/footprint.h"
#include "ui/widgets/logpane.h"
#include "ui/widgets/logview.h"

#include <QApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace bench {

namespace {

constexpr int linesPerBurst = 2000;
constexpr int bursts = 300;
constexpr auto burstInterval = 10ms;
constexpr qint64 allLines = qint64(linesPerBurst) * bursts;
constexpr double longestStallMs = 50;
// The ring's bound in bytes, and as much again for what stands around it.
constexpr double mostGrowthMiB = 64;

// The longest time between two turns of the event loop, and the memory at its height.
class Watchdog final : public QObject
{
public:
    Watchdog()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] { look(); });
    }

    void start()
    {
        m_since.start();
        m_timer.start(5ms);
    }
    double longestMs() const { return m_longestMs; }
    double highestMiB() const { return m_highestMiB; }

private:
    void look()
    {
        m_longestMs = std::max(m_longestMs, double(m_since.nsecsElapsed()) / 1e6);
        m_since.start();
        if (++m_turns % 20 == 0)
            m_highestMiB = std::max(m_highestMiB, residentMiB());
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longestMs = 0;
    double m_highestMiB = 0;
    int m_turns = 0;
};

} // namespace

QList<Row> measureFlood()
{
    QProcess child;
    child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    child.start(QCoreApplication::applicationFilePath(), {u"--child"_s, u"flood"_s});
    child.waitForFinished(120'000);
    const QList<QByteArray> figures = child.readAll().trimmed().split(' ');
    Row stall{.what = u"flood of lines: longest stall / 50 ms"_s, .unit = u"ms"_s, .budget = 1};
    Row memory{.what = u"flood of lines: memory / 64 MB"_s, .unit = u"MB"_s, .budget = 1};
    if (child.exitCode() == 0 && figures.size() == 2) {
        stall.ours.append(figures.at(0).toDouble());
        stall.reference.append(longestStallMs);
        memory.ours.append(figures.at(1).toDouble());
        memory.reference.append(mostGrowthMiB);
    }
    return {stall, memory};
}

int printFlood()
{
    qint64 number = 0;
    auto next = std::chrono::steady_clock::now();
    for (int i = 0; i < bursts; ++i) {
        QByteArray burst;
        for (int line = 0; line < linesPerBurst; ++line) {
            burst += QByteArray::number(number++);
            burst += " \x1b[32mGET\x1b[0m /assets/index.js 200 in 3 ms\n";
        }
        std::fwrite(burst.constData(), 1, std::size_t(burst.size()), stdout);
        std::fflush(stdout);
        next += burstInterval;
        std::this_thread::sleep_until(next);
    }
    return 0;
}

int runFloodChild(int argc, char *argv[])
{
    QApplication application(argc, argv);
    ui::LogPane pane;
    pane.resize(1000, 600);
    const auto log = std::make_shared<core::ServerLog>(core::ServerLog::Source::Attached);
    pane.showLog(u"flood"_s, log);
    pane.show();

    core::Stream stream(QCoreApplication::applicationFilePath(), {u"--child"_s, u"lines"_s},
                        QProcessEnvironment::systemEnvironment());
    QObject::connect(&stream, &core::Stream::bytes, log.get(),
                     [&log](core::OutputChannel, const QByteArray &bytes) {
                         log->append(core::OutputChannel::Out, bytes, QDateTime::currentMSecsSinceEpoch());
                     });
    QObject::connect(&stream, &core::Stream::finished, log.get(), [&log] { log->end(); });
    QObject::connect(log.get(), &core::ServerLog::over, &application,
                     [] { QTimer::singleShot(200ms, qApp, &QCoreApplication::quit); });
    Watchdog watchdog;
    double before = 0;
    QElapsedTimer taken;
    // The first frame and the fonts that it loads are no matter of the flood.
    QTimer::singleShot(1000ms, &application, [&] {
        before = residentMiB();
        watchdog.start();
        taken.start();
        stream.start();
    });
    QApplication::exec();

    const core::OutputRing &ring = log->ring();
    const auto *const view = pane.findChild<ui::LogView *>();
    const qint64 skipped = view->lines().skipped();
    const auto isNumbered = [&ring](qint64 number) {
        return ring.at(number).bytes.startsWith(QByteArray(QByteArray::number(number) + ' '));
    };
    const bool isExact = ring.end() == allLines && ring.begin() == allLines - core::OutputRing::mostLines
        && isNumbered(ring.end() - 1) && isNumbered(ring.begin()) && skipped > 0 && skipped < ring.begin();
    std::fprintf(stderr, "flood: %lld lines in %lld ms, %lld skipped, %lld kept%s\n",
                 static_cast<long long>(ring.end()), static_cast<long long>(taken.elapsed()),
                 static_cast<long long>(skipped), static_cast<long long>(ring.end() - ring.begin()),
                 isExact ? "" : ": NOT WHAT CAME");
    std::printf("%.1f %.1f\n", watchdog.longestMs(), std::max(0.0, watchdog.highestMiB() - before));
    return isExact ? 0 : 1;
}

} // namespace bench
