// SPDX-License-Identifier: MIT
#include "app/signalwatch.h"

#ifdef Q_OS_UNIX
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace app {

#ifdef Q_OS_UNIX

namespace {

// A signal handler can reach nothing but what is global.
int pipeEnds[2] = {-1, -1};

void onSignal(int number)
{
    const char byte = char(number);
    [[maybe_unused]] const ssize_t wrote = ::write(pipeEnds[1], &byte, 1);
}

} // namespace

SignalWatch::SignalWatch(QObject *parent)
    : QObject(parent)
{
    if (::pipe(pipeEnds) != 0)
        return;
    for (const int end : pipeEnds) {
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
        ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
    m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        while (::read(pipeEnds[0], &byte, 1) > 0)
            Q_EMIT interrupted(byte);
    });
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        std::signal(number, onSignal);
}

SignalWatch::~SignalWatch()
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        std::signal(number, SIG_DFL);
    m_notifier.reset();
    for (int &end : pipeEnds)
        ::close(std::exchange(end, -1));
}

#else

SignalWatch::SignalWatch(QObject *parent)
    : QObject(parent)
{}

SignalWatch::~SignalWatch() = default;

#endif

} // namespace app
