// SPDX-License-Identifier: MIT
#include "core/devserver/look.h"

#include "core/devserver/name.h"
#include "core/docker/wording.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr std::chrono::milliseconds listBudget = 10s;
constexpr std::chrono::milliseconds idsBudget = 5s;
constexpr std::chrono::milliseconds usageBudget = 10s; // it takes 2 s, and longer where many run

CommandOptions options(std::chrono::milliseconds timeout, const std::stop_token &stop)
{
    return {.timeout = timeout, .stop = stop, .kept = largestList};
}

// Whether it answered about all that is there: one that has just gone makes the whole question fail.
bool hasAnswered(const CommandOutcome &outcome)
{
    return succeeded(outcome)
        || (std::holds_alternative<Ran>(outcome) && saysNoSuchContainer(errText(outcome)));
}

Looked<QList<ContainerLine>> listLines(const CommandRunner &docker, const std::stop_token &stop)
{
    const auto listed = docker({u"ps"_s, u"--all"_s, u"--no-trunc"_s, u"--format"_s, u"{{json .}}"_s},
                               options(listBudget, stop));
    if (!succeeded(listed))
        return tl::unexpected(listed);
    return parseContainerLines(std::get<Ran>(listed).out);
}

} // namespace

Looked<QList<ContainerFacts>> listServers(const CommandRunner &docker, const std::stop_token &stop)
{
    const auto lines = listLines(docker, stop);
    if (!lines)
        return tl::unexpected(lines.error());
    QStringList ids;
    for (const ContainerLine &line : *lines) {
        if (portOfServerName(line.name))
            ids.append(line.id);
    }
    return inspectContainers(docker, ids, stop);
}

Looked<QList<ContainerFacts>> listContainers(const CommandRunner &docker, const std::stop_token &stop)
{
    const auto lines = listLines(docker, stop);
    if (!lines)
        return tl::unexpected(lines.error());
    QStringList ids;
    for (const ContainerLine &line : *lines)
        ids.append(line.id);
    return inspectContainers(docker, ids, stop);
}

Looked<QList<ContainerFacts>> inspectContainers(const CommandRunner &docker, const QStringList &idsOrNames,
                                                const std::stop_token &stop)
{
    if (idsOrNames.isEmpty())
        return QList<ContainerFacts>();
    const auto inspected = docker(QStringList{u"inspect"_s, u"--type"_s, u"container"_s} + idsOrNames,
                                  options(listBudget, stop));
    if (!hasAnswered(inspected))
        return tl::unexpected(inspected);
    return parseContainers(std::get<Ran>(inspected).out);
}

Looked<QStringList> idsOfRun(const CommandRunner &docker, const QString &run)
{
    const auto listed = docker({u"ps"_s, u"--all"_s, u"--quiet"_s, u"--no-trunc"_s, u"--filter"_s,
                                u"label=%1=%2"_s.arg(runLabel, run)},
                               {.timeout = idsBudget});
    if (!succeeded(listed))
        return tl::unexpected(listed);
    return outText(listed).split(u'\n', Qt::SkipEmptyParts);
}

Looked<QMap<QString, Usage>> askUsage(const CommandRunner &docker, const QStringList &ids,
                                      const std::stop_token &stop)
{
    if (ids.isEmpty()) // docker would take it for a question about all
        return QMap<QString, Usage>();
    const QStringList question{u"stats"_s, u"--no-stream"_s, u"--no-trunc"_s, u"--format"_s, u"{{json .}}"_s};
    const auto asked = docker(question + ids, options(usageBudget, stop));
    if (!hasAnswered(asked))
        return tl::unexpected(asked);
    return parseUsage(std::get<Ran>(asked).out, QDateTime::currentDateTimeUtc());
}

} // namespace core
