// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

// A pipe that can be closed at either end.
struct Pipe
{
    Pipe() { made = ::pipe(ends) == 0; }
    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    void closeEnd(int end)
    {
        if (ends[end] >= 0)
            ::close(std::exchange(ends[end], -1));
    }

    // So many bytes, or what comes before the other end is closed or says nothing for 5 s.
    QByteArray read(qsizetype most) const
    {
        QByteArray all(most, '\0');
        qsizetype done = 0;
        pollfd readable{.fd = ends[0], .events = POLLIN, .revents = 0};
        while (done<most && ::poll(&readable, 1, 5000)> 0) {
            const ssize_t got = ::read(ends[0], all.data() + done, size_t(most - done));
            if (got <= 0)
                break;
            done += got;
        }
        return all.first(done);
    }

    int waiting() const
    {
        int bytes = 0;
        return ::ioctl(ends[0], FIONREAD, &bytes) == 0 ? bytes : 0;
    }

    int ends[2] = {-1, -1};
    bool made = false;
};
