// SPDX-License-Identifier: MIT
#include "core/docker/engine.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace core {

namespace {

QString defaultEndpoint()
{
#ifdef Q_OS_WIN
    return u"npipe:////./pipe/docker_engine"_s;
#else
    return u"unix:///var/run/docker.sock"_s;
#endif
}

QString configFolder(const QProcessEnvironment &environment)
{
    const QString configured = environment.value(u"DOCKER_CONFIG"_s);
    return configured.isEmpty() ? environment.value(u"HOME"_s, QDir::homePath()) + u"/.docker"_s : configured;
}

QJsonObject readObject(const QString &path)
{
    QFile file(path);
    // Opening anything but a file, a pipe above all, may never return.
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError)
        qCWarning(lcDocker) << "not valid JSON:" << path << error.errorString();
    return document.object();
}

} // namespace

QStringList EngineChoice::arguments() const
{
    return host.isEmpty() ? QStringList{u"--context"_s, context} : QStringList{u"--host"_s, host};
}

EngineChoice chooseEngine(const QString &requestedContext, const QProcessEnvironment &environment)
{
    const QString host = environment.value(u"DOCKER_HOST"_s);
    const QString fromEnvironment = environment.value(u"DOCKER_CONTEXT"_s);
    QString context = requestedContext;
    if (context.isEmpty() && host.isEmpty()) {
        context = fromEnvironment.isEmpty()
            ? readObject(configFolder(environment) + u"/config.json"_s).value(u"currentContext"_s).toString()
            : fromEnvironment;
    }
    if (context.isEmpty())
        context = u"default"_s;
    // docker takes DOCKER_HOST for the endpoint of the context "default", however that one was chosen.
    return context == "default"_L1 && !host.isEmpty() ? EngineChoice{.host = host}
                                                      : EngineChoice{.context = context};
}

QList<Context> readContexts(const QProcessEnvironment &environment)
{
    const QString host = environment.value(u"DOCKER_HOST"_s);
    QList<Context> contexts{
        {.name = u"default"_s, .endpoint = host.isEmpty() ? defaultEndpoint() : redacted(host)}};
    const QDir store(configFolder(environment) + u"/contexts/meta"_s);
    const QStringList folders = store.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &folder : folders) {
        const QJsonObject meta = readObject(store.filePath(folder + u"/meta.json"_s));
        const QString name = meta.value(u"Name"_s).toString();
        if (name.isEmpty())
            continue;
        const QJsonObject docker = meta.value(u"Endpoints"_s)[u"docker"_s].toObject();
        contexts.append({.name = name,
                         .endpoint = redacted(docker.value(u"Host"_s).toString(defaultEndpoint())),
                         .description = meta.value(u"Metadata"_s)[u"Description"_s].toString()});
    }
    std::sort(contexts.begin() + 1, contexts.end(),
              [](const Context &a, const Context &b) { return a.name < b.name; });
    return contexts;
}

EngineFacts factsBeforehand(const EngineChoice &choice, const QList<Context> &contexts)
{
    if (!choice.host.isEmpty())
        return {.context = u"default"_s, .endpoint = redacted(choice.host)};
    const auto found = std::find_if(contexts.begin(), contexts.end(),
                                    [&choice](const Context &each) { return each.name == choice.context; });
    return {.context = choice.context, .endpoint = found == contexts.end() ? QString() : found->endpoint};
}

bool EngineFacts::isOverSsh() const
{
    return endpoint.startsWith(u"ssh://"_s);
}

bool EngineFacts::isElsewhere() const
{
    static const QRegularExpression tcp(u"\\A(?:tcp|https?)://"_s);
    static const QRegularExpression here(
        u"://(?:[^/@]*@)?(?:localhost|127(?:\\.\\d+){3}|\\[::1\\])(?::|/|\\z)"_s);
    return isOverSsh() || (tcp.match(endpoint).hasMatch() && !here.match(endpoint).hasMatch());
}

QString EngineFacts::socketPath() const
{
    static const QString scheme = u"unix://"_s;
    return endpoint.startsWith(scheme) ? endpoint.mid(scheme.size()) : QString();
}

} // namespace core
