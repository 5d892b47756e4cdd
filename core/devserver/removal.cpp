// SPDX-License-Identifier: MIT
#include "core/devserver/removal.h"

#include "core/base/logging.h"
#include "core/docker/wording.h"

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr Milliseconds stopBudget = 15s;
constexpr Milliseconds removalBudget = 10s;
constexpr Milliseconds lookBudget = 5s;
constexpr int removalAttempts = 3;
constexpr Milliseconds betweenRemovals = 300ms; // the engine may be removing it already

} // namespace

std::optional<QString> removeServer(const CommandRunner &docker, const QString &idOrName, Haste haste)
{
    // The name of the option that `-t` is short for is another one since client 28.
    if (haste == Haste::Stop)
        docker({u"stop"_s, u"-t"_s, u"3"_s, idOrName}, {.timeout = stopBudget});
    for (int attempt = 1;; ++attempt) {
        const auto removed =
            docker({u"rm"_s, u"--force"_s, u"--volumes"_s, idOrName}, {.timeout = removalBudget});
        const auto left = docker(
            {u"inspect"_s, u"--type"_s, u"container"_s, u"--format"_s, u"{{.State.Status}}"_s, idOrName},
            {.timeout = lookBudget});
        if (!succeeded(left) && saysNoSuchContainer(errText(left))) {
            qCInfo(lcDevServer).noquote() << "removed" << idOrName;
            return std::nullopt;
        }
        if (attempt == removalAttempts) {
            const QString reason = reasonOf(succeeded(removed) ? left : removed);
            qCInfo(lcDevServer).noquote() << "could not remove" << idOrName << reason;
            return succeeded(removed) && succeeded(left) ? QString(u"it is still there: "_s + reason)
                                                         : reason;
        }
        std::this_thread::sleep_for(betweenRemovals);
    }
}

} // namespace core
