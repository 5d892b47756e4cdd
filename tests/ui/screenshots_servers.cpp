// SPDX-License-Identifier: MIT
#include "tests/ui/screenshots_servers.h"

#include "core/docker/diagnosis.h"
#include "core/monitor/monitor.h"
#include "tests/ui/fakeservers.h"
#include "tests/ui/measuredengine.h"
#include "tests/ui/picture.h"
#include "tests/ui/serversamples.h"
#include "ui/mainwindow.h"

#include <QAction>
#include <QTreeView>

#include <cmath>

using namespace core;
using namespace Qt::StringLiterals;

namespace screenshots {

namespace {

struct Scene
{
    QString name;
    Listing listing{.state = Listing::State::Listed};
    QList<Server> servers;
    int selected = -1; // a row
    bool log = false;
};

// An engine that has no room left for a container.
Server outOfRoom()
{
    const ServerTrouble trouble{.kind = ServerTrouble::Kind::CouldNotStart,
                                .detail = u"write /var/lib/docker/overlay2: no space left on device"_s,
                                .diagnosis = diagnosisFor(u"disk-full"_s, {.engine = {.context = u"lab"_s}})};
    return samples::failed(8, 4307, u"wiki"_s, trouble);
}

QList<Scene> scenes()
{
    const QList<Server> all = samples::everyKind();
    return {{.name = u"loading"_s, .listing = {.state = Listing::State::Loading}},
            {.name = u"empty"_s},
            {.name = u"failed"_s,
             .listing = {.state = Listing::State::Failed, .reason = u"connection refused"_s}},
            {.name = u"one"_s, .servers = {samples::ready(1, 4300, u"webshop"_s)}, .selected = 0},
            {.name = u"every"_s, .servers = all},
            {.name = u"trouble"_s, .servers = all, .selected = 2},
            {.name = u"commands"_s, .servers = all + QList<Server>{outOfRoom()}, .selected = 7},
            {.name = u"loopback"_s, .servers = all, .selected = 6},
            {.name = u"exposed"_s, .servers = all, .selected = 4},
            {.name = u"log"_s, .servers = all, .selected = 0, .log = true},
            {.name = u"silent"_s, .listing = {.state = Listing::State::Silent}, .servers = all}};
}

// Half a minute of usage, so that there is something to draw.
void use(tests::FakeServers &servers)
{
    const QList<Server> before = servers.servers();
    for (int i = 0; i < 30; ++i) {
        for (Server server : before) {
            if (!server.usage)
                continue;
            const double wave = std::sin(i * 0.5 + double(server.port));
            server.usage = Usage{.cpuPercent = 20 + 15 * wave,
                                 .memory = 130'000'000 + 1'000'000 * i,
                                 .at = server.since.addSecs(i + 1)};
            servers.change(server);
        }
    }
}

void shoot(const Scene &scene, const QSize &size, const QString &file)
{
    tests::MeasuredEngine engine;
    Monitor monitor(engine.sources());
    tests::FakeServers servers;
    for (const Server &server : scene.servers) {
        if (server.isOurs)
            servers.requests[quint64(server.key)] = samples::request(u"webshop"_s, {u"npx"_s, u"vite"_s});
    }
    servers.setListing(scene.listing);
    ui::MainWindow window(monitor, servers, u"0.1.0"_s);
    window.resize(size);
    window.show();
    monitor.check();
    servers.setServers(scene.servers);
    waitUntil(
        [&] { return !monitor.isChecking() && window.findChild<QTreeView *>(u"serversTable"_s) != nullptr; },
        u"the table, for "_s + file);
    use(servers);
    auto *const table = window.findChild<QTreeView *>(u"serversTable"_s);
    if (scene.selected >= 0)
        table->setCurrentIndex(table->model()->index(scene.selected, 0));
    if (scene.log) {
        servers.log(ServerKey{1})
            ->append(OutputChannel::Out, "VITE v5.4.2  ready in 312 ms\n",
                     QDateTime::currentMSecsSinceEpoch());
        window.findChild<QAction *>(u"serverLogAction"_s)->trigger();
    }
    save(window, file);
}

} // namespace

void shootServers(const QDir &folder, const QString &suffix)
{
    for (const QSize size : {QSize(640, 480), QSize(960, 640), QSize(1280, 800)}) {
        for (const Scene &scene : scenes())
            shoot(scene, size,
                  folder.filePath(
                      u"servers-%1-%2-%3.png"_s.arg(scene.name, suffix, QString::number(size.width()))));
    }
}

} // namespace screenshots
