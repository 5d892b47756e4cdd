// SPDX-License-Identifier: MIT
#pragma once

#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace core {

// Which engine is asked. Chosen once, then passed to every command.
struct EngineChoice
{
    QString context; // a context's name; empty where DOCKER_HOST decides
    QString host;    // the value of DOCKER_HOST; empty where a context decides

    bool operator==(const EngineChoice &) const = default;

    // `--context NAME` or `--host URL`: giving docker both is an error.
    QStringList arguments() const;
};

// docker's own precedence: the requested context, DOCKER_HOST, DOCKER_CONTEXT, `currentContext` of the
// client's config.json, "default". An empty DOCKER_HOST counts as absent.
EngineChoice chooseEngine(const QString &requestedContext, const QProcessEnvironment &environment);

struct Context
{
    QString name;
    QString endpoint; // redacted
    QString description;

    bool operator==(const Context &) const = default;
};

// "default" and every context of the client's store, by name. Read from its files: `docker context ls` of the
// 20.10 client asks the engine first and hangs where that hangs.
QList<Context> readContexts(const QProcessEnvironment &environment);

enum class Flavour { Unknown, Docker, Desktop, Rootless, Podman };

// What is known about the engine and the client. Empty members are not known (yet).
struct EngineFacts
{
    QString context;       // "default" where DOCKER_HOST decides
    QString endpoint;      // unix:///var/run/docker.sock; redacted
    QString clientPath;    // absolute
    QString clientVersion; // 28.2.2
    QString serverVersion; // 20.10.24+dfsg1
    QString arch;          // docker's word: amd64, arm64
    QString system;        // the engine's operating system, as it calls it
    QString storageDriver; // overlay2
    QString rootFolder;    // on the engine's host
    QString kernel;
    QString cgroupVersion; // 1 or 2
    Flavour flavour = Flavour::Unknown;
    bool userNamespaces = false; // userns-remap
    bool hasInit = true;         // the engine has an init binary for --init
    bool proxyConfigured = false;
    std::optional<bool> ipv4Forwarding;
    QStringList warnings;

    bool operator==(const EngineFacts &) const = default;

    // The path of a unix endpoint, else empty.
    QString socketPath() const;
    bool isLocal() const { return !socketPath().isEmpty(); }
    bool isOverSsh() const;
    // Whether the engine's host is another machine than this one, as far as its address tells.
    bool isElsewhere() const;
};

// What is known before anything was asked: the context and, where the store has it, its endpoint.
EngineFacts factsBeforehand(const EngineChoice &choice, const QList<Context> &contexts);

} // namespace core
