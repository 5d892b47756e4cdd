// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "tests/engine/scene.h"

#include <QByteArray>
#include <QMap>
#include <QStringList>

namespace tests {

// A root file system that serverimages.sh has made: "tools" (busybox), "python", "vite" or "bun".
QString imageArchive(const QString &name);
// As the image <name>:1 of this engine.
void importImage(const PrivateEngine &engine, const QString &name);

// A folder below the scene's that belongs to an ordinary user, with these files.
inline constexpr uint projectOwner = 1234;
inline constexpr uint projectGroup = 2345;
QString makeProject(const Scene &scene, const QString &name, const QMap<QString, QByteArray> &files = {});

// A dev server as people have them.
struct SampleServer
{
    QString image; // <name>:1
    QMap<QString, QByteArray> files;
    QStringList command; // {port} stands for the port
    QString text;        // what its page shows
};
SampleServer busyboxServer();
SampleServer pythonServer();
SampleServer bunServer();
SampleServer viteServer();

// `berth up` of a project on the engine's own machine: there the port is published.
BerthCall upCall(const Scene &scene, const QString &project, const QString &image, const QStringList &command,
                 quint16 port);
// Another verb there, with the same home.
BerthCall callOnEngine(const Scene &scene, const QStringList &arguments);

// Every dev server of the engine, whoever started it, one name a line.
QByteArray serverNames(const PrivateEngine &engine);
void removeServers(const PrivateEngine &engine);

// Who listens on a port of the engine's machine: "127.0.0.1:4300".
QStringList listenersOn(const PrivateEngine &engine, quint16 port);

// The one server of `berth ls --json` on that port; empty where it is not listed.
QJsonObject listedServer(const Scene &scene, quint16 port);

// What is sure to be said of a trouble: docker's own words for it, where it has some, may be any.
QByteArray sentenceOf(core::ServerTrouble trouble);

} // namespace tests
