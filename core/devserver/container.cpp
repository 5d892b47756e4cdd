// SPDX-License-Identifier: MIT
#include "core/devserver/container.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"
#include "core/devserver/name.h"
#include "core/docker/parsers.h"
#include "core/sandbox/shapes.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;

namespace core {

namespace {

struct Word
{
    QLatin1StringView podman;
    QLatin1StringView docker;
};

constexpr Word states[] = {{"configured"_L1, "created"_L1},
                           {"initialized"_L1, "created"_L1},
                           {"stopping"_L1, "running"_L1},
                           {"stopped"_L1, "exited"_L1}};
constexpr Word actions[] = {{"died"_L1, "die"_L1}, {"remove"_L1, "destroy"_L1}};

template <size_t Size>
QString inDockersWords(const QString &word, const Word (&words)[Size])
{
    for (const Word &entry : words) {
        if (word == entry.podman)
            return entry.docker;
    }
    return word;
}

// "0001-01-01T00:00:00Z" is how Go writes never.
QDateTime timeOf(const QJsonValue &value)
{
    const QDateTime time = QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toUTC();
    return time.isValid() && time.date().year() > 1 ? time : QDateTime();
}

QMap<QString, QString> stringsOf(const QJsonObject &object)
{
    QMap<QString, QString> strings;
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (entry.value().isString())
            strings.insert(entry.key(), entry.value().toString());
    }
    return strings;
}

QString withoutSlash(const QString &name)
{
    return name.startsWith(u'/') ? name.sliced(1) : name;
}

// {"4300/tcp": [{"HostIp": "127.0.0.1", "HostPort": "4300"}], "80/tcp": null}
QList<Publication> publicationsOf(const QJsonObject &ports)
{
    QList<Publication> publications;
    for (auto entry = ports.begin(); entry != ports.end(); ++entry) {
        if (!entry.key().endsWith("/tcp"_L1))
            continue;
        const quint16 containerPort = entry.key().section(u'/', 0, 0).toUShort();
        const QJsonArray bindings = entry.value().toArray();
        for (const auto &binding : bindings) {
            const QString address = binding["HostIp"_L1].toString();
            const quint16 hostPort = binding["HostPort"_L1].toString().toUShort();
            if (hostPort == 0) // a range, or the engine chooses at the start
                continue;
            publications.append({.address = address.isEmpty() ? u"0.0.0.0"_s : address,
                                 .hostPort = hostPort,
                                 .containerPort = containerPort});
        }
    }
    return publications;
}

QString projectSourceOf(const QJsonObject &row)
{
    const QJsonArray mounts = row.value("Mounts"_L1).toArray();
    for (const auto &mount : mounts) {
        if (mount["Destination"_L1].toString() == projectTarget && mount["Type"_L1].toString() == "bind"_L1)
            return mount["Source"_L1].toString();
    }
    return {};
}

ContainerFacts factsOf(const QJsonObject &row)
{
    const QJsonObject state = row.value("State"_L1).toObject();
    const QJsonObject config = row.value("Config"_L1).toObject();
    const QJsonObject host = row.value("HostConfig"_L1).toObject();
    ContainerFacts facts{.id = row.value("Id"_L1).toString(),
                         .name = withoutSlash(row.value("Name"_L1).toString()),
                         .image = config.value("Image"_L1).toString(),
                         .state = inDockersWords(state.value("Status"_L1).toString(), states),
                         .exitCode = state.value("ExitCode"_L1).toInt(),
                         .outOfMemory = state.value("OOMKilled"_L1).toBool(),
                         .created = timeOf(row.value("Created"_L1)),
                         .started = timeOf(state.value("StartedAt"_L1)),
                         .labels = stringsOf(config.value("Labels"_L1).toObject()),
                         .projectSource = projectSourceOf(row),
                         .memory = host.value("Memory"_L1).toInteger()};
    facts.published =
        publicationsOf(facts.isRunning() ? row.value("NetworkSettings"_L1)["Ports"_L1].toObject()
                                         : host.value("PortBindings"_L1).toObject());
    return facts;
}

// docker has one text with the links of older times ("other/alias,name"), podman an array.
QString nameOf(const QJsonValue &names)
{
    const QStringList all = names.isArray() ? names.toVariant().toStringList() : names.toString().split(u',');
    for (const QString &name : all) {
        QString plain = withoutSlash(name);
        if (!plain.contains(u'/'))
            return plain;
    }
    return {};
}

// An event in docker's form, or in podman's, which has its members at the top.
ContainerEvent eventOf(const QJsonObject &row)
{
    const QJsonObject actor = row.value("Actor"_L1).toObject();
    if (!actor.isEmpty()) {
        const QMap<QString, QString> attributes = stringsOf(actor.value("Attributes"_L1).toObject());
        const qint64 ms = row.contains("timeNano"_L1) ? row.value("timeNano"_L1).toInteger() / 1'000'000
                                                      : row.value("time"_L1).toInteger() * 1000;
        return {.action = row.value("Action"_L1).toString(),
                .id = actor.value("ID"_L1).toString(),
                .name = withoutSlash(attributes.value(u"name"_s)),
                .image = attributes.value(u"image"_s),
                .attributes = attributes,
                .at = QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC)};
    }
    ContainerEvent event{.action = row.value("Status"_L1).toString(),
                         .id = row.value("ID"_L1).toString(),
                         .name = withoutSlash(row.value("Name"_L1).toString()),
                         .image = row.value("Image"_L1).toString(),
                         .attributes = stringsOf(row.value("Attributes"_L1).toObject()),
                         .at = timeOf(row.value("Time"_L1))};
    if (event.action == "died"_L1) // podman leaves the code away where it is 0
        event.attributes.insert(u"exitCode"_s, QString::number(row.value("ContainerExitCode"_L1).toInt()));
    return event;
}

