// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace ui {

// Whether the desktop starts Berth at login.
struct Autostart
{
    enum class State {
        Off,
        On,
        Switched, // there is a file for it, and the desktop was told to pass it over
        Other     // the file starts something else: command
    };

    State state = State::Off;
    QString command; // untrusted text

    bool operator==(const Autostart &) const = default;
};

} // namespace ui
