// SPDX-License-Identifier: MIT
#pragma once

#include "tests/bench/realengine.h"

namespace bench {

// Dev servers that run on the engine that docker reaches, from an image of their own, for as long as this
// lives.
class ManyServers final
{
public:
    explicit ManyServers(int count);
    ~ManyServers();

    bool areRunning() const { return m_areRunning; }

private:
    const ServerImage m_image;
    QStringList m_names;
    bool m_areRunning = false;
};

} // namespace bench
