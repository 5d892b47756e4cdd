// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace app {

// Where the display goes away, Qt says so and calls exit() in the middle of everything. As long as one of
// these exists, `end` is called then, while everything is still there but no event loop, and the process ends
// without the destructors of static objects, which threads that still run would lose under their feet. At
// most one exists at a time.
class LostDisplay final
{
public:
    explicit LostDisplay(std::function<void()> end);
    ~LostDisplay();
    LostDisplay(const LostDisplay &) = delete;
    LostDisplay &operator=(const LostDisplay &) = delete;
};

} // namespace app
