// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/access.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>

namespace tests {

// An engine in memory: containers that a test starts, ends and renames, answers to what is asked of them, and
// the events that follow. Answers come from the pool's threads after `delay`, and each is as old as that:
// what happens meanwhile is not in it.
class FakeEngine final
{
public:
    struct Container
    {
        QString id;
        QString name;
        QString state = QStringLiteral("created");
        int exitCode = 0;
        bool outOfMemory = false;
        QDateTime started;
        quint16 published = 0; // on the loopback; 0: nothing is
        QJsonObject labels;
    };

    // When what is started is started.
    std::function<QDateTime()> clock = &QDateTime::currentDateTimeUtc;
    // Gets every event, on the thread of the test.
    std::function<void(const QString &line)> onEvent = [](const QString &) {};

    core::EngineAccess access(const QString &endpoint = QStringLiteral("unix:///fake.sock"))
    {
        return {.docker = [this](const QStringList &arguments,
                                 const core::CommandOptions &) { return answer(arguments); },
                .stream = [this](const QStringList &arguments) { return stream(arguments); },
                .choice = {.context = QStringLiteral("fake")},
                .facts = {.context = QStringLiteral("fake"), .endpoint = endpoint}};
    }

    void delayAnswers(int ms)
    {
        locked([&] { m_delay = ms; });
    }
    void breakDown(bool isBroken)
    {
        locked([&] { m_isBroken = isBroken; });
    }
    void setUndead(bool isUndead)
    {
        locked([&] { m_isUndead = isUndead; });
    }

    QString create(const QString &name, quint16 published = 0, const QJsonObject &labels = {})
    {
        const QString id = nextId();
        insert({.id = id, .name = name, .published = published, .labels = labels});
        return id;
    }
    QString run(const QString &name, quint16 published = 0, const QJsonObject &labels = {})
    {
        const QString id = create(name, published, labels);
        start(id);
        return id;
    }
    void start(const QString &id)
    {
        change(id, QStringLiteral("start"), [this](Container &container) {
            container.state = QStringLiteral("running");
            container.started = clock();
        });
    }
    void attach(const QString &id) { tell(id, QStringLiteral("attach")); }
    void pause(const QString &id) { setState(id, QStringLiteral("pause"), QStringLiteral("paused")); }
    void unpause(const QString &id) { setState(id, QStringLiteral("unpause"), QStringLiteral("running")); }
    void runOutOfMemory(const QString &id)
    {
        change(id, QStringLiteral("oom"), [](Container &container) { container.outOfMemory = true; });
    }
    void end(const QString &id, int exitCode)
    {
        locked([&] {
            m_containers[id].state = QStringLiteral("exited");
            m_containers[id].exitCode = exitCode;
        });
        tell(id, QStringLiteral("die"), {{QStringLiteral("exitCode"), QString::number(exitCode)}});
    }
    // The attached client of a server goes, and the container stays.
    void endClient(const QString &id) { QFile::remove(life(id)); }
    void rename(const QString &id, const QString &name)
    {
        change(id, QStringLiteral("rename"), [&](Container &container) { container.name = name; });
    }
    void remove(const QString &id)
    {
        QFile::remove(life(id));
        const Container gone = locked([&] { return m_containers.take(id); });
        if (!gone.id.isEmpty())
            tell(gone, QStringLiteral("destroy"));
    }

    QList<Container> containers() const
    {
        const std::lock_guard lock(m_mutex);
        return m_containers.values();
    }
    // The shell that stands in for an attached client prints this.
    QString printed = QStringLiteral("hello");
    // The streams that were started with this verb.
    qsizetype streams(const QString &verb) const
    {
        return std::ranges::count_if(
            m_streams, [&](const QStringList &arguments) { return arguments.value(0) == verb; });
    }
    // How often the commands that begin like this were given.
    qsizetype count(const QString &beginning) const
    {
        const std::lock_guard lock(m_mutex);
        return std::ranges::count_if(m_commands,
                                     [&](const QString &command) { return command.startsWith(beginning); });
    }

private:
    QString nextId() { return QStringLiteral("%1").arg(++m_lastId, 64, 16, QChar(u'0')); }
    void insert(const Container &container)
    {
        locked([&] { m_containers.insert(container.id, container); });
        tell(container, QStringLiteral("create"));
    }

    // An attached client lives as long as its container, which is as long as there is a file.
    QString life(const QString &id) const { return m_lives.filePath(id); }

