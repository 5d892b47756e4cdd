// SPDX-License-Identifier: MIT
#pragma once

namespace ui {

// The distance, in logical pixels, that everything in the window is a multiple of.
inline constexpr int rhythm = 12;

} // namespace ui
