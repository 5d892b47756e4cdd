// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/diagnosis.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace core {

// Names one row for as long as this process runs: a container can be renamed, and a server that is launched
// has no container yet.
enum class ServerKey : quint64 {};

enum class ServerState {
    Preparing, // ours: image, predecessor, port
    Starting,  // ours, or another's that is asked whether it is ready
    Announced, // it says that it is ready, and does not answer yet
    Ready,     // it answered HTTP
    Stopping,
    Running, // its container runs, and it does not answer
    Paused,
    Created, // its container was made and never started
    Exited,  // its container ended and is still there
    Failed,  // ours: it is gone, and not because we stopped it
    Stopped  // ours: it is gone, as it was asked to be
};

enum class Haste {
    Stop, // `stop` with 3 s of grace, then `rm --force`
    Kill  // `rm --force` at once
};

enum class Ownership { Owned, Kept, Orphan, Unknown };

// Why a server is judged to be owned, kept, left behind or of an unknown owner, as facts. Sentences are made
// in presentation.
struct OwnershipWhy
{
    enum class Kind {
        ThisProcess,     // this process runs it
        OwnerLives,      // the Berth that started it runs: pid
        ClientAttached,  // somebody's `docker run` is attached on this host: pid, parentPid, parentProgram
        KeptByUser,      // "leave it running": since
        OwnerGone,       // its Berth has ended: pid, since where the end was seen
        OwnerBeforeBoot, // its Berth ran before this machine's last start
        NoClient,        // nobody is attached on this host, and it is no longer young: since its start
        Young,           // nobody is to be seen, and it has run for less than ten minutes: since its start
        OwnerElsewhere   // its owner runs on another machine, or cannot be seen from here
    };

    Kind kind = Kind::Young;
    qint64 pid = 0; // of the owner or the client
    qint64 parentPid = 0;
    QString parentProgram;     // as the system names it
    QDateTime since;           // UTC
    bool isFolderGone = false; // further evidence

    bool operator==(const OwnershipWhy &) const = default;
};

enum class NetworkMode { Open, Sealed };

// What is wrong with a server, as facts. Sentences are made in presentation.
struct ServerTrouble
{
    enum class Kind {
        BadRequest, // what was asked for cannot be done: detail
        EngineUnreachable,
        ImageMissing,        // and it could not be pulled: detail is what docker said
        PortHeldByServer,    // holder is the dev server's name
        PortHeldByContainer, // holder is its name, detail its state
        PortHeldByProcess, // holder is the program, holderPid its id; empty and 0 where it is not to be seen
        NoFreePort,
        CommandNotFound,
        CommandNotExecutable,
        CouldNotStart,  // detail is what docker said
        Exited,         // by itself, with exitCode
        OutOfMemory,    // memory is the limit; exitCode
        PidsLimit,      // pids is the limit
        OwnLoopback,    // it listens on 127.0.0.1 of its container
        ServesNothing,  // it announced itself, and nothing listens on the port
        NotReadyInTime, // it runs, and did not answer within the patience
        NotHttp,        // it answers something that is no HTTP
        FolderGone,     // the project folder is not there any more
        EngineLost,     // the engine went away under it
        ClientEnded,    // docker's client was ended from outside; the container runs on
        StoppedOutside, // by `docker stop` or a signal
        RemovedOutside, // killed or removed
        RenamedOutside, // detail is the new name
        NotRemoved      // it was to be stopped, and is still there: detail
    };

    Kind kind = Kind::CouldNotStart;
    int exitCode = 0;
    qint64 memory = 0; // bytes
    int pids = 0;
    QString holder;
    qint64 holderPid = 0;
    QString detail; // one scrubbed line
    std::optional<Diagnosis> diagnosis;

    bool operator==(const ServerTrouble &) const = default;
};

// What its processes use, from one `docker stats`.
struct Usage
{
    double cpuPercent = 0; // of one core
    qint64 memory = 0;     // bytes
    QDateTime at;          // UTC

    bool operator==(const Usage &) const = default;
};

// One dev server as it is known.
struct Server
{
    ServerKey key{};
    QString name;
    QString id;  // of its container, 64 digits; empty before there is one
    QString run; // the label of its one run; empty where it has none
    quint16 port = 0;
    ServerState state = ServerState::Running;
    Ownership ownership = Ownership::Unknown;
    OwnershipWhy why;
    bool isOurs = false; // this process started it
    QString project;     // its folder on this machine; empty where none is known
    QString image;
    NetworkMode mode = NetworkMode::Open;
    bool isHttps = false;
    QStringList published; // "127.0.0.1:4300"; empty where nothing is
    QDateTime since;       // UTC: its start, or where it never started its creation
    std::optional<std::chrono::milliseconds>
        readyAfter;              // from its start to its first answer, where we saw both
    std::optional<int> exitCode; // of an exited one
    std::optional<ServerTrouble> trouble;
    std::optional<Usage> usage;

    bool operator==(const Server &) const = default;

    // What to open: http(s)://127.0.0.1:port; empty where it is not published there.
    QString address() const;
    // Published on another address than the loopback: reachable from the network.
    bool isExposed() const;
    // It answered there: nothing else is ever opened.
    bool canBeOpened() const;
    // There is a container, or there will be: it can be stopped.
    bool isAlive() const;
};

// It is there, and its owner is gone.
bool isOrphan(const Server &server);

} // namespace core
