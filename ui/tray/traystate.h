// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/server.h"
#include "ui/presentation/health.h"

#include <QList>
#include <QString>

namespace core {
class Monitor;
}

namespace ui {

// What the tray tells at a glance: the worst that there is.
enum class TraySign {
    Trouble,   // the engine runs no containers
    Unknown,   // whether it does is not known
    Orphans,   // dev servers were left behind: their number
    Attention, // it runs containers, and something about them is not as it should be
    Busy,      // a check is under way, or one of our servers comes or goes
    Fine
};

struct TrayState
{
    TraySign sign = TraySign::Busy;
    int orphans = 0;

    bool operator==(const TrayState &) const = default;
};

// The engine as it was last judged, which stays true while it is checked once more. Empty before the first
// answer, and while another engine is asked for the first time.
struct EngineWord
{
    QString context; // the choice that it is about
    Mood mood = Mood::Measuring;
    QString headline;

    bool operator==(const EngineWord &) const = default;
};

EngineWord engineWord(const core::Monitor &monitor, const EngineWord &before);

TrayState trayState(const EngineWord &engine, bool isChecking, const QList<core::Server> &servers);

// In sentences of Berth's own, one a line: no name from outside is in it, for hosts take it for markup.
QString trayToolTip(const EngineWord &engine, const QList<core::Server> &servers);

} // namespace ui
