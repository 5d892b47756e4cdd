// SPDX-License-Identifier: MIT
#include "core/docker/facts.h"

#include "core/docker/parsers.h"

using namespace Qt::StringLiterals;

namespace core {

CommandOutcome askFacts(EngineFacts &facts, const CommandRunner &docker, const CommandOptions &options)
{
    auto version = docker({u"version"_s, u"--format"_s, u"{{json .}}"_s}, options);
    if (const auto *ran = std::get_if<Ran>(&version))
        applyVersion(facts, ran->out);
    if (!succeeded(version))
        return version;
    const auto info = docker({u"info"_s, u"--format"_s, u"{{json .}}"_s}, options);
    if (const auto *ran = std::get_if<Ran>(&info))
        applyInfo(facts, ran->out);
    return version;
}

} // namespace core
