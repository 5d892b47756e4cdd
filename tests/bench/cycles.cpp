// SPDX-License-Identifier: MIT
#include "tests/bench/cycles.h"

#include "app/memory.h"
#include "core/monitor/monitor.h"
#include "tests/bench/footprint.h"
#include "tests/bench/realengine.h"
#include "tests/bench/stallmeter.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace bench {

namespace {

constexpr auto patience = 60s;
constexpr auto longestSettling = 30s;
constexpr quint16 port = 4300;
// From the tenth to the end: what the allocator makes of so many pieces, and no more for more cycles.
constexpr double mostGrowthMiB = 4;
constexpr int fewestWarm = 5; // until everything that is made once has been made

// What each cycle gives back, and what the monitor gives back at its own end.
const QStringList ofCycles{processes, descriptors, threads, containers, volumes, lockFiles, otherFiles};
const QStringList ofMonitor{processes, containers, volumes, lockFiles};

struct Look
{
    Footprint counts;
    double ownMiB = 0;
    double residentMiB = 0;
};

Look lookNow(const QString &folder)
{
    return {.counts = footprint(folder), .ownMiB = ownMiB(), .residentMiB = residentMiB()};
}

struct Looks
{
    Look before;
    Look warm; // after a tenth
    Look last;
    Look gone; // without the monitor
};

// What ends a moment later gets that moment.
Look lookUnchanging(const QString &folder)
{
    Look look;
    waitUntil(
        [&] {
            const Footprint before = look.counts;
            look = lookNow(folder);
            return look.counts == before;
        },
        longestSettling);
    return look;
}

Look lookNoMoreThan(const Footprint &before, const QStringList &names, const QString &folder)
{
    Look look;
    waitUntil(
        [&] {
            look = lookNow(folder);
            return moreThan(before, look.counts, names).isEmpty();
        },
        longestSettling);
    return look;
}

core::MonitorSources sourcesIn(const QString &folder)
{
    core::MonitorSources sources = settledSources({});
    sources.servers.stateFolder = folder + u"/state"_s;
    sources.servers.owners = {.instances = folder + u"/run"_s, .stateFolder = folder + u"/state"_s};
    return sources;
}

core::LaunchRequest requestIn(const QString &folder)
{
    return {.container = {.folder = folder,
                          .image = ServerImage::name(),
                          .command = ServerImage::command(u"{port}"_s)},
            .port = port};
}

// Whether the server became ready and went again.
bool runCycle(core::Servers &servers, const core::LaunchRequest &request)
{
    const core::ServerKey key = servers.launch(request);
    const auto state = [&] {
        const core::Server *const server = servers.find(key);
        return server == nullptr ? core::ServerState::Stopped : server->state;
    };
    const auto isSettled = [&] {
        return state() == core::ServerState::Ready || state() == core::ServerState::Failed
            || state() == core::ServerState::Stopped;
    };
    if (!waitUntil(isSettled, patience) || state() != core::ServerState::Ready)
        return false;
    servers.stop({key});
    return waitUntil([&] { return servers.find(key) == nullptr; }, patience);
}

bool runAll(int count, int warm, const QTemporaryDir &folder, Looks &looks)
{
    const QTemporaryDir project;
    core::Monitor monitor(sourcesIn(folder.path()));
    monitor.check();
    core::Servers &servers = monitor.servers();
    const auto isListed = [&] { return servers.listing().state == core::Listing::State::Listed; };
    bool works = waitUntil(isListed, patience);
    const core::LaunchRequest request = requestIn(project.path());
    for (int cycle = 1; cycle <= count && works; ++cycle) {
        works = runCycle(servers, request);
        if (!works)
            std::fprintf(stderr, "the server of cycle %d did not become ready, or did not go\n", cycle);
        if (cycle == warm)
            looks.warm = lookUnchanging(folder.path());
    }
    looks.last = lookNoMoreThan(looks.warm.counts, ofCycles, folder.path());
    return works;
}

void print(const Looks &looks, int count, int warm)
{
    std::printf("%-24s %10s %10s %10s %10s\n", "what", "before", qPrintable(u"after %1"_s.arg(warm)),
                qPrintable(u"after %1"_s.arg(count)), "closed");
    for (const QString &name : ofCycles)
        std::printf("%-24s %10d %10d %10d %10d\n", qPrintable(name), int(looks.before.counts[name]),
                    int(looks.warm.counts[name]), int(looks.last.counts[name]), int(looks.gone.counts[name]));
    const auto printMemory = [&looks](const char *what, double Look::*memory) {
        std::printf("%-24s %10.1f %10.1f %10.1f %10.1f\n", what, looks.before.*memory, looks.warm.*memory,
                    looks.last.*memory, looks.gone.*memory);
    };
    printMemory("own memory, MB", &Look::ownMiB);
    printMemory("with files' pages, MB", &Look::residentMiB);
}

QStringList leaksOf(const Looks &looks)
{
    QStringList leaks = moreThan(looks.warm.counts, looks.last.counts, ofCycles)
        + moreThan(looks.before.counts, looks.gone.counts, ofMonitor);
    if (looks.last.ownMiB > looks.warm.ownMiB + mostGrowthMiB)
        leaks.append(u"own memory"_s);
    leaks.removeDuplicates();
    return leaks;
}

} // namespace

int runCycles(int count)
{
    app::shareMemoryBetweenThreads();
    const ServerImage image;
    if (!image.isThere()) {
        std::fprintf(stderr, "no working engine: there is nothing to start servers on\n");
        return 1;
    }
    const int warm = std::min(std::max(count / 10, fewestWarm), count);
    const QTemporaryDir folder;
    Looks looks{.before = lookUnchanging(folder.path())};
    QElapsedTimer time;
    time.start();
    const bool works = runAll(count, warm, folder, looks);
    const double seconds = double(time.elapsed()) / 1000;
    looks.gone = lookNoMoreThan(looks.before.counts, ofMonitor, folder.path());
    print(looks, count, warm);
    const QStringList leaks = leaksOf(looks);
    for (const QString &name : leaks)
        std::printf("LEFT BEHIND: %s\n", qPrintable(name));
    std::printf("%d cycles in %.0f s: %s\n", count, seconds,
                !works                ? "FAILED"
                    : leaks.isEmpty() ? "nothing left behind"
                                      : "MISSED");
    return works && leaks.isEmpty() ? 0 : 1;
}

} // namespace bench
