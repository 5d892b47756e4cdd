// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <memory>

class QThread;

namespace core {

// Where the docker client is. A launcher's PATH is shorter than a shell's, so the usual other folders are
// searched after it.
struct ClientLocation
{
    QString program;      // absolute; empty where none was found
    QStringList searched; // the folders looked into, or the configured path

    bool operator==(const ClientLocation &) const = default;
};

// `configured` (the setting docker/program) overrides the search and is taken as it is. A file that is there
// but cannot be executed is taken only where nothing better is found: starting it then tells what is wrong
// with it.
ClientLocation locateClient(const QString &configured, const QProcessEnvironment &environment);

// Runs the docker client. Every process lives on one thread of the Client's own, whatever thread asks, so the
// answer to a timeout or a cancel never waits for a process to go.
class Client final
{
public:
    Client(ClientLocation location, const QProcessEnvironment &environment);
    ~Client(); // ends with SIGKILL what still runs
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    const ClientLocation &location() const { return m_location; }

    // As CommandRunner says; from any thread.
    CommandOutcome run(const QStringList &arguments, const CommandOptions &options);

private:
    class Host;

    ClientLocation m_location;
    QProcessEnvironment m_environment;
    std::unique_ptr<QThread> m_thread;
    std::unique_ptr<Host> m_host; // lives on m_thread
};

} // namespace core
