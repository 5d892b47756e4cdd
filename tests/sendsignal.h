// SPDX-License-Identifier: MIT
#pragma once

#include <QtGlobal>

#include <csignal>

#include <sys/types.h>

namespace tests {

// Sends a signal to a process, or to the group of a negative number. For 0, which is the pid of a QProcess
// that has ended, the kernel would take the group of the test itself, and for -1 every process there is.
inline void sendSignal(qint64 pid, int number)
{
    if (pid > 0 || pid < -1)
        ::kill(static_cast<pid_t>(pid), number);
}

} // namespace tests
