// SPDX-License-Identifier: MIT
#include "core/base/blockingpool.h"

namespace core {

namespace {

// Blocking work waits, it does not compute: it needs no core of its own.
constexpr int blockingThreads = 16;

class BlockingPool final : public QThreadPool
{
public:
    BlockingPool() { setMaxThreadCount(blockingThreads); }
};

} // namespace

QThreadPool &blockingPool()
{
    static BlockingPool pool;
    return pool;
}

} // namespace core
