// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <chrono>
#include <stop_token>

namespace core {

// What a look at the engine's unix socket tells, which docker's own message does not: it says the same where
// the socket is missing, stale or no socket at all.
struct SocketFacts
{
    enum class State {
        NotLocal, // the endpoint is no unix socket
        Missing,
        Refused, // it is there and nobody listens
        Denied,  // this session may not connect
        Listening
    };

    State state = State::NotLocal;
    QString path;
    QString group; // of the socket, by name; empty where it has none but root's
    QString user;  // who asks
    // The group database lists the user in `group`, and this process does not have that group: a membership
    // applies from the next login on.
    bool memberOnlyInDatabase = false;

    bool operator==(const SocketFacts &) const = default;
};

// Connects once without sending anything; never blocks.
SocketFacts lookAtSocket(const QString &path);

// Whether the process that listens on the unix socket is one that this process can see: with an engine
// outside its pid namespace, the clients of that engine are out of sight as well. Never blocks.
bool isListenerInSight(const QString &path);

// Whether `GET /_ping` on the unix socket gets any answer in time. Blocks up to the timeout.
bool pingAnswers(const QString &path, std::chrono::milliseconds timeout, const std::stop_token &stop = {});

} // namespace core
