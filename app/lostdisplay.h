// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace app {

// Where the display goes away, Qt calls exit() in the middle of everything. As long as one of these exists,
// `end` is called then, with the application still there but no event loop, and the process ends without the
// destructors that would wait for threads. At most one exists at a time.
class LostDisplay final
{
public:
    explicit LostDisplay(std::function<void()> end);
    ~LostDisplay();
    LostDisplay(const LostDisplay &) = delete;
    LostDisplay &operator=(const LostDisplay &) = delete;
};

} // namespace app
