// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"

#include <QByteArray>

#include <functional>
#include <stop_token>

namespace app {

inline constexpr int standardOutput = 1;
inline constexpr int standardError = 2;

// One of the program's own output streams, for bytes that go on as they came. A slow reader holds the writer
// up; a reader that stopped reading must not hold up the end.
class OutputPipe final
{
public:
    explicit OutputPipe(int descriptor)
        : m_descriptor(descriptor)
    {}

    // Writes all of it, or gives up once `over` is requested. False where nobody can read it any more.
    bool write(const QByteArray &bytes, const std::stop_token &over) const;

private:
    int m_descriptor;
};

// Standard output and standard error of a docker command to this program's own, as it comes. Where nobody can
// read one of them any more, `onReaderGone` is called, on the thread of the runner.
core::OutputSink passOn(const std::function<void()> &onReaderGone);

// A reader that went away is then an error of write() instead of the end of the process, which would leave
// behind what it has to take away.
void outliveReaders();

} // namespace app
