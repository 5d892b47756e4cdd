// SPDX-License-Identifier: MIT
#include "tests/ui/serversamples.h"

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace samples {

namespace {

Server server(quint64 key, quint16 port, const QString &project, ServerState state)
{
    return {.key = ServerKey{key},
            .name = u"berth-devserver-%1"_s.arg(port),
            .id = QString::number(key).repeated(64).left(64),
            .port = port,
            .state = state,
            .ownership = Ownership::Owned,
            .why = {.kind = OwnershipWhy::Kind::ThisProcess},
            .isOurs = true,
            .project = u"/home/mara/projects/"_s + project,
            .image = u"node:22"_s,
            .published = {u"127.0.0.1:%1"_s.arg(port)},
            .since = QDateTime::currentDateTimeUtc().addSecs(-3 * 60 * 60 - 120)};
}

} // namespace

Server ready(quint64 key, quint16 port, const QString &project)
{
    Server made = server(key, port, project, ServerState::Ready);
    made.readyAfter = 1234ms;
    made.usage = Usage{.cpuPercent = 3.2, .memory = 134'217'728, .at = made.since};
    return made;
}

Server starting(quint64 key, quint16 port, const QString &project)
{
    return server(key, port, project, ServerState::Starting);
}

Server failed(quint64 key, quint16 port, const QString &project, const ServerTrouble &trouble)
{
    Server made = server(key, port, project, ServerState::Failed);
    made.id.clear();
    made.published.clear();
    made.trouble = trouble;
    return made;
}

Server orphan(quint64 key, quint16 port, const QString &project)
{
    Server made = ready(key, port, project);
    made.ownership = Ownership::Orphan;
    made.why = {.kind = OwnershipWhy::Kind::OwnerGone, .pid = 4711, .since = made.since.addSecs(1800)};
    made.isOurs = false;
    made.readyAfter.reset();
    return made;
}

Server exposed(quint64 key, quint16 port, const QString &project)
{
    Server made = ready(key, port, project);
    made.isOurs = false;
    made.ownership = Ownership::Unknown;
    made.why = {.kind = OwnershipWhy::Kind::Young, .since = made.since};
    made.published = {u"0.0.0.0:%1"_s.arg(port)};
    return made;
}

Server ended(quint64 key, quint16 port, const QString &project)
{
    Server made = server(key, port, project, ServerState::Exited);
    made.isOurs = false;
    made.exitCode = 137;
    return made;
}

QList<Server> everyKind()
{
    Server loopback = server(7, 4306, u"docs"_s, ServerState::Running);
    loopback.trouble = ServerTrouble{.kind = ServerTrouble::Kind::OwnLoopback};
    return {ready(1, 4300, u"webshop"_s),
            starting(2, 4301, u"api"_s),
            failed(3, 4302, u"admin"_s,
                   {.kind = ServerTrouble::Kind::Exited, .exitCode = 1, .detail = u"no such file"_s}),
            orphan(4, 4303, u"landing-page-of-last-year"_s),
            exposed(5, 4304, u"demo"_s),
            ended(6, 4305, u"blog"_s),
            loopback};
}

LaunchRequest request(const QString &project, const QStringList &command)
{
    return {.container = {
                .folder = u"/home/mara/projects/"_s + project, .image = u"node:22"_s, .command = command}};
}

} // namespace samples
