// SPDX-License-Identifier: MIT
#pragma once

#include "core/probe/workload.h"

#include <QString>

namespace app {

// The settings file ($XDG_CONFIG_HOME/berth/berth.ini) as values. What is wrong with one is found where it is
// used, so that it is reported instead of replaced.
struct Settings
{
    QString dockerProgram; // docker/program
    QString context;       // docker/context
    QString payload;       // probe/payload
    core::CheckSettings check;
};

Settings readSettings();

} // namespace app
