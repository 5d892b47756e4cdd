// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <stop_token>

namespace app {

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

} // namespace app
