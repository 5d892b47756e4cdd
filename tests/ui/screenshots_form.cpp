// SPDX-License-Identifier: MIT
#include "tests/ui/screenshots_form.h"

#include "tests/ui/fakeservers.h"
#include "tests/ui/picture.h"
#include "ui/dialogs/serverform.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;
using Field = DraftProblem::Field;
using Kind = ServerTrouble::Kind;

namespace screenshots {

namespace {

struct Scene
{
    QString name;
    LaunchRequest request = {};
    LaunchPreview answer = {};
    QString line = {};  // typed as the command
    QString press = {}; // a button, by name
    LaunchPreview answerThen = {};
};

LaunchRequest shop()
{
    return {.container = {.folder = u"/home/maria/projects/shop"_s,
                          .image = u"node:22-bookworm"_s,
                          .command = {u"npm"_s, u"run"_s, u"dev"_s, u"--"_s, u"--port"_s, u"{port}"_s,
                                      u"--host"_s, u"0.0.0.0"_s}},
            .port = 4300};
}

LaunchRequest withMounts(LaunchRequest request)
{
    request.container.mounts = {{.source = u"/home/maria/projects/fixtures"_s,
                                 .target = u"/fixtures"_s,
                                 .access = MountRequest::Access::ReadOnly},
                                {.source = u"/home/maria/.ssh"_s, .target = u"/keys"_s}};
    return request;
}

QStringList arguments()
{
    return u"run --rm --quiet --name berth-devserver-4300 --publish 127.0.0.1:4300:4300 --cap-drop=ALL "
           "--security-opt=no-new-privileges --memory=2g --memory-swap=2g --pids-limit=512 --init "
           "--user 1000:1000 --env HOME=/tmp --tmpfs /tmp:rw,exec,nosuid,nodev,mode=1777 --mount "
           "type=bind,source=/home/maria/projects/shop,target=/repo --workdir /repo --label "
           "berth.mode=open --label berth.project=/home/maria/projects/shop --entrypoint npm "
           "node:22-bookworm run dev -- --port 4300 --host 0.0.0.0"_s.split(u' ');
}

QList<Scene> scenes()
{
    const LaunchPreview fine{.port = quint16(4300), .arguments = arguments()};
    const LaunchPreview wrong{
        .problems =
            {{.field = Field::Folder,
              .error = {.tried = u"mount"_s, .detail = u"it does not exist, or cannot be reached"_s}},
             {.field = Field::Image,
              .error = {.tried = u"choose an image"_s, .detail = u"\"node 22\" is no name of an image"_s}},
             {.field = Field::Mount,
              .index = 1,
              .error = {.tried = u"mount"_s, .detail = u"it would open /home/maria/.ssh to the container"_s}},
             {.field = Field::Limits,
              .error = {.tried = u"read"_s,
                        .detail = u"the setting sandbox/memory must be at least 6m; it is \"1m\""_s}}},
        .portTrouble =
            ServerTrouble{.kind = Kind::PortHeldByProcess, .holder = u"node"_s, .holderPid = 48213},
        .freePort = quint16(4301)};
    const LaunchPreview held{
        .portTrouble = ServerTrouble{.kind = Kind::PortHeldByServer, .holder = u"berth-devserver-4300"_s},
        .freePort = quint16(4301),
        .arguments = arguments()};
    LaunchRequest mistaken = withMounts(shop());
    mistaken.container.folder = u"/home/maria/projects/shopp"_s;
    mistaken.container.image = u"node 22"_s;
    const LaunchPreview nothing{.problems = {{.field = Field::Folder}}};
    return {{.name = u"empty"_s, .answer = nothing},
            {.name = u"filled"_s, .request = shop(), .answer = fine},
            {.name = u"mounts"_s, .request = withMounts(shop()), .answer = fine},
            {.name = u"wrong"_s, .request = mistaken, .answer = wrong, .line = u"sh -c 'npm run"_s},
            {.name = u"held"_s, .request = shop(), .answer = held},
            {.name = u"replaced"_s,
             .request = shop(),
             .answer = held,
             .press = u"formReplace"_s,
             .answerThen = fine}};
}

void shoot(const Scene &scene, const QString &file)
{
    tests::FakeServers servers;
    servers.previewAnswer = scene.answer;
    auto *const form = new ui::ServerForm(servers, scene.request);
    form->show();
    if (!scene.line.isEmpty()) {
        auto *const line = form->findChild<QLineEdit *>(u"formCommand"_s);
        line->selectAll();
        QTest::keyClicks(line, scene.line);
    }
    // It waits for somebody who types to come to a stop.
    waitUntil([&] { return servers.previewed.last() == form->request(); }, file);
    if (!scene.press.isEmpty()) {
        servers.previewAnswer = scene.answerThen;
        form->findChild<QPushButton *>(scene.press)->click();
    }
    save(*form, file);
    delete form;
}

} // namespace

void shootForm(const QDir &folder, const QString &theme)
{
    for (const Scene &scene : scenes())
        shoot(scene, folder.filePath(u"form-%1-%2.png"_s.arg(scene.name, theme)));
}

} // namespace screenshots