    std::unique_ptr<core::Stream> stream(const QStringList &arguments)
    {
        m_streams.append(arguments);
        const bool isRun = arguments.value(0) == QLatin1String("run");
        const QString id = isRun ? nextId() : arguments.last();
        if (isRun) {
            const Container container{.id = id,
                                      .name =
                                          arguments.value(arguments.indexOf(QStringLiteral("--name")) + 1),
                                      .labels = labelsOf(arguments)};
            QMetaObject::invokeMethod(
                &m_thread,
                [this, container] {
                    insert(container);
                    start(container.id);
                },
                Qt::QueuedConnection);
        }
        QFile file(life(id));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file to live by");
        const QString script = QStringLiteral("echo '%1'; while [ -e '%2' ]; do sleep 0.02; done; exit 137");
        return std::make_unique<core::Stream>(
            QStringLiteral("/bin/sh"),
            QStringList{QStringLiteral("-c"), script.arg(printed, file.fileName())},
            QProcessEnvironment::systemEnvironment());
    }
    static QJsonObject labelsOf(const QStringList &arguments)
    {
        QJsonObject labels;
        for (qsizetype i = 0; i + 1 < arguments.size(); ++i) {
            if (arguments.at(i) == QLatin1String("--label"))
                labels.insert(arguments.at(i + 1).section(u'=', 0, 0), arguments.at(i + 1).section(u'=', 1));
        }
        return labels;
    }

    template <typename Function>
    std::invoke_result_t<Function> locked(Function function)
    {
        const std::lock_guard lock(m_mutex);
        return function();
    }
    void setState(const QString &id, const QString &action, const QString &state)
    {
        change(id, action, [&](Container &container) { container.state = state; });
    }
    void change(const QString &id, const QString &action, const std::function<void(Container &)> &how)
    {
        locked([&] { how(m_containers[id]); });
        tell(id, action);
    }
    void tell(const QString &id, const QString &action, const QJsonObject &more = {})
    {
        tell(locked([&] { return m_containers.value(id); }), action, more);
    }
    void tell(const Container &container, const QString &action, const QJsonObject &more = {})
    {
        QJsonObject attributes = container.labels;
        attributes.insert(QStringLiteral("name"), container.name);
        attributes.insert(QStringLiteral("image"), QStringLiteral("node:22"));
        for (auto entry = more.begin(); entry != more.end(); ++entry)
            attributes.insert(entry.key(), entry.value());
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const QJsonObject row{
            {QStringLiteral("Type"), QStringLiteral("container")},
            {QStringLiteral("Action"), action},
            {QStringLiteral("Actor"),
             QJsonObject{{QStringLiteral("ID"), container.id}, {QStringLiteral("Attributes"), attributes}}},
            {QStringLiteral("time"), now / 1000},
            {QStringLiteral("timeNano"), now * 1'000'000}};
        onEvent(QString::fromUtf8(QJsonDocument(row).toJson(QJsonDocument::Compact)));
    }

