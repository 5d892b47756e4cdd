// SPDX-License-Identifier: MIT
#include "core/devserver/container.h"

#include "tests/registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>
#include <QTimeZone>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const QString id = QString(64, u'a');

QByteArray json(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QByteArray json(const QJsonArray &array)
{
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

QJsonObject binding(const QString &address, const QString &port)
{
    return {{u"HostIp"_s, address}, {u"HostPort"_s, port}};
}

// As engine 20.10 tells of a running dev server.
QJsonObject running()
{
    return {{u"Id"_s, id},
            {u"Name"_s, u"/berth-devserver-4300"_s},
            {u"Created"_s, u"2026-01-02T03:04:05.123456789Z"_s},
            {u"State"_s,
             QJsonObject{{u"Status"_s, u"running"_s},
                         {u"ExitCode"_s, 0},
                         {u"OOMKilled"_s, false},
                         {u"StartedAt"_s, u"2026-01-02T03:04:06.5Z"_s}}},
            {u"Config"_s,
             QJsonObject{{u"Image"_s, u"node:20"_s},
                         {u"Labels"_s, QJsonObject{{projectLabel, u"/home/me/shop"_s}}}}},
            {u"HostConfig"_s,
             QJsonObject{{u"NetworkMode"_s, u"default"_s},
                         {u"Memory"_s, qint64(2) << 30},
                         {u"PortBindings"_s,
                          QJsonObject{{u"4300/tcp"_s, QJsonArray{binding(u"127.0.0.1"_s, u"4300"_s)}}}}}},
            {u"Mounts"_s,
             QJsonArray{QJsonObject{{u"Type"_s, u"volume"_s},
                                    {u"Source"_s, u"/var/lib/docker/volumes/x"_s},
                                    {u"Destination"_s, u"/data"_s}},
                        QJsonObject{{u"Type"_s, u"bind"_s},
                                    {u"Source"_s, u"/home/me/shop"_s},
                                    {u"Destination"_s, u"/repo"_s}}}},
            {u"NetworkSettings"_s,
             QJsonObject{{u"Ports"_s,
                          QJsonObject{{u"4300/tcp"_s, QJsonArray{binding(u"127.0.0.1"_s, u"4300"_s)}},
                                      {u"53/udp"_s, QJsonArray{binding(u"0.0.0.0"_s, u"53"_s)}},
                                      {u"80/tcp"_s, QJsonValue::Null}}}}}};
}

QJsonObject with(QJsonObject object, const QString &part, const QJsonObject &changes)
{
    QJsonObject value = object.value(part).toObject();
    for (auto change = changes.begin(); change != changes.end(); ++change)
        value.insert(change.key(), change.value());
    object.insert(part, value);
    return object;
}

ContainerFacts only(const QJsonObject &row)
{
    return parseContainers(json(QJsonArray{row})).value(0);
}

ContainerFacts named(const QString &name, const QString &state = u"running"_s)
{
    return {.id = id, .name = name, .image = u"node:20"_s, .state = state};
}

QDateTime utc(const QString &text)
{
    return QDateTime::fromString(text, Qt::ISODateWithMs).toUTC();
}

} // namespace

class ContainerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsARunningContainer()
    {
        const ContainerFacts facts = only(running());
        const ContainerFacts expected{
            .id = id,
            .name = u"berth-devserver-4300"_s,
            .image = u"node:20"_s,
            .state = u"running"_s,
            .created = utc(u"2026-01-02T03:04:05.123Z"_s),
            .started = utc(u"2026-01-02T03:04:06.500Z"_s),
            .labels = {{projectLabel, u"/home/me/shop"_s}},
            .published = {{.address = u"127.0.0.1"_s, .hostPort = 4300, .containerPort = 4300}},
            .projectSource = u"/home/me/shop"_s,
            .memory = qint64(2) << 30};
        QCOMPARE(facts.created, expected.created);
        QCOMPARE(facts.started, expected.started);
        QCOMPARE(facts.published, expected.published);
        QVERIFY(facts == expected);
    }

    void whatDoesNotRunIsWhereItAsksToBe()
    {
        QJsonObject row = with(
            running(), u"State"_s,
            {{u"Status"_s, u"created"_s}, {u"StartedAt"_s, u"0001-01-01T00:00:00Z"_s}, {u"ExitCode"_s, 128}});
        row = with(row, u"HostConfig"_s,
                   {{u"PortBindings"_s,
                     QJsonObject{{u"80/tcp"_s, QJsonArray{binding({}, u"8080"_s)}},
                                 {u"81/tcp"_s, QJsonArray{binding({}, {})}},
                                 {u"82/tcp"_s, QJsonArray{binding({}, u"9000-9010"_s)}}}}});
        const ContainerFacts facts = only(row);
        QCOMPARE(facts.state, u"created"_s);
        QVERIFY(!facts.started.isValid());
        QCOMPARE(facts.exitCode, 128);
        QCOMPARE(facts.published,
                 (QList<Publication>{{.address = u"0.0.0.0"_s, .hostPort = 8080, .containerPort = 80}}));
    }

    void podmansWordsAreMapped_data()
    {
        QTest::addColumn<QString>("state");
        QTest::newRow("configured") << u"created"_s;
        QTest::newRow("initialized") << u"created"_s;
        QTest::newRow("stopping") << u"running"_s;
        QTest::newRow("stopped") << u"exited"_s;
        QTest::newRow("paused") << u"paused"_s;
    }
    void podmansWordsAreMapped()
    {
        const QString word = QString::fromLatin1(QTest::currentDataTag());
        QJsonObject row = with(running(), u"State"_s, {{u"Status"_s, word}});
        row.insert(u"Name"_s, u"berth-devserver-4300"_s);
        row.insert(u"Created"_s, u"2026-01-02T04:04:05.123456789+01:00"_s);
        const ContainerFacts facts = only(row);
        QTEST(facts.state, "state");
        QCOMPARE(facts.name, u"berth-devserver-4300"_s);
        QCOMPARE(facts.created, utc(u"2026-01-02T03:04:05.123Z"_s));
        QCOMPARE(facts.created.timeSpec(), Qt::UTC);
    }

    void brokenEntriesAreLoggedAndSkipped()
    {
        const QJsonArray rows{QJsonObject{{u"Id"_s, id}}, running(), 7, QJsonValue::Null};
        const QRegularExpression warning(u"a container without id, name or state"_s);
        for (int i = 0; i < 3; ++i)
            QTest::ignoreMessage(QtWarningMsg, warning);
        const QList<ContainerFacts> containers = parseContainers(json(rows));
        QCOMPARE(containers.size(), 1);
        QCOMPARE(containers.first().id, id);
    }

    void whatIsNoAnswerHoldsNoContainer()
    {
        QCOMPARE(parseContainers("[]\n").size(), 0);
        QCOMPARE(parseContainers({}).size(), 0);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON"_s));
        QCOMPARE(parseContainers("[{\"Id\": \"a\"").size(), 0);
    }

    void readsLinesOfPs_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char *claim, const QByteArray &out, const QStringList &names) {
            QTest::newRow(claim) << out << names;
        };
        row("docker's lines",
            "{\"ID\":\"a\",\"Names\":\"one\",\"State\":\"running\"}\n"
            "{\"ID\":\"b\",\"Names\":\"other/alias,two\",\"State\":\"running\"}\n",
            {u"one"_s, u"two"_s});
        row("podman's array",
            "[{\"Id\":\"a\",\"Names\":[\"one\"],\"State\":\"running\"},"
            "{\"Id\":\"b\",\"Names\":[\"two\"],\"State\":\"running\"}]\n",
            {u"one"_s, u"two"_s});
        row("nothing", "\n", {});
        row("a row without an id", "{\"Names\":\"one\"}\n", {});
    }
    void readsLinesOfPs()
    {
        QFETCH(QByteArray, out);
        QFETCH(QStringList, names);
        QStringList found;
        QString ids;
        for (const ContainerLine &line : parseContainerLines(out)) {
            found.append(line.name);
            ids += line.id;
            QCOMPARE(line.state, u"running"_s);
        }
        QCOMPARE(found, names);
        QCOMPARE(ids, QStringView(u"ab").first(names.size()).toString());
    }

    void readsDockersEvents()
    {
        const QJsonObject attributes{{u"berth.run"_s, u"0123"_s},
                                     {u"exitCode"_s, u"3"_s},
                                     {u"image"_s, u"node:20"_s},
                                     {u"name"_s, u"berth-devserver-4300"_s}};
        const QJsonObject row{{u"status"_s, u"die"_s},
                              {u"id"_s, id},
                              {u"Type"_s, u"container"_s},
                              {u"Action"_s, u"die"_s},
                              {u"Actor"_s, QJsonObject{{u"ID"_s, id}, {u"Attributes"_s, attributes}}},
                              {u"time"_s, 1767323045},
                              {u"timeNano"_s, qint64(1767323045123456789)}};
        const auto event = parseContainerEvent(QString::fromUtf8(json(row)));
        QVERIFY(event);
        QCOMPARE(event->action, u"die"_s);
        QCOMPARE(event->id, id);
        QCOMPARE(event->name, u"berth-devserver-4300"_s);
        QCOMPARE(event->image, u"node:20"_s);
        QCOMPARE(event->attributes.value(u"exitCode"_s), u"3"_s);
        QCOMPARE(event->attributes.value(u"berth.run"_s), u"0123"_s);
        QCOMPARE(event->at, utc(u"2026-01-02T03:04:05.123Z"_s));
    }

    void actionsLoseWhatFollowsAColon()
    {
        const QJsonObject row{{u"Type"_s, u"container"_s},
                              {u"Action"_s, u"exec_start: sh -c 'echo secret'"_s},
                              {u"Actor"_s, QJsonObject{{u"ID"_s, id}}}};
        QCOMPARE(parseContainerEvent(QString::fromUtf8(json(row)))->action, u"exec_start"_s);
    }

    void aRenamedOneHasItsNewName()
    {
        const QJsonObject attributes{{u"name"_s, u"new-devserver-4300"_s},
                                     {u"oldName"_s, u"/berth-devserver-4300"_s}};
        const QJsonObject row{{u"Type"_s, u"container"_s},
                              {u"Action"_s, u"rename"_s},
                              {u"Actor"_s, QJsonObject{{u"ID"_s, id}, {u"Attributes"_s, attributes}}}};
        QCOMPARE(parseContainerEvent(QString::fromUtf8(json(row)))->name, u"new-devserver-4300"_s);
    }

    void readsPodmansEvents_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("exitCode");
        QTest::newRow("started") << u"start"_s << u"start"_s << QString();
        QTest::newRow("ended") << u"died"_s << u"die"_s << u"0"_s;
        QTest::newRow("removed") << u"remove"_s << u"destroy"_s << QString();
    }
    void readsPodmansEvents()
    {
        QFETCH(QString, status);
        const QJsonObject row{{u"ID"_s, id},
                              {u"Image"_s, u"localhost/node:20"_s},
                              {u"Name"_s, u"berth-devserver-4300"_s},
                              {u"Status"_s, status},
                              {u"Time"_s, u"2026-01-02T04:04:05.123456789+01:00"_s},
                              {u"Type"_s, u"container"_s},
                              {u"Attributes"_s, QJsonObject{{u"berth.run"_s, u"0123"_s}}}};
        const auto event = parseContainerEvent(QString::fromUtf8(json(row)));
        QVERIFY(event);
        QTEST(event->action, "action");
        QTEST(event->attributes.value(u"exitCode"_s), "exitCode");
        QCOMPARE(event->id, id);
        QCOMPARE(event->name, u"berth-devserver-4300"_s);
        QCOMPARE(event->image, u"localhost/node:20"_s);
        QCOMPARE(event->attributes.value(u"berth.run"_s), u"0123"_s);
        QCOMPARE(event->at, utc(u"2026-01-02T03:04:05.123Z"_s));
    }

    void podmansExitCodeIsKept()
    {
        const QJsonObject row{{u"ID"_s, id},
                              {u"Status"_s, u"died"_s},
                              {u"ContainerExitCode"_s, 3},
                              {u"Type"_s, u"container"_s}};
        QCOMPARE(parseContainerEvent(QString::fromUtf8(json(row)))->attributes.value(u"exitCode"_s), u"3"_s);
    }

    void whatIsNoContainersEventIsNone()
    {
        QVERIFY(!parseContainerEvent({}));
        QVERIFY(!parseContainerEvent(
            u"{\"Type\":\"network\",\"Action\":\"connect\",\"Actor\":{\"ID\":\"a\"}}"_s));
        QVERIFY(!parseContainerEvent(u"{\"Type\":\"container\",\"Actor\":{\"ID\":\"a\"}}"_s));
        QVERIFY(!parseContainerEvent(u"{\"Type\":\"container\",\"Action\":\"start\"}"_s));
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON"_s));
        QVERIFY(!parseContainerEvent(u"unexpected EOF"_s));
    }

    void aContainerIsAServerByItsName()
    {
        QVERIFY(!serverOf(named(u"redis"_s)));
        const auto server = serverOf(only(running()));
        QVERIFY(server);
        QCOMPARE(server->name, u"berth-devserver-4300"_s);
        QCOMPARE(server->id, id);
        QCOMPARE(int(server->port), 4300);
        QCOMPARE(server->project, u"/home/me/shop"_s);
        QCOMPARE(server->image, u"node:20"_s);
        QCOMPARE(server->published, QStringList{u"127.0.0.1:4300"_s});
        QCOMPARE(server->since, utc(u"2026-01-02T03:04:06.500Z"_s));
        QVERIFY(!server->isOurs);
        QVERIFY(!server->exitCode);
        QVERIFY(server->mode == NetworkMode::Open);
    }

    void statesAreDockersWords_data()
    {
        QTest::addColumn<int>("state");
        const auto row = [](const char *word, ServerState state) { QTest::newRow(word) << int(state); };
        row("running", ServerState::Running);
        row("paused", ServerState::Paused);
        row("created", ServerState::Created);
        row("exited", ServerState::Exited);
        row("dead", ServerState::Exited);
        row("restarting", ServerState::Starting);
        row("removing", ServerState::Stopping);
    }
    void statesAreDockersWords()
    {
        ContainerFacts facts =
            named(u"harmony-devserver-4300"_s, QString::fromLatin1(QTest::currentDataTag()));
        facts.exitCode = 3;
        const auto server = serverOf(facts);
        QTEST(int(server->state), "state");
        const bool hasEnded = server->state == ServerState::Exited;
        QCOMPARE(server->exitCode, hasEnded ? std::optional(3) : std::nullopt);
        QVERIFY(!server->trouble);
    }

    void oneThatWasKilledForMemorySaysSo()
    {
        ContainerFacts facts = named(u"berth-devserver-4300"_s, u"exited"_s);
        facts.exitCode = 137;
        facts.outOfMemory = true;
        facts.memory = 1000;
        const ServerTrouble expected{
            .kind = ServerTrouble::Kind::OutOfMemory, .exitCode = 137, .memory = 1000};
        QVERIFY(serverOf(facts)->trouble == expected);
        facts.state = u"running"_s; // a child of it was killed, earlier
        QVERIFY(!serverOf(facts)->trouble);
    }

    void labelsAndPortsMakeARow()
    {
        ContainerFacts facts = named(u"berth-devserver-4300"_s);
        facts.created = utc(u"2026-01-02T03:04:05Z"_s);
        facts.projectSource = u"/mounted"_s;
        facts.published = {{.address = u"::"_s, .hostPort = 4300, .containerPort = 4300},
                           {.address = u"0.0.0.0"_s, .hostPort = 4301, .containerPort = 80}};
        QCOMPARE(serverOf(facts)->project, u"/mounted"_s);
        QCOMPARE(serverOf(facts)->published, (QStringList{u"[::]:4300"_s, u"0.0.0.0:4301"_s}));
        QCOMPARE(serverOf(facts)->since, facts.created);
        facts.labels = {{projectLabel, u"/labelled"_s}, {modeLabel, u"sealed"_s}};
        QCOMPARE(serverOf(facts)->project, u"/labelled"_s);
        QVERIFY(serverOf(facts)->mode == NetworkMode::Sealed);
    }

    void readsUsage_data()
    {
        QTest::addColumn<QString>("cpu");
        QTest::addColumn<QString>("memory");
        QTest::addColumn<double>("percent");
        QTest::addColumn<qint64>("bytes"); // negative: no usage
        const auto row = [](const char *claim, const QString &cpu, const QString &memory, double percent,
                            qint64 bytes) { QTest::newRow(claim) << cpu << memory << percent << bytes; };
        row("docker's units", u"0.15%"_s, u"1.5MiB / 2GiB"_s, 0.15, 1572864);
        row("bytes", u"0.00%"_s, u"512B / 2GiB"_s, 0, 512);
        row("kibibytes", u"0.00%"_s, u"2KiB / 2GiB"_s, 0, 2048);
        row("gibibytes", u"250.07%"_s, u"1.25GiB / 2GiB"_s, 250.07, 1342177280);
        row("podman's units", u"0.50%"_s, u"1.2MB / 2.147GB"_s, 0.5, 1200000);
        row("podman's thousands", u"0.50%"_s, u"3.5kB / 2.147GB"_s, 0.5, 3500);
        row("nothing", u"0.00%"_s, u"0B / 0B"_s, 0, 0);
        row("one that has ended", u"--"_s, u"-- / --"_s, 0, -1);
        row("no amount", u"1%"_s, u"much"_s, 0, -1);
        row("no percentage", u"nan%"_s, u"1B / 2B"_s, 0, -1);
    }
    void readsUsage()
    {
        QFETCH(QString, cpu);
        QFETCH(QString, memory);
        QFETCH(double, percent);
        QFETCH(qint64, bytes);
        const QDateTime at = utc(u"2026-01-02T03:04:05Z"_s);
        const QJsonObject row{{u"ID"_s, id}, {u"CPUPerc"_s, cpu}, {u"MemUsage"_s, memory}};
        const QMap<QString, Usage> usages = parseUsage(json(row) + '\n', at);
        QMap<QString, Usage> expected;
        if (bytes >= 0)
            expected.insert(id, {.cpuPercent = percent, .memory = bytes, .at = at});
        QVERIFY(usages == expected);
    }
};

BERTH_TEST(ContainerTest)

#include "tst_container.moc"
