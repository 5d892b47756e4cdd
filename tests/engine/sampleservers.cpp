// SPDX-License-Identifier: MIT
#include "tests/engine/sampleservers.h"

#include "ui/presentation/servertrouble.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tests {

namespace {

QByteArray page(const QByteArray &body)
{
    return "<!doctype html><title>sample</title><body>" + body + "</body>\n";
}

} // namespace

QString imageArchive(const QString &name)
{
    return QString::fromUtf8(BERTH_SERVER_IMAGES) + u'/' + name + u".tar"_s;
}

void importImage(const PrivateEngine &engine, const QString &name)
{
    const QString archive = imageArchive(name);
    const QByteArray missing =
        "tests/engine/serverimages.sh, which ./dev test runs, has not made " + archive.toUtf8();
    QVERIFY2(QFileInfo::exists(archive), missing.constData());
    const ToolEnding imported = engine.docker({u"import"_s, archive, name + u":1"_s});
    QVERIFY2(imported.succeeded(), imported.err.constData());
}

QString makeProject(const Scene &scene, const QString &name, const QMap<QString, QByteArray> &files)
{
    const QString project = scene.path(name);
    const auto give = [](const QString &path) {
        return ::chown(QFile::encodeName(path).constData(), projectOwner, projectGroup) == 0;
    };
    bool made = QDir().mkpath(project) && give(project);
    for (auto it = files.cbegin(); it != files.cend(); ++it) {
        const QString path = project + u'/' + it.key();
        made = made && writeFile(path, it.value()) && give(path);
    }
    if (!made)
        QTest::qFail("cannot make the project", __FILE__, __LINE__);
    return project;
}

SampleServer busyboxServer()
{
    return {.image = u"tools:1"_s,
            .files = {{u"index.html"_s, page("busybox serves this")}},
            .command = {u"httpd"_s, u"-f"_s, u"-p"_s, u"0.0.0.0:{port}"_s},
            .text = u"busybox serves this"_s};
}

SampleServer pythonServer()
{
    return {.image = u"python:1"_s,
            .files = {{u"index.html"_s, page("python serves this")}},
            .command = {u"python3"_s, u"-m"_s, u"http.server"_s, u"{port}"_s},
            .text = u"python serves this"_s};
}

SampleServer bunServer()
{
    return {.image = u"bun:1"_s,
            .files = {{u"server.js"_s,
                       "Bun.serve({ hostname: '0.0.0.0', port: Number(Bun.argv[2]),\n"
                       "  fetch: () => new Response('bun serves this') });\n"}},
            .command = {u"bun"_s, u"server.js"_s, u"{port}"_s},
            .text = u"bun serves this"_s};
}

SampleServer viteServer()
{
    return {.image = u"vite:1"_s,
            .files = {{u"index.html"_s, page("<p id=app></p><script type=module src=/main.js></script>")},
                      {u"main.js"_s,
                       "import { text } from './text.js';\n"
                       "const show = value => { document.getElementById('app').textContent = value; };\n"
                       "show(text);\n"
                       "import.meta.hot.accept('./text.js', changed => show(changed.text));\n"},
                      {u"text.js"_s, "export const text = 'vite serves this';\n"}},
            .command = {u"vite"_s, u"--host"_s, u"0.0.0.0"_s, u"--port"_s, u"{port}"_s, u"--strictPort"_s},
            .text = u"vite serves this"_s};
}

BerthCall callOnEngine(const Scene &scene, const QStringList &arguments)
{
    BerthCall call = scene.call;
    call.prefix = scene.engine.network().inside();
    call.home = scene.path(u"home"_s);
    call.arguments = arguments;
    return call;
}

BerthCall upCall(const Scene &scene, const QString &project, const QString &image, const QStringList &command,
                 quint16 port)
{
    return callOnEngine(
        scene,
        QStringList{u"up"_s, project, u"--image"_s, image, u"--port"_s, QString::number(port), u"--"_s}
            + command);
}

QByteArray serverNames(const PrivateEngine &engine)
{
    return engine
        .docker({u"ps"_s, u"--all"_s, u"--format"_s, u"{{.Names}}"_s, u"--filter"_s, u"name=devserver"_s})
        .out.trimmed();
}

void removeServers(const PrivateEngine &engine)
{
    const QString left = QString::fromUtf8(serverNames(engine));
    if (!left.isEmpty())
        engine.docker(QStringList{u"rm"_s, u"--force"_s} + left.split(u'\n'));
}

QStringList listenersOn(const PrivateEngine &engine, quint16 port)
{
    const ToolEnding listed = mustRun(engine.network().inside()
                                      + QStringList{u"ss"_s, u"--no-header"_s, u"--listening"_s, u"--tcp"_s,
                                                    u"--numeric"_s, u"sport = :%1"_s.arg(port)});
    QStringList addresses;
    const QStringList lines = QString::fromUtf8(listed.out).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        addresses.append(line.simplified().section(u' ', 3, 3));
    return addresses;
}

QJsonObject listedServer(const Scene &scene, quint16 port)
{
    const BerthRun run = runBerth(callOnEngine(scene, {u"ls"_s, u"--json"_s}));
    const QJsonArray servers = run.json["servers"_L1].toArray();
    for (const QJsonValue &server : servers) {
        if (server["port"_L1].toInt() == port)
            return server.toObject();
    }
    return {};
}

QByteArray sentenceOf(core::ServerTrouble trouble)
{
    const QString anyWords = u"@@"_s;
    if (trouble.detail.isEmpty())
        trouble.detail = anyWords;
    return ui::troubleSentence(trouble).section(anyWords, 0, 0).trimmed().toUtf8();
}

} // namespace tests
