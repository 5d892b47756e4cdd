// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QString>

namespace tests {

// A container as far as the tests tell one from another.
struct PlainContainer
{
    QString id;
    QString name;
    QString state = QStringLiteral("running");
    int port = 0; // published on the loopback; 0 for none
    QString run = {};
    int exitCode = 0;
};

// What `ps --format {{json .}}` prints of them.
inline QByteArray listed(const QList<PlainContainer> &containers)
{
    QByteArray lines;
    for (const PlainContainer &each : containers) {
        const QJsonObject row{{QStringLiteral("ID"), each.id},
                              {QStringLiteral("Names"), each.name},
                              {QStringLiteral("State"), each.state}};
        lines += QJsonDocument(row).toJson(QJsonDocument::Compact) + '\n';
    }
    return lines;
}

// What `inspect` prints of them.
inline QByteArray inspected(const QList<PlainContainer> &containers)
{
    QJsonArray rows;
    for (const PlainContainer &each : containers) {
        QJsonObject ports;
        if (each.port != 0) {
            const QJsonObject binding{{QStringLiteral("HostIp"), QStringLiteral("127.0.0.1")},
                                      {QStringLiteral("HostPort"), QString::number(each.port)}};
            ports.insert(QStringLiteral("%1/tcp").arg(each.port), QJsonArray{binding});
        }
        QJsonObject labels;
        if (!each.run.isEmpty())
            labels.insert(QStringLiteral("berth.run"), each.run);
        const QString started = each.state == QStringLiteral("created")
            ? QStringLiteral("0001-01-01T00:00:00Z")
            : QStringLiteral("2026-01-02T03:04:05Z");
        rows.append(
            QJsonObject{{QStringLiteral("Id"), each.id},
                        {QStringLiteral("Name"), QString(u'/' + each.name)},
                        {QStringLiteral("Created"), QStringLiteral("2026-01-02T03:04:05Z")},
                        {QStringLiteral("State"),
                         QJsonObject{{QStringLiteral("Status"), each.state},
                                     {QStringLiteral("ExitCode"), each.exitCode},
                                     {QStringLiteral("StartedAt"), started}}},
                        {QStringLiteral("Config"), QJsonObject{{QStringLiteral("Labels"), labels}}},
                        {QStringLiteral("HostConfig"), QJsonObject{{QStringLiteral("PortBindings"), ports}}},
                        {QStringLiteral("NetworkSettings"), QJsonObject{{QStringLiteral("Ports"), ports}}}});
    }
    return QJsonDocument(rows).toJson();
}

} // namespace tests
