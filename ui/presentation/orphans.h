// SPDX-License-Identifier: MIT
#pragma once

#include "core/monitor/servers.h"

#include <QList>
#include <QString>

namespace ui {

// "2 dev servers have lost their owner".
QString orphansTitle(int count);

// Those of a list that were left behind.
QList<core::Server> orphansOf(const QList<core::Server> &servers);

// What became of a removal, in sentences: what is gone, and what was left alone and why.
QString presentReap(const core::ReapReport &report);

} // namespace ui
