// SPDX-License-Identifier: MIT
#include "core/base/blockingpool.h"

namespace core {

namespace {

// Blocking work waits, it does not compute: it needs no core of its own.
constexpr int blockingThreads = 16;
constexpr int lookingThreads = 8;

class Pool final : public QThreadPool
{
public:
    explicit Pool(int threads) { setMaxThreadCount(threads); }
};

} // namespace

QThreadPool &blockingPool()
{
    static Pool pool(blockingThreads);
    return pool;
}

QThreadPool &lookingPool()
{
    static Pool pool(lookingThreads);
    return pool;
}

} // namespace core
