// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/settings.h"

#include <QByteArray>
#include <QList>

namespace ui {

// How the user left the window.
struct WindowState
{
    QByteArray geometry;          // of QWidget; empty: the usual size
    int logShare = 50;            // percent of the servers' area that the log takes
    int detailsShare = 0;         // percent of the window that the details take; 0: as much as they need
    QList<int> columns;           // widths of the table's columns; empty: the usual ones
    core::LogSettings log;        // how logs are shown
    bool isTrayKnown = false;     // it was said that closing hides in the tray
    bool isTraylessKnown = false; // it was said that there is no tray, so that closing quits

    bool operator==(const WindowState &) const = default;
};

} // namespace ui
