// SPDX-License-Identifier: MIT
#include "app/serververbs/ls.h"

#include "app/composition.h"
#include "app/ornull.h"
#include "app/printing.h"
#include "app/serververbs/listed.h"
#include "app/table.h"
#include "core/base/redaction.h"
#include "ui/presentation/servers.h"
#include "ui/presentation/servertrouble.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonArray>

using namespace core;
using namespace Qt::StringLiterals;

namespace app {

namespace {

constexpr int schema = 1;
constexpr int shownCharacters = 60;

QString tr(const char *text)
{
    return QCoreApplication::translate("ServerVerbs", text);
}

QString word(ServerState state)
{
    switch (state) {
    case ServerState::Preparing:
        return u"preparing"_s;
    case ServerState::Starting:
        return u"starting"_s;
    case ServerState::Announced:
        return u"announced"_s;
    case ServerState::Ready:
        return u"ready"_s;
    case ServerState::Stopping:
        return u"stopping"_s;
    case ServerState::Running:
        return u"running"_s;
    case ServerState::Paused:
        return u"paused"_s;
    case ServerState::Created:
        return u"created"_s;
    case ServerState::Exited:
        return u"exited"_s;
    case ServerState::Failed:
        return u"failed"_s;
    case ServerState::Stopped:
        return u"stopped"_s;
    }
    Q_UNREACHABLE();
}

QString word(Ownership ownership)
{
    switch (ownership) {
    case Ownership::Owned:
        return u"owned"_s;
    case Ownership::Kept:
        return u"kept"_s;
    case Ownership::Orphan:
        return u"orphan"_s;
    case Ownership::Unknown:
        return u"unknown"_s;
    }
    Q_UNREACHABLE();
}

QString shown(const QString &text)
{
    return text.isEmpty() ? u"–"_s : excerpt(text, shownCharacters);
}

// As a shell would write it: "~/shop".
QString shownFolder(const QString &folder)
{
    const QString home = QDir::homePath();
    const bool isBelow = folder.startsWith(home + u'/') && home != "/"_L1;
    return shown(isBelow ? QString(u'~' + folder.sliced(home.size())) : folder);
}

// What it has been up for; nothing where it is not.
QString shownAge(const Server &server, const QDateTime &now)
{
    const bool isUp = server.state != ServerState::Created && server.state != ServerState::Exited;
    return shown(isUp ? ui::ageText(server.since, now) : QString());
}

QString exposedSentence(const Server &server)
{
    return tr("It is published at %1, where other machines can reach it: start it with “berth up” to have it "
              "on this machine alone.")
        .arg(excerpt(server.published.join(u", "_s), shownCharacters));
}

QJsonObject json(const Server &server)
{
    QJsonArray published;
    for (const QString &entry : server.published)
        published.append(printable(entry));
    return {{u"name"_s, printable(server.name)},
            {u"id"_s, printable(server.id)},
            {u"port"_s, server.port},
            {u"state"_s, word(server.state)},
            {u"ownership"_s, word(server.ownership)},
            {u"why"_s, orNull(ui::ownershipText(server))},
            {u"project"_s, printable(server.project)},
            {u"image"_s, printable(server.image)},
            {u"mode"_s, server.mode == NetworkMode::Sealed ? u"sealed"_s : u"open"_s},
            {u"https"_s, server.isHttps},
            {u"address"_s, server.address()},
            {u"published"_s, published},
            {u"since"_s, orNull(server.since.toUTC().toString(Qt::ISODate))},
            {u"trouble"_s, orNull(server.trouble ? ui::troubleId(server.trouble->kind) : QString())}};
}

int printServers(const CommandLine &line, const QList<Server> &servers)
{
    if (line.json)
        printJson(serversJson(servers));
    else
        print(serversText(servers, QDateTime::currentDateTimeUtc()));
    return ExitDone;
}

} // namespace

QString serversText(const QList<Server> &servers, const QDateTime &now)
{
    if (servers.isEmpty())
        return tr("No dev servers.");
    QList<QStringList> rows{
        {tr("PORT"), tr("STATE"), tr("OWNER"), tr("UP"), tr("PROJECT"), tr("ADDRESS"), tr("NAME")}};
    for (const Server &server : servers) {
        rows.append({QString::number(server.port), word(server.state), word(server.ownership),
                     shownAge(server, now), shownFolder(server.project), shown(server.address()),
                     shown(server.name)});
    }
    const QStringList table = tableLines(rows);
    const QString indent(table.first().indexOf(rows.first().at(1)), u' '); // below the second column
    QStringList lines{table.first()};
    for (qsizetype i = 0; i < servers.size(); ++i) {
        lines.append(table.at(i + 1));
        if (servers.at(i).trouble)
            lines.append(indent + ui::troubleSentence(*servers.at(i).trouble));
        if (servers.at(i).ownership == Ownership::Orphan)
            lines.append(indent + ui::ownershipText(servers.at(i), now));
        if (servers.at(i).isExposed())
            lines.append(indent + exposedSentence(servers.at(i)));
    }
    return lines.join(u'\n');
}

QJsonObject serversJson(const QList<Server> &servers)
{
    QJsonArray array;
    for (const Server &server : servers)
        array.append(json(server));
    return {{u"schema"_s, schema}, {u"servers"_s, array}};
}

int runLsVerb(const CommandLine &line, const Settings &settings)
{
    const EngineAccess access = composeAccess(settings, line.context);
    return withServers(access, [&](QList<Server> servers, const std::stop_token &stop) {
        lookAt(servers, access.facts, stop);
        return printServers(line, servers);
    });
}

} // namespace app
