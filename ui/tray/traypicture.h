// SPDX-License-Identifier: MIT
#pragma once

#include "ui/tray/traystate.h"

#include <QIcon>
#include <QPixmap>

namespace ui {

// A state of the tray as a picture of `side` pixels. Nobody tells which colour a panel has, so that each
// shape has a light rim: a dark panel shows the rim and the sign, a light one the shape.
QPixmap trayPixmap(const TrayState &state, int side);

// With a picture of its own for each size that panels use.
QIcon trayPicture(const TrayState &state);

} // namespace ui
