// SPDX-License-Identifier: MIT
#include "core/docker/parsers.h"

#include "core/base/logging.h"
#include "core/base/redaction.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace core {

namespace {

std::optional<QJsonDocument> parseJson(const QByteArray &bytes)
{
    QJsonParseError error;
    auto document = QJsonDocument::fromJson(bytes, &error);
    if (error.error == QJsonParseError::NoError)
        return document;
    qCWarning(lcDocker).noquote() << "not valid JSON from docker:" << error.errorString() << "in"
                                  << excerpt(QString::fromUtf8(bytes), 200);
    return std::nullopt;
}

void setIfPresent(QString &member, const QJsonValue &value)
{
    if (value.isString() && !value.toString().isEmpty())
        member = value.toString();
}

Flavour flavourOfVersion(const QJsonObject &server)
{
    const QJsonArray components = server.value("Components"_L1).toArray();
    for (const auto &component : components) {
        if (component["Name"_L1].toString().startsWith("Podman"_L1))
            return Flavour::Podman;
    }
    const bool desktop = server.value("Platform"_L1)["Name"_L1].toString().startsWith("Docker Desktop"_L1);
    return desktop ? Flavour::Desktop : Flavour::Docker;
}

bool hasOption(const QJsonObject &info, QLatin1StringView name)
{
    const QJsonArray options = info.value("SecurityOptions"_L1).toArray();
    for (const auto &option : options) {
        if (option.toString().startsWith(name))
            return true;
    }
    return false;
}

} // namespace

std::optional<QString> parseArchitecture(const QByteArray &out)
{
    static const QRegularExpression word(u"\\A[a-z0-9_]+\\z"_s);
    const QString text = QString::fromUtf8(out).trimmed();
    return word.match(text).hasMatch() ? std::optional(text) : std::nullopt;
}

QString parseClientVersion(const QByteArray &out)
{
    static const QRegularExpression version(u"\\bversion ([0-9][^,\\s]*)"_s);
    return version.match(QString::fromUtf8(out)).captured(1);
}

void applyVersion(EngineFacts &facts, const QByteArray &out)
{
    const auto document = parseJson(out);
    if (!document)
        return;
    setIfPresent(facts.clientVersion, document->object().value("Client"_L1)["Version"_L1]);
    const QJsonObject server = document->object().value("Server"_L1).toObject();
    if (server.isEmpty())
        return;
    setIfPresent(facts.serverVersion, server.value("Version"_L1));
    setIfPresent(facts.arch, server.value("Arch"_L1));
    setIfPresent(facts.kernel, server.value("KernelVersion"_L1));
    facts.flavour = flavourOfVersion(server);
}

void applyInfo(EngineFacts &facts, const QByteArray &out)
{
    const auto document = parseJson(out);
    if (!document || document->object().value("ServerVersion"_L1).toString().isEmpty())
        return;
    const QJsonObject info = document->object();
    setIfPresent(facts.serverVersion, info.value("ServerVersion"_L1));
    setIfPresent(facts.system, info.value("OperatingSystem"_L1));
    setIfPresent(facts.storageDriver, info.value("Driver"_L1));
    setIfPresent(facts.rootFolder, info.value("DockerRootDir"_L1));
    setIfPresent(facts.kernel, info.value("KernelVersion"_L1));
    setIfPresent(facts.cgroupVersion, info.value("CgroupVersion"_L1));
    facts.userNamespaces = hasOption(info, "name=userns"_L1);
    facts.ipv4Forwarding = info.value("IPv4Forwarding"_L1).toBool(true);
    facts.proxyConfigured =
        !info.value("HttpProxy"_L1).toString().isEmpty() || !info.value("HttpsProxy"_L1).toString().isEmpty();
    facts.warnings.clear();
    const QJsonArray warnings = info.value("Warnings"_L1).toArray();
    for (const auto &warning : warnings)
        facts.warnings.append(excerpt(warning.toString()));
    if (facts.flavour == Flavour::Podman)
        return;
    if (hasOption(info, "name=rootless"_L1))
        facts.flavour = Flavour::Rootless;
    else if (facts.system == "Docker Desktop"_L1)
        facts.flavour = Flavour::Desktop;
    else
        facts.flavour = Flavour::Docker;
}

QList<QJsonObject> parseRows(const QByteArray &out)
{
    QList<QJsonObject> rows;
    const QByteArray trimmed = out.trimmed();
    if (trimmed.startsWith('[')) {
        if (const auto document = parseJson(trimmed)) {
            const QJsonArray array = document->array();
            for (const auto &value : array)
                rows.append(value.toObject());
        }
        return rows;
    }
    const QList<QByteArray> lines = trimmed.split('\n');
    for (const QByteArray &line : lines) {
        if (line.trimmed().isEmpty())
            continue;
        if (const auto document = parseJson(line); document && document->isObject())
            rows.append(document->object());
    }
    return rows;
}

} // namespace core
