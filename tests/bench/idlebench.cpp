// SPDX-License-Identifier: MIT
#include "tests/bench/idlebench.h"

#include "app/finish.h"
#include "app/memory.h"
#include "core/docker/client.h"
#include "tests/bench/child.h"
#include "tests/bench/manyservers.h"
#include "tests/bench/realengine.h"
#include "tests/bench/stallmeter.h"
#include "tests/bench/windowbench.h"
#include "ui/mainwindow.h"
#include "ui/tray/presence.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace bench {

namespace {

constexpr int servers = 20;
constexpr double percentLimit = 0.1; // of a core
constexpr auto settling = 10s;       // what is left to do once all are ready

std::chrono::seconds watchedTime()
{
    constexpr int usual = 60;
    const int chosen = qEnvironmentVariableIntValue("BERTH_BENCH_IDLE_SECONDS");
    return std::chrono::seconds(chosen > 0 ? chosen : usual);
}

// A docker that writes down each of its calls.
class LoggingDocker final
{
public:
    LoggingDocker()
    {
        const QString docker = core::locateClient({}, QProcessEnvironment::systemEnvironment()).program;
        QFile script(program());
        if (!script.open(QIODevice::WriteOnly))
            return;
        script.write("#!/bin/sh\necho \"$*\" >>'" + QFile::encodeName(log()) + "'\nexec '"
                     + QFile::encodeName(docker) + "' \"$@\"\n");
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    QString program() const { return m_folder.filePath(u"docker"_s); }
    qsizetype calls() const
    {
        QFile file(log());
        return file.open(QIODevice::ReadOnly) ? file.readAll().count('\n') : 0;
    }

private:
    QString log() const { return m_folder.filePath(u"calls"_s); }

    const QTemporaryDir m_folder;
};

double processorSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void watch(const LoggingDocker &docker)
{
    waitFor(settling);
    const qsizetype callsBefore = docker.calls();
    const double before = processorSeconds();
    const auto time = watchedTime();
    waitFor(time);
    printFigure("percent", (processorSeconds() - before) / double(time.count()) * 100);
    printFigure("processes", double(docker.calls() - callsBefore));
}

// A tray on the display of the bench.
class TrayHost final
{
public:
    TrayHost()
    {
        if (qEnvironmentVariableIsEmpty("DISPLAY") || QStandardPaths::findExecutable(u"trayer"_s).isEmpty())
            return;
        m_trayer.setProcessChannelMode(QProcess::ForwardedChannels);
        // It ends with the bench, whatever becomes of that.
        m_trayer.start(u"setpriv"_s, {u"--pdeathsig"_s, u"KILL"_s, u"trayer"_s});
        m_trayer.waitForStarted();
    }
    ~TrayHost()
    {
        m_trayer.kill();
        m_trayer.waitForFinished();
    }
    TrayHost(const TrayHost &) = delete;
    TrayHost &operator=(const TrayHost &) = delete;

    bool isRunning() const { return m_trayer.state() == QProcess::Running; }

private:
    QProcess m_trayer;
};

// The icon goes to the bench's own host, not to the panel of whoever runs it.
void leaveSessionBus()
{
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
}

// None is allowed, and a ratio to none would be no figure: each counts as one too many.
QList<double> oneMore(QList<double> counts)
{
    for (double &count : counts)
        ++count;
    return counts;
}

} // namespace

QList<Row> measureIdle()
{
    const ManyServers running(servers);
    const TrayHost host;
    QList<Row> rows;
    for (const QString &how : {u"hidden"_s, u"shown"_s, u"tray"_s}) {
        if (how == "tray"_L1 && !host.isRunning()) {
            std::fprintf(stderr, "not measured: idle with the tray, which takes trayer and an X display\n");
            continue;
        }
        const Figures figures = running.areRunning() ? figuresOfChild(u"idle-"_s + how) : Figures();
        rows += {limited(u"idle, 20 servers, %1: of a core"_s.arg(how), u"%"_s, figures.value(u"percent"_s),
                         percentLimit),
                 limited(u"idle, 20 servers, %1: 1 + docker processes"_s.arg(how), u""_s,
                         oneMore(figures.value(u"processes"_s)), 1)};
    }
    return rows;
}

QList<Row> measureMemory(int pairs)
{
    Row row{.what = u"resident memory, 20 servers / bare QMainWindow"_s, .unit = u"MB"_s, .budget = 2};
    const ManyServers running(servers);
    for (int i = 0; i < pairs && running.areRunning(); ++i) {
        row.reference.append(residentOfWindow(u"bare"_s));
        row.ours.append(residentOfWindow(u"berth"_s));
    }
    return {row};
}

std::optional<int> runIdleChild(const QString &which, int argc, char *argv[])
{
    if (which != "idle-hidden"_L1 && which != "idle-shown"_L1 && which != "idle-tray"_L1)
        return std::nullopt;
    const bool hasTray = which == "idle-tray"_L1;
    if (hasTray)
        leaveSessionBus();
    app::shareMemoryBetweenThreads();
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    const LoggingDocker docker;
    {
        app::Settings settings = app::readSettings().settings;
        settings.dockerProgram = docker.program();
        core::Monitor monitor(settledSources(settings));
        ui::MainWindow window(monitor, monitor.servers(), u"bench"_s);
        window.show();
        std::optional<ui::Presence> presence;
        if (hasTray)
            presence.emplace(monitor, monitor.servers(), window);
        monitor.check();
        const auto areAllReady = [&monitor] {
            const QList<core::Server> &all = monitor.servers().servers();
            return all.size() == servers && std::ranges::all_of(all, [](const core::Server &server) {
                       return server.state == core::ServerState::Ready;
                   });
        };
        const auto isInTray = [&presence] { return !presence || presence->tray().isThere(); };
        if (!waitUntil(areAllReady, 60s) || !waitUntil(isInTray, 60s)) {
            std::fprintf(stderr, "the servers did not become ready, or the tray did not show the icon\n");
            return 1;
        }
        // CPU and memory of the servers are asked for while the window is the active one: this takes its
        // place.
        QWidget other;
        other.show();
        other.activateWindow();
        if (which != "idle-shown"_L1)
            window.hide();
        watch(docker);
    }
    app::finishBlockingWork(0);
    return 0;
}

} // namespace bench
