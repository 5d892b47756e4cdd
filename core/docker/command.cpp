// SPDX-License-Identifier: MIT
#include "core/docker/command.h"

namespace core {

QString outText(const CommandOutcome &outcome)
{
    return std::visit([](const auto &ending) { return QString::fromUtf8(ending.out); }, outcome);
}

QString errText(const CommandOutcome &outcome)
{
    return std::visit([](const auto &ending) { return QString::fromUtf8(ending.err); }, outcome);
}

std::chrono::milliseconds elapsed(const CommandOutcome &outcome)
{
    return std::visit([](const auto &ending) { return ending.elapsed; }, outcome);
}

std::optional<int> exitCode(const CommandOutcome &outcome)
{
    const auto *ran = std::get_if<Ran>(&outcome);
    return ran != nullptr ? std::optional(ran->exitCode) : std::nullopt;
}

bool succeeded(const CommandOutcome &outcome)
{
    return exitCode(outcome) == 0;
}

} // namespace core
