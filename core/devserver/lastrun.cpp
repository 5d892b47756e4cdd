// SPDX-License-Identifier: MIT
#include "core/devserver/lastrun.h"

#include "core/base/files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace core {

namespace {

constexpr int schema = 1;
constexpr qint64 longestHeader = qint64(64) * 1024;

QString pathOf(const QString &folder, quint16 port)
{
    return QDir(folder).filePath(u"%1.run"_s.arg(port));
}

QByteArray headerOf(const LastRun &run, qsizetype outputBytes)
{
    QJsonObject header{{u"schema"_s, schema},
                       {u"port"_s, run.port},
                       {u"name"_s, run.name},
                       {u"project"_s, run.project},
                       {u"image"_s, run.image},
                       {u"started"_s, run.started.toUTC().toString(Qt::ISODateWithMs)},
                       {u"ended"_s, run.ended.toUTC().toString(Qt::ISODateWithMs)},
                       {u"reason"_s, run.reason},
                       {u"outputBytes"_s, outputBytes}};
    if (run.exitCode)
        header.insert(u"exitCode"_s, *run.exitCode);
    return QJsonDocument(header).toJson(QJsonDocument::Compact) + '\n';
}

QDateTime timeOf(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODateWithMs).toUTC();
}

// The first line, read off `file`; what comes next is the output.
Result<QJsonObject> readHeader(QFile &file)
{
    const QString tried = u"read the last run "_s + file.fileName();
    // Looked at before it is opened: opening a pipe waits for whoever writes into it.
    if (const QFileInfo facts(file.fileName()); !facts.exists() || !facts.isFile())
        return failure(tried, facts.exists() ? u"it is no plain file"_s : u"there is none"_s);
    if (!file.open(QIODevice::ReadOnly))
        return failure(tried, file.errorString());
    const QByteArray line = file.readLine(longestHeader);
    const QJsonObject header = QJsonDocument::fromJson(line).object();
    if (!line.endsWith('\n') || header.value("schema"_L1).toInt() != schema)
        return failure(tried, u"it does not begin as one"_s);
    return header;
}

} // namespace

std::optional<Error> saveLastRun(const QString &folder, const LastRun &run)
{
    if (auto error = makeFolder(folder))
        return error;
    const QByteArray output = run.output.last(qMin(run.output.size(), LastRun::mostBytes));
    const QString path = pathOf(folder, run.port);
    return saveFile(path, headerOf(run, output.size()) + output, u"save the last run "_s + path,
                    Readers::Owner);
}

Result<LastRun> readLastRun(const QString &folder, quint16 port)
{
    QFile file(pathOf(folder, port));
    const auto header = readHeader(file);
    if (!header)
        return tl::unexpected(header.error());
    LastRun run{.port = port,
                .name = header->value("name"_L1).toString(),
                .project = header->value("project"_L1).toString(),
                .image = header->value("image"_L1).toString(),
                .started = timeOf(header->value("started"_L1)),
                .ended = timeOf(header->value("ended"_L1)),
                .reason = header->value("reason"_L1).toString(),
                .output = file.read(LastRun::mostBytes)};
    if (header->value("exitCode"_L1).isDouble())
        run.exitCode = header->value("exitCode"_L1).toInt();
    const bool isWhole = header->value("outputBytes"_L1).toInteger(-1) == run.output.size() && file.atEnd();
    if (!isWhole)
        return failure(u"read the last run "_s + file.fileName(), u"its length is not what it says"_s);
    return run;
}

std::optional<quint16> lastPortOf(const QString &folder, const QString &project)
{
    std::optional<quint16> port;
    QDateTime latest;
    const QFileInfoList files = QDir(folder).entryInfoList({u"*.run"_s}, QDir::Files);
    for (const QFileInfo &entry : files) {
        bool isPort = false;
        const quint16 candidate = entry.completeBaseName().toUShort(&isPort);
        QFile file(entry.filePath());
        const auto header = isPort ? readHeader(file) : failure({}, {});
        if (!header || header->value("project"_L1).toString() != project)
            continue;
        const QDateTime started = timeOf(header->value("started"_L1));
        if (!port || started > latest) {
            port = candidate;
            latest = started;
        }
    }
    return port;
}

QString stateFolder()
{
    const QString chosen = qEnvironmentVariable("XDG_STATE_HOME");
    // The specification has a relative one ignored.
    const QString base = QDir::isAbsolutePath(chosen) ? chosen : QDir::home().filePath(u".local/state"_s);
    return QDir(base).filePath(u"berth"_s);
}

} // namespace core
