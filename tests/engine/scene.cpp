// SPDX-License-Identifier: MIT
#include "tests/engine/scene.h"

#include "tests/engine/sampleservers.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tests {

namespace {

// The one client that all is to be tried with; empty: the first on PATH.
QString chosenClient()
{
    return qEnvironmentVariable("BERTH_TEST_CLIENT");
}

void verifyEmpty(const PrivateEngine &engine, const QStringList &question)
{
    const ToolEnding answer = engine.docker(question);
    const QByteArray text = question.join(u' ').toUtf8() + ": " + answer.out + answer.err;
    QVERIFY2(answer.succeeded() && answer.out.trimmed().isEmpty(), text.constData());
}

} // namespace

Scene::Scene(PrivateEngine &theEngine)
    : engine(theEngine)
{
    QFile::setPermissions(folder.path(), QFile::Permissions(0x7755));
    call.environment.insert(u"DOCKER_HOST"_s, engine.endpoint());
    if (!chosenClient().isEmpty())
        useClient(*this, chosenClient());
}

Scene::~Scene()
{
    heal();
}

void Scene::heal()
{
    while (!undo.empty()) {
        const auto step = undo.back();
        undo.pop_back();
        step();
    }
    parts.clear();
}

void verifyMachine()
{
    QVERIFY2(::geteuid() == 0, "The engine tests start engines of their own and have to be run as root.");
    for (const auto *const program :
         {"docker", "dockerd", "containerd", "runc", "ip", "iptables", "nsenter", "unshare", "setpriv",
          "findmnt", "tar", "ssh", "ss", "chromium", "openssl"}) {
        const QByteArray missing = "The engine tests need " + QByteArray(program) + ", which is not on PATH.";
        QVERIFY2(!QStandardPaths::findExecutable(QString::fromUtf8(program)).isEmpty(), missing.constData());
    }
}

std::unique_ptr<PrivateEngine> makeEngine(const EngineSetup &setup, const QStringList &images)
{
    verifyMachine();
    if (QTest::currentTestFailed())
        return nullptr;
    auto engine = std::make_unique<PrivateEngine>(setup);
    for (const QString &image : images)
        importImage(*engine, image);
    return engine;
}

void verifyHealsAndNothingIsLeft(PrivateEngine &engine)
{
    Scene scene(engine);
    verifyJudgement(runBerth(scene.call), u"usable"_s, {});
    verifyNothingIsLeft(engine);
}

void verifyNothingIsLeft(const PrivateEngine &engine)
{
    verifyEmpty(engine, {u"ps"_s, u"--all"_s, u"--quiet"_s, u"--filter"_s, u"name=berth"_s});
    verifyEmpty(engine, {u"images"_s, u"--quiet"_s, u"berth-probe"_s});
    verifyEmpty(engine, {u"images"_s, u"--quiet"_s, u"--filter"_s, u"label=berth.probe"_s});
    verifyEmpty(engine, {u"volume"_s, u"ls"_s, u"--quiet"_s});
    verifyEmpty(engine, {u"network"_s, u"ls"_s, u"--quiet"_s, u"--filter"_s, u"type=custom"_s});
    verifyNoClientOf(engine.socketPath(), engine.pid());
}

void verifyNoClientOf(const QString &text, qint64 exception)
{
    const auto noneLeft = [&] {
        QList<qint64> clients = processesWith(u"cmdline"_s, text.toUtf8());
        clients.removeOne(exception);
        return clients.isEmpty();
    };
    const bool gone = QTest::qWaitFor(noneLeft, 10'000);
    QVERIFY2(gone, "a docker client outlived its berth");
}

QStringList dockerClients()
{
    if (!chosenClient().isEmpty())
        return {chosenClient()};
    QStringList clients{u"/usr/local/bin/docker"_s, u"/usr/bin/docker"_s};
    clients.removeIf([](const QString &client) { return !QFileInfo(client).isExecutable(); });
    return clients;
}

void useClient(Scene &scene, const QString &client)
{
    const QString folder = scene.path(u"bin"_s);
    const QString link = folder + u"/docker"_s;
    QFile::remove(link);
    if (!QDir().mkpath(folder) || !QFile::link(client, link))
        QTest::qFail("cannot link the client", __FILE__, __LINE__);
    scene.call.path.prepend(folder + u':');
}

void useClientThat(Scene &scene, const QString &verb, const QString &script)
{
    const QString client = scene.path(u"docker"_s);
    const QString text = u"#!/bin/sh\ncase \" $* \" in *' %1 '*)\n%2\n;; esac\nexec %3 \"$@\"\n"_s.arg(
        verb, script, QStandardPaths::findExecutable(u"docker"_s, scene.call.path.split(u':')));
    if (!writeProgram(client, text.toUtf8()))
        QTest::qFail("cannot write the client", __FILE__, __LINE__);
    scene.call.settings.insert(u"docker/program"_s, client);
}

QByteArray probeArchive(PrivateEngine &engine)
{
    Scene scene(engine);
    const QString recording = scene.path(u"archive"_s);
    useClientThat(scene, u"load"_s, u"cat >%1; exec <%1"_s.arg(recording));
    verifyJudgement(runBerth(scene.call), u"usable"_s, {});
    QFile file(recording);
    if (!file.open(QIODevice::ReadOnly))
        QTest::qFail("no archive was loaded", __FILE__, __LINE__);
    return file.readAll();
}

void keepProbeLayer(Scene &scene)
{
    PrivateEngine &engine = scene.engine;
    writeFile(scene.path(u"archive"_s), probeArchive(engine));
    mustRun({u"tar"_s, u"--extract"_s, u"--file"_s, scene.path(u"archive"_s), u"--directory"_s,
             scene.folder.path()});
    QFile original(scene.path(u"config.json"_s));
    original.open(QIODevice::ReadOnly);
    QJsonObject config = QJsonDocument::fromJson(original.readAll()).object();
    original.close();
    config.remove("config"_L1); // the labels that make it berth's
    const QJsonObject manifest{{"Config"_L1, u"config.json"_s},
                               {"RepoTags"_L1, QJsonArray{u"keeper:1"_s}},
                               {"Layers"_L1, QJsonArray{u"layer.tar"_s}}};
    writeFile(original.fileName(), QJsonDocument(config).toJson());
    writeFile(scene.path(u"manifest.json"_s), QJsonDocument(QJsonArray{manifest}).toJson());
    mustRun({u"tar"_s, u"--create"_s, u"--file"_s, scene.path(u"keeper"_s), u"--directory"_s,
             scene.folder.path(), u"config.json"_s, u"layer.tar"_s, u"manifest.json"_s});
    mustRun({u"docker"_s, u"--host"_s, engine.endpoint(), u"load"_s, u"--input"_s, scene.path(u"keeper"_s)});
    scene.undo.push_back([&engine] { engine.docker({u"image"_s, u"rm"_s, u"--force"_s, u"keeper:1"_s}); });
}

} // namespace tests