    core::CommandOutcome answer(const QStringList &arguments)
    {
        std::unique_lock lock(m_mutex);
        m_commands.append(arguments.join(u' '));
        const core::CommandOutcome outcome = m_isBroken ? unreachable() : answerNow(arguments);
        const auto removed = std::exchange(m_removed, {});
        const int delay = m_delay;
        lock.unlock();
        if (!removed.isEmpty())
            onRemovedByCommand(removed);
        if (delay > 0)
            QThread::msleep(ulong(delay));
        return outcome;
    }
    static core::CommandOutcome unreachable()
    {
        return core::Ran{.exitCode = 1,
                         .err = "Cannot connect to the Docker daemon at unix:///fake.sock. Is the docker "
                                "daemon running?\n"};
    }
    core::CommandOutcome answerNow(const QStringList &arguments)
    {
        const QString verb = arguments.value(0);
        if (verb == QLatin1String("ps"))
            return core::Ran{.out = lines(arguments)};
        if (verb == QLatin1String("inspect"))
            return inspected(arguments);
        if (verb == QLatin1String("version") || verb == QLatin1String("info"))
            return core::Ran{.out = "{}\n"};
        if (verb == QLatin1String("stats"))
            return core::Ran{.out = figures(arguments)};
        if (verb == QLatin1String("rm") && !m_isUndead && m_containers.contains(arguments.last()))
            m_removed.append(m_containers.take(arguments.last()));
        if (verb == QLatin1String("rm") && !m_isUndead)
            QFile::remove(life(arguments.last()));
        return core::Ran{};
    }
    // The whole list, or the ids of those with a label.
    QByteArray lines(const QStringList &arguments) const
    {
        QByteArray out;
        const QString label = arguments.filter(QStringLiteral("label=")).value(0).section(u'=', 1);
        for (const Container &container : m_containers) {
            if (!label.isEmpty()) {
                const QString value = container.labels.value(label.section(u'=', 0, 0)).toString();
                if (value == label.section(u'=', 1))
                    out += container.id.toUtf8() + '\n';
                continue;
            }
            const QJsonObject row{{QStringLiteral("ID"), container.id},
                                  {QStringLiteral("Names"), container.name},
                                  {QStringLiteral("State"), container.state}};
            out += QJsonDocument(row).toJson(QJsonDocument::Compact) + '\n';
        }
        return out;
    }
    core::CommandOutcome inspected(const QStringList &arguments) const
    {
        const bool isState = arguments.contains(QStringLiteral("{{.State.Status}}"));
        QJsonArray rows;
        core::Ran ran;
        for (const QString &id : arguments.mid(isState ? 5 : 3)) {
            const auto found = m_containers.constFind(id);
            if (found != m_containers.constEnd()) {
                rows.append(described(*found));
            } else {
                ran.exitCode = 1;
                ran.err += "Error: No such container: " + id.toUtf8() + '\n';
            }
        }
        ran.out = isState ? QByteArray("running\n") : QJsonDocument(rows).toJson(QJsonDocument::Compact);
        return ran;
    }
    static QJsonObject described(const Container &container)
    {
        const QString never = QStringLiteral("0001-01-01T00:00:00Z");
        const QString started =
            container.started.isValid() ? container.started.toString(Qt::ISODateWithMs) : never;
        QJsonObject ports;
        if (container.published != 0)
            ports.insert(
                QStringLiteral("%1/tcp").arg(container.published),
                QJsonArray{QJsonObject{{QStringLiteral("HostIp"), QStringLiteral("127.0.0.1")},
                                       {QStringLiteral("HostPort"), QString::number(container.published)}}});
        return {{QStringLiteral("Id"), container.id},
                {QStringLiteral("Name"), QString(u'/' + container.name)},
                {QStringLiteral("Created"), QStringLiteral("2026-01-01T00:00:00Z")},
                {QStringLiteral("State"),
                 QJsonObject{{QStringLiteral("Status"), container.state},
                             {QStringLiteral("ExitCode"), container.exitCode},
                             {QStringLiteral("OOMKilled"), container.outOfMemory},
                             {QStringLiteral("StartedAt"), started}}},
                {QStringLiteral("Config"),
                 QJsonObject{{QStringLiteral("Image"), QStringLiteral("node:22")},
                             {QStringLiteral("Labels"), container.labels}}},
                {QStringLiteral("HostConfig"), QJsonObject{{QStringLiteral("PortBindings"), ports}}},
                {QStringLiteral("NetworkSettings"), QJsonObject{{QStringLiteral("Ports"), ports}}}};
    }
    QByteArray figures(const QStringList &arguments) const
    {
        QByteArray out;
        for (const QString &id : arguments) {
            if (!m_containers.contains(id))
                continue;
            const QJsonObject row{{QStringLiteral("ID"), id},
                                  {QStringLiteral("CPUPerc"), QStringLiteral("12.50%")},
                                  {QStringLiteral("MemUsage"), QStringLiteral("2MiB / 2GiB")}};
            out += QJsonDocument(row).toJson(QJsonDocument::Compact) + '\n';
        }
        return out;
    }
    void onRemovedByCommand(const QList<Container> &removed)
    {
        // The stream's lines arrive on the thread of the test.
        QMetaObject::invokeMethod(
            &m_thread,
            [this, removed] {
                for (const Container &container : removed)
                    tell(container, QStringLiteral("destroy"));
            },
            Qt::QueuedConnection);
    }

    QTemporaryDir m_lives;
    QList<QStringList> m_streams;
    mutable std::mutex m_mutex;
    QMap<QString, Container> m_containers;
    QStringList m_commands;
    QList<Container> m_removed;
    int m_delay = 0;
    bool m_isBroken = false;
    bool m_isUndead = false;
    quint64 m_lastId = 0;
    QObject m_thread; // lives on the thread of the test
};

} // namespace tests