ServerState stateOf(const QString &state)
{
    if (state == "running"_L1)
        return ServerState::Running;
    if (state == "paused"_L1)
        return ServerState::Paused;
    if (state == "created"_L1)
        return ServerState::Created;
    if (state == "restarting"_L1)
        return ServerState::Starting;
    if (state == "removing"_L1)
        return ServerState::Stopping;
    return ServerState::Exited; // exited, dead
}

QString endpointText(const Publication &publication)
{
    const QString port = QString::number(publication.hostPort);
    return publication.address.contains(u':') ? QString(u'[' % publication.address % "]:"_L1 % port)
                                              : QString(publication.address % u':' % port);
}

// "1.2MiB"; podman writes kB and MB. Absent where it is no amount ("--" of one that has ended).
std::optional<qint64> bytesOf(const QString &amount)
{
    static const QRegularExpression form(
        QRegularExpression::anchoredPattern(u"([0-9]{1,12}(?:\\.[0-9]{1,9})?)\\s?([kKMGTP]?)(i?)B"_s));
    const auto match = form.match(amount.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    const double base = match.capturedView(3).isEmpty() ? 1000 : 1024;
    const qsizetype power =
        match.capturedView(2).isEmpty() ? 0 : u"KMGTP"_s.indexOf(match.captured(2).toUpper()) + 1;
    return qint64(std::llround(match.capturedView(1).toDouble() * std::pow(base, double(power))));
}

std::optional<double> percentOf(const QString &text)
{
    bool isNumber = false;
    const double percent = QStringView(text).chopped(text.endsWith(u'%') ? 1 : 0).toDouble(&isNumber);
    return isNumber && std::isfinite(percent) ? std::optional(percent) : std::nullopt;
}

} // namespace

bool ContainerFacts::isRunning() const
{
    return state == "running"_L1 || state == "paused"_L1 || state == "restarting"_L1;
}

QList<ContainerFacts> parseContainers(const QByteArray &out)
{
    QList<ContainerFacts> containers;
    const QList<QJsonObject> rows = parseRows(out);
    for (const QJsonObject &row : rows) {
        ContainerFacts facts = factsOf(row);
        if (facts.id.isEmpty() || facts.name.isEmpty() || facts.state.isEmpty()) {
            qCWarning(lcDevServer).noquote() << "a container without id, name or state:"
                                             << excerpt(QString(facts.id % u' ' % facts.name), 100);
            continue;
        }
        containers.append(std::move(facts));
    }
    return containers;
}

QList<ContainerLine> parseContainerLines(const QByteArray &out)
{
    QList<ContainerLine> lines;
    const QList<QJsonObject> rows = parseRows(out);
    for (const QJsonObject &row : rows) {
        const QString id = row.value(row.contains("ID"_L1) ? "ID"_L1 : "Id"_L1).toString();
        if (!id.isEmpty()) {
            lines.append({.id = id,
                          .name = nameOf(row.value("Names"_L1)),
                          .state = inDockersWords(row.value("State"_L1).toString(), states)});
        }
    }
    return lines;
}

std::optional<ContainerEvent> parseContainerEvent(const QString &line)
{
    const QList<QJsonObject> rows = parseRows(line.toUtf8());
    if (rows.size() != 1 || rows.first().value("Type"_L1).toString() != "container"_L1)
        return std::nullopt;
    ContainerEvent event = eventOf(rows.first());
    // "exec_start: sh -c …" holds a command, "health_status: healthy" a state.
    event.action = inDockersWords(event.action.section(u':', 0, 0), actions);
    return event.action.isEmpty() || event.id.isEmpty() ? std::nullopt : std::optional(event);
}

std::optional<Server> serverOf(const ContainerFacts &facts)
{
    const auto port = portOfServerName(facts.name);
    if (!port)
        return std::nullopt;
    Server server{.name = facts.name,
                  .id = facts.id,
                  .run = facts.labels.value(runLabel),
                  .port = *port,
                  .state = stateOf(facts.state),
                  .project = facts.labels.value(projectLabel, facts.projectSource),
                  .image = facts.image,
                  .mode =
                      facts.labels.value(modeLabel) == "sealed"_L1 ? NetworkMode::Sealed : NetworkMode::Open,
                  .since = facts.started.isValid() ? facts.started : facts.created};
    for (const Publication &publication : facts.published)
        server.published.append(endpointText(publication));
    if (server.state != ServerState::Exited)
        return server;
    server.exitCode = facts.exitCode;
    if (facts.outOfMemory) {
        server.trouble = ServerTrouble{
            .kind = ServerTrouble::Kind::OutOfMemory, .exitCode = facts.exitCode, .memory = facts.memory};
    }
    return server;
}

QMap<QString, Usage> parseUsage(const QByteArray &out, const QDateTime &at)
{
    QMap<QString, Usage> usages;
    const QList<QJsonObject> rows = parseRows(out);
    for (const QJsonObject &row : rows) {
        const QString id = row.value("ID"_L1).toString();
        const auto cpu = percentOf(row.value("CPUPerc"_L1).toString());
        const auto memory = bytesOf(row.value("MemUsage"_L1).toString().section(u'/', 0, 0));
        if (!id.isEmpty() && cpu && memory)
            usages.insert(id, {.cpuPercent = *cpu, .memory = *memory, .at = at});
    }
    return usages;
}

} // namespace core
