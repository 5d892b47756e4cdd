// SPDX-License-Identifier: MIT
#include "app/lostdisplay.h"

#include "core/base/blockingpool.h"
#include "core/history/history.h"

#include <cstdlib>
#include <utility>

namespace app {

namespace {

// What is called at exit can reach nothing but what is global. It is never destroyed: it is needed later.
std::function<void()> &ending()
{
    static auto *const function = new std::function<void()>;
    return *function;
}

void onExit()
{
    if (const auto end = std::exchange(ending(), nullptr)) {
        end();
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace

LostDisplay::LostDisplay(std::function<void()> end)
{
    // What was made before is destroyed after onExit().
    core::blockingPool();
    core::lookingPool();
    core::historyPool();
    static const int registered = std::atexit(&onExit);
    if (registered == 0)
        ending() = std::move(end);
}

LostDisplay::~LostDisplay()
{
    ending() = nullptr;
}

} // namespace app
