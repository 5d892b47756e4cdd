// SPDX-License-Identifier: MIT
#include "tests/bench/memoryengine.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace bench {

namespace {

constexpr int firstPort = 20'000; // where nobody listens

QString idOf(int container)
{
    return QString::number(container + 1).rightJustified(64, u'0');
}

QString folderOf(int container)
{
    return u"/tmp/berth-bench/project-%1"_s.arg(container);
}

QJsonObject labelsOf(int container)
{
    return {{u"berth.mode"_s, u"open"_s}, {u"berth.project"_s, folderOf(container)}};
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QJsonObject containerJson(int container, const QString &name, const QString &state)
{
    const QString port = QString::number(firstPort + container);
    const QJsonObject ports{
        {port + u"/tcp"_s, QJsonArray{QJsonObject{{u"HostIp"_s, u"127.0.0.1"_s}, {u"HostPort"_s, port}}}}};
    return {
        {u"Id"_s, idOf(container)},
        {u"Name"_s, QString(u'/' + name)},
        {u"Created"_s, u"2026-03-01T12:00:00.000000000Z"_s},
        {u"State"_s,
         QJsonObject{{u"Status"_s, state},
                     {u"Running"_s, true},
                     {u"ExitCode"_s, 0},
                     {u"OOMKilled"_s, false},
                     {u"StartedAt"_s, u"2026-03-01T12:00:01.000000000Z"_s}}},
        {u"Config"_s, QJsonObject{{u"Image"_s, u"node:22"_s}, {u"Labels"_s, labelsOf(container)}}},
        {u"HostConfig"_s, QJsonObject{{u"NetworkMode"_s, u"default"_s}, {u"PortBindings"_s, ports}}},
        {u"NetworkSettings"_s, QJsonObject{{u"Ports"_s, ports}}},
        {u"Mounts"_s,
         QJsonArray{QJsonObject{
             {u"Type"_s, u"bind"_s}, {u"Source"_s, folderOf(container)}, {u"Destination"_s, u"/repo"_s}}}}};
}

core::CommandOutcome ran(const QByteArray &out)
{
    return core::Ran{.exitCode = 0, .out = out, .err = {}, .elapsed = 0ms};
}

} // namespace

MemoryEngine::MemoryEngine(int containers, int running)
    : m_containers(containers)
    , m_running(running)
{}

core::EngineAccess MemoryEngine::access()
{
    return {.docker = [this](const QStringList &arguments,
                             const core::CommandOptions &) { return answer(arguments); },
            .stream =
                [this](const QStringList &arguments) {
                    if (arguments.contains(u"run"_s))
                        m_lastRun = std::chrono::steady_clock::now();
                    return std::make_unique<core::Stream>(u"/bin/sleep"_s, QStringList{u"600"_s},
                                                          QProcessEnvironment::systemEnvironment());
                },
            .choice = {.context = u"default"_s, .host = {}},
            .facts = {.context = u"default"_s,
                      .endpoint = u"unix:///tmp/berth-bench-no-engine.sock"_s,
                      .clientVersion = u"28.2.2"_s,
                      .serverVersion = u"28.2.2"_s,
                      .arch = u"amd64"_s,
                      .flavour = core::Flavour::Docker}};
}

QString MemoryEngine::name(int container) const
{
    return u"berth-devserver-%1"_s.arg(firstPort + container);
}

QString MemoryEngine::event(int container, const QString &action)
{
    if (action == "pause"_L1)
        m_paused = container;
    QJsonObject attributes = labelsOf(container);
    attributes.insert(u"image"_s, u"node:22"_s);
    attributes.insert(u"name"_s, name(container));
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    return QString::fromUtf8(
        compact({{u"status"_s, action},
                 {u"id"_s, idOf(container)},
                 {u"from"_s, u"node:22"_s},
                 {u"Type"_s, u"container"_s},
                 {u"Action"_s, action},
                 {u"Actor"_s, QJsonObject{{u"ID"_s, idOf(container)}, {u"Attributes"_s, attributes}}},
                 {u"scope"_s, u"local"_s},
                 {u"time"_s, now},
                 {u"timeNano"_s, now * 1'000'000'000}}));
}

core::CommandOutcome MemoryEngine::answer(const QStringList &arguments) const
{
    // A container of one run is asked for: none of these.
    const bool isOfOneRun = arguments.contains(u"--filter"_s);
    if (arguments.contains(u"ps"_s))
        return ran(isOfOneRun ? QByteArray() : lines());
    if (arguments.contains(u"image"_s))
        return ran("sha256:0\n");
    return ran(arguments.contains(u"inspect"_s) ? inspected(arguments) : QByteArray());
}

QByteArray MemoryEngine::lines() const
{
    QByteArray all;
    for (int i = 0; i < m_running; ++i)
        all += compact({{u"ID"_s, idOf(i)},
                        {u"Names"_s, name(i)},
                        {u"Image"_s, u"node:22"_s},
                        {u"State"_s, u"running"_s},
                        {u"Status"_s, u"Up 2 hours"_s}})
            + '\n';
    return all;
}

QByteArray MemoryEngine::inspected(const QStringList &arguments) const
{
    QJsonArray all;
    const QSet<QString> asked(arguments.cbegin(), arguments.cend());
    for (int i = 0; i < m_containers; ++i) {
        if (asked.contains(idOf(i)) || asked.contains(name(i)))
            all.append(containerJson(i, name(i), i == m_paused ? u"paused"_s : u"running"_s));
    }
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

} // namespace bench
