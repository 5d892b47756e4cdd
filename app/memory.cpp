// SPDX-License-Identifier: MIT
#include "app/memory.h"

#include <cstdlib> // which defines __GLIBC__ where it is so

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace app {

void shareMemoryBetweenThreads()
{
#ifdef __GLIBC__
    ::mallopt(M_ARENA_MAX, 2);
#endif
}

} // namespace app
