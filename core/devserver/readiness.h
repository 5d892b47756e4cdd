// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <chrono>
#include <stop_token>

namespace core {

// Whether a line of a dev server's output says that it serves: by patterns at word boundaries, over text
// without escape sequences, so that "already" is not "ready".
bool announcesReadiness(QStringView line);

// Whether it says that a thread or a process could not be made: the words of a pids limit.
bool saysPidsLimit(QStringView line);

// What came back from a port.
struct HttpAnswer
{
    enum class Kind {
        Answered, // any HTTP response
        NotHttp,  // bytes that are none
        Closed, // connected, and closed without a byte: docker's proxy does so for a server that is not there
        Refused,
        Silent // nothing within the time
    };

    Kind kind = Kind::Refused;
    bool isTls = false;

    bool operator==(const HttpAnswer &) const = default;
};

// One GET / to 127.0.0.1:port, and where that is not HTTP the same over TLS with any certificate. Blocking
// and total; on a thread without an event loop.
HttpAnswer askHttp(quint16 port, std::chrono::milliseconds timeout, const std::stop_token &stop);

} // namespace core
