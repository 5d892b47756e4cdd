// SPDX-License-Identifier: MIT
#include "app/outputpipe.h"

#include <algorithm>
#include <cerrno>

#ifdef Q_OS_UNIX
#include <climits>
#include <csignal>
#include <poll.h>
#include <unistd.h>
#else
#include <io.h>
#endif

namespace app {

#ifdef Q_OS_UNIX

bool OutputPipe::write(const QByteArray &bytes, const std::stop_token &over) const
{
    constexpr int patienceMs = 100;
    constexpr qsizetype neverBlocks = PIPE_BUF; // of a pipe that poll() calls writable
    for (qsizetype done = 0; done < bytes.size() && !over.stop_requested();) {
        pollfd writable{.fd = m_descriptor, .events = POLLOUT, .revents = 0};
        if (::poll(&writable, 1, patienceMs) <= 0) // in vain, or a signal came
            continue;
        const qsizetype length = std::min(neverBlocks, bytes.size() - done);
        const ssize_t wrote = ::write(m_descriptor, bytes.constData() + done, size_t(length));
        if (wrote >= 0)
            done += wrote;
        else if (errno != EINTR && errno != EAGAIN)
            return false;
    }
    return true;
}

#else

bool OutputPipe::write(const QByteArray &bytes, const std::stop_token &) const
{
    return ::_write(m_descriptor, bytes.constData(), unsigned(bytes.size())) == bytes.size();
}

#endif

core::OutputSink passOn(const std::function<void()> &onReaderGone)
{
    return [onReaderGone](core::OutputChannel channel, const QByteArray &bytes, const std::stop_token &over) {
        const OutputPipe pipe(channel == core::OutputChannel::Out ? standardOutput : standardError);
        if (!pipe.write(bytes, over))
            onReaderGone();
    };
}

void outliveReaders()
{
#ifdef Q_OS_UNIX
    std::signal(SIGPIPE, SIG_IGN);
#endif
}

} // namespace app
