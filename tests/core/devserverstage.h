// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/blockingpool.h"
#include "core/devserver/devserver.h"
#include "core/devserver/lastrun.h"
#include "tests/core/inspected.h"
#include "tests/core/playedstreams.h"
#include "tests/core/scripteddocker.h"

#include <QFile>
#include <QFileInfo>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <atomic>
#include <memory>

namespace tests {

// An engine with the one container of the server under test. Its client is a shell that goes on for as long
// as there is a file, which `rm` takes away.
class Stage final
{
public:
    explicit Stage(const QStringList &scripts = {})
        : streams(scripts.isEmpty() ? QStringList{attached()} : scripts)
    {
        QFile file(life());
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file to live by");
        docker.on(QStringLiteral("^ps --all --no-trunc --format"), core::Ran{});
        docker.on(QStringLiteral("^ps .*label=berth.run="),
                  [this](const QStringList &, const core::CommandOptions &) {
                      return core::Ran{.out = QFileInfo::exists(life()) && hasContainer ? "aa\n" : ""};
                  });
        docker.on(QStringLiteral("^inspect --type container [^-]"),
                  [this](const QStringList &, const core::CommandOptions &) {
                      return core::Ran{.out = inspected({{.id = QStringLiteral("aa"),
                                                          .name = QStringLiteral("berth-devserver")}})};
                  });
        docker.on(QStringLiteral("^inspect .*State.Status"),
                  [this](const QStringList &, const core::CommandOptions &) {
                      return QFileInfo::exists(life())
                          ? core::Ran{.out = "running\n"}
                          : core::Ran{.exitCode = 1, .out = "[]\n", .err = "Error: No such container: x\n"};
                  });
        docker.on(QStringLiteral("^rm "), [this](const QStringList &, const core::CommandOptions &) {
            QFile::remove(life());
            return core::Ran{};
        });
    }

    ~Stage() { core::blockingPool().waitForDone(); } // what was dropped still asks the docker of this stage
    Q_DISABLE_COPY_MOVE(Stage)

    // Prints, and goes on until the container is gone.
    QString attached(const QString &printed = {}) const
    {
        return QStringLiteral("printf '%s\\n' '%1'; while [ -e '%2' ]; do sleep 0.02; done; exit 137")
            .arg(printed, life());
    }

    std::unique_ptr<core::DevServer> server(quint16 port,
                                            std::chrono::seconds patience = std::chrono::seconds(60))
    {
        return server({.container = {.folder = m_project.path(),
                                     .image = QStringLiteral("node:22"),
                                     .command = {QStringLiteral("npm"), QStringLiteral("start")}},
                       .port = port,
                       .patience = patience});
    }

    std::unique_ptr<core::DevServer> server(const core::LaunchRequest &request)
    {
        core::LaunchSources sources{
            .docker = docker.runner(),
            .engine = {.endpoint = QStringLiteral("unix:///nonexistent/docker.sock"),
                       .arch = QStringLiteral(BERTH_NATIVE_ARCHITECTURE),
                       .flavour = core::Flavour::Docker},
            .payloads = std::make_shared<core::Payloads>(core::PayloadSources{}),
            .stateFolder = m_folder.filePath(QStringLiteral("state")),
            .homes = {QStringLiteral("/nonexistent")},
            .hostListener = [](quint16) { return std::optional<core::HostListener>(); },
            .lookAtSocket = [](const QString &) { return core::SocketFacts{}; },
            .sentence =
                [](const core::ServerTrouble &trouble) {
                    return QStringLiteral("trouble %1").arg(int(trouble.kind));
                },
            .keepEnd = [this](const core::ServerEnd &end) { ends.append(end); },
            .reachGrace = std::chrono::milliseconds(200)};
        return std::make_unique<core::DevServer>(request, sources, streams.starter());
    }

    core::Result<core::LastRun> lastRun(quint16 port) const
    {
        return core::readLastRun(m_folder.filePath(QStringLiteral("state")), port);
    }
    bool lives() const { return QFileInfo::exists(life()); }
    void destroy() { QFile::remove(life()); }
    QString life() const { return m_folder.filePath(QStringLiteral("life")); }
    QString project() const { return m_project.path(); }

private:
    QTemporaryDir m_folder;
    QTemporaryDir m_project;

public:
    ScriptedDocker docker;
    PlayedStreams streams;
    std::atomic<bool> hasContainer = true;
    QList<core::ServerEnd> ends;
};

// A client that hands a SIGTERM on to its container, as docker's does.
inline QString handingOn(const Stage &stage)
{
    return QStringLiteral("trap 'rm %1; exit 0' TERM; while :; do sleep 0.02; done").arg(stage.life());
}

// Something that answers HTTP on a port of this machine, or only knows a free one.
class Web final
{
public:
    enum class Kind { Open, Closed };

    explicit Web(Kind kind)
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            QTcpSocket *const socket = m_server.nextPendingConnection();
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            socket->disconnectFromHost();
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        if (!m_server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
        m_port = m_server.serverPort();
        if (kind == Kind::Closed)
            m_server.close();
    }

    void open() { m_server.listen(QHostAddress::LocalHost, m_port); }
    void close() { m_server.close(); }
    quint16 port() const { return m_port; }

private:
    QTcpServer m_server;
    quint16 m_port = 0;
};

// As the engine tells of the container's events, and of the container itself.
inline const QByteArray start = "{\"Action\":\"start\"}\n";

inline QByteArray die(const QByteArray &code)
{
    return "{\"Action\":\"die\",\"Actor\":{\"Attributes\":{\"exitCode\":\"" + code + "\"}}}\n";
}

inline core::ContainerFacts seen(const core::DevServer &server,
                                 const QString &state = QStringLiteral("running"))
{
    return {.id = QStringLiteral("aa"),
            .name = server.server().name,
            .state = state,
            .labels = {{core::runLabel, server.run()}}};
}

} // namespace tests
