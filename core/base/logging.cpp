// SPDX-License-Identifier: MIT
#include "core/base/logging.h"

namespace core {

Q_LOGGING_CATEGORY(lcBase, "berth.base", QtInfoMsg)
Q_LOGGING_CATEGORY(lcDevServer, "berth.devserver", QtInfoMsg)
Q_LOGGING_CATEGORY(lcDocker, "berth.docker", QtInfoMsg)
Q_LOGGING_CATEGORY(lcHistory, "berth.history", QtInfoMsg)
Q_LOGGING_CATEGORY(lcMonitor, "berth.monitor", QtInfoMsg)
Q_LOGGING_CATEGORY(lcProbe, "berth.probe", QtInfoMsg)
Q_LOGGING_CATEGORY(lcSandbox, "berth.sandbox", QtInfoMsg)

} // namespace core
