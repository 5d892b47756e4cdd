// SPDX-License-Identifier: MIT
#pragma once

#include "core/devserver/container.h"
#include "core/docker/command.h"

#include <tl/expected.hpp>

#include <stop_token>

namespace core {

// What a question about containers came to, or how docker failed to answer it.
template <typename T>
using Looked = tl::expected<T, CommandOutcome>;

// Every dev server of the engine: one `ps --all --no-trunc` and one `inspect` of those. One that goes in
// between is left out.
Looked<QList<ContainerFacts>> listServers(const CommandRunner &docker, const std::stop_token &stop);

// Every container of the engine, for who holds a port.
Looked<QList<ContainerFacts>> listContainers(const CommandRunner &docker, const std::stop_token &stop);

// Those containers, by id or name; what is not there is left out.
Looked<QList<ContainerFacts>> inspectContainers(const CommandRunner &docker, const QStringList &idsOrNames,
                                                const std::stop_token &stop);

// The ids of those that carry the label of that run, whatever their names are by now.
Looked<QStringList> idsOfRun(const CommandRunner &docker, const QString &run);

// One `stats --no-stream` of those containers, by id. It takes about 2 s.
Looked<QMap<QString, Usage>> askUsage(const CommandRunner &docker, const QStringList &ids,
                                      const std::stop_token &stop);

} // namespace core
