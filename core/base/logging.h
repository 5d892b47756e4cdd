// SPDX-License-Identifier: MIT
#pragma once

#include <QLoggingCategory>

namespace core {

// One category per folder of core; `QT_LOGGING_RULES="berth.*=true"` shows every one. What is logged is
// redacted where it is written.
Q_DECLARE_LOGGING_CATEGORY(lcBase)
Q_DECLARE_LOGGING_CATEGORY(lcDevServer)
Q_DECLARE_LOGGING_CATEGORY(lcDocker)
Q_DECLARE_LOGGING_CATEGORY(lcHistory)
Q_DECLARE_LOGGING_CATEGORY(lcMonitor)
Q_DECLARE_LOGGING_CATEGORY(lcProbe)
Q_DECLARE_LOGGING_CATEGORY(lcSandbox)

} // namespace core
