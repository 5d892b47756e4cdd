// SPDX-License-Identifier: MIT
#pragma once

#include "tests/engine/privatenetwork.h"
#include "tests/engine/tool.h"

#include <QProcess>
#include <QTemporaryDir>

namespace tests {

struct EngineSetup
{
    QStringList arguments = {}; // further ones of dockerd
    QString before =
        {}; // shell commands that run in the engine's mount namespace ahead of it; $F: its folder
    QString dataTmpfs = {}; // mount options of a tmpfs for its data; empty: a folder on the disk
};

// A real dockerd of one test: own folder, socket, network, mount namespace and cgroup. Whatever it started
// ends with it, containers included.
class PrivateEngine final
{
public:
    explicit PrivateEngine(const EngineSetup &setup = {});
    ~PrivateEngine();
    PrivateEngine(const PrivateEngine &) = delete;
    PrivateEngine &operator=(const PrivateEngine &) = delete;

    // The running test fails where the engine does not come up.
    void start(const EngineSetup &setup = {});
    // Ends the engine and all that it started, at once; data and network stay.
    void end();
    void restart(const EngineSetup &setup = {});

    void freeze();
    void thaw();
    void kill9(); // the daemon alone: its containers live on

    bool answers() const;
    qint64 pid() const { return m_daemon.processId(); }
    QString folder() const { return m_folder.path(); }
    QString socketPath() const { return folder() + u"/docker.sock"; }
    QString endpoint() const { return u"unix://" + socketPath(); }
    // A path of the engine's own as it is seen from outside its mount namespace.
    QString seenFromOutside(const QString &path) const;
    const PrivateNetwork &network() const { return m_network; }

    // Runs a command in the engine's network and mount namespaces.
    ToolEnding runInside(const QStringList &command) const;
    void mustRunInside(const QString &script) const; // a shell script; $F: the engine's folder
    // Asks the engine through the first docker client on PATH.
    ToolEnding docker(const QStringList &arguments) const;

private:
    QTemporaryDir m_folder;
    PrivateNetwork m_network;
    QProcess m_daemon;
};

} // namespace tests
