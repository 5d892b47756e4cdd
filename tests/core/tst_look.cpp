// SPDX-License-Identifier: MIT
#include "core/devserver/look.h"

#include "tests/core/inspected.h"
#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const tests::PlainContainer server{.id = u"aa"_s, .name = u"berth-devserver-4300"_s, .port = 4300};
const tests::PlainContainer foreign{.id = u"bb"_s, .name = u"harmony-devserver-4301-x"_s};
const tests::PlainContainer database{.id = u"cc"_s, .name = u"postgres"_s};

} // namespace

class LookTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyDevServersAreInspected()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^ps --all --no-trunc --format"_s, Ran{.out = tests::listed({server, foreign, database})});
        docker.on(u"^inspect"_s, Ran{.out = tests::inspected({server, foreign})});
        const auto found = listServers(docker.runner(), {});
        QVERIFY(found.has_value());
        QCOMPARE(docker.commands(u"^inspect"_s), QStringList{u"inspect --type container aa bb"_s});
        QCOMPARE(found->size(), 2);
        QCOMPARE(found->first().name, server.name);
        QCOMPARE(found->first().published.first().hostPort, 4300);
    }

    void everyContainerIsInspectedForThePorts()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^ps"_s, Ran{.out = tests::listed({server, database})});
        docker.on(u"^inspect"_s, Ran{.out = tests::inspected({server, database})});
        QCOMPARE(listContainers(docker.runner(), {})->size(), 2);
        QCOMPARE(docker.commands(u"^inspect"_s), QStringList{u"inspect --type container aa cc"_s});
    }

    void noServerNeedsNoInspect()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^ps"_s, Ran{.out = tests::listed({database})});
        QVERIFY(listServers(docker.runner(), {})->isEmpty());
        QCOMPARE(docker.count(u"^inspect"_s), 0);
    }

    void oneThatGoesInBetweenIsLeftOut()
    {
        tests::ScriptedDocker docker;
        docker.on(
            u"^inspect"_s,
            Ran{.exitCode = 1, .out = tests::inspected({server}), .err = "Error: No such container: bb\n"});
        const auto found = inspectContainers(docker.runner(), {u"aa"_s, u"bb"_s}, {});
        QVERIFY(found.has_value());
        QCOMPARE(found->size(), 1);
    }

    void whatDockerCouldNotSayIsHandedOn()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^ps"_s, Ran{.exitCode = 1, .err = "Cannot connect to the Docker daemon\n"});
        const auto unlisted = listServers(docker.runner(), {});
        QVERIFY(!unlisted.has_value());
        QCOMPARE(exitCode(unlisted.error()), 1);

        docker.on(u"^inspect"_s, Failed{.cause = Failed::Cause::TimedOut});
        const auto unseen = inspectContainers(docker.runner(), {u"aa"_s}, {});
        QVERIFY(!unseen.has_value());
        QCOMPARE(std::get<Failed>(unseen.error()).cause, Failed::Cause::TimedOut);
    }

    void theFiguresOfTheOthersAreTold()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^stats"_s,
                  Ran{.exitCode = 1,
                      .out = R"({"ID":"aa","CPUPerc":"12.50%","MemUsage":"10MiB / 2GiB"})",
                      .err = "Error response from daemon: No such container: bb\n"});
        const auto usage = askUsage(docker.runner(), {u"aa"_s, u"bb"_s}, {});
        QVERIFY(usage.has_value());
        QCOMPARE(usage->size(), 1);
    }

    void aLongListIsKeptWhole()
    {
        tests::ScriptedDocker docker;
        qsizetype kept = 0;
        docker.on(u"^ps"_s, [&kept](const QStringList &, const CommandOptions &options) {
            kept = options.kept;
            return Ran{};
        });
        QVERIFY(listServers(docker.runner(), {})->isEmpty());
        QVERIFY(kept >= qsizetype(16) << 20); // 1 000 containers are some MB
    }

    void usageIsAskedOfTheNamedOnly()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^stats"_s, Ran{.out = R"({"ID":"aa","CPUPerc":"12.50%","MemUsage":"10MiB / 2GiB"})"});
        const auto usage = askUsage(docker.runner(), {u"aa"_s}, {});
        QVERIFY(usage.has_value());
        QCOMPARE(usage->value(u"aa"_s).cpuPercent, 12.5);
        QCOMPARE(usage->value(u"aa"_s).memory, qint64(10) << 20);
        QVERIFY(docker.commands(u"^stats"_s).first().endsWith(u" aa"_s));
        QVERIFY(askUsage(docker.runner(), {}, {})->isEmpty());
        QCOMPARE(docker.count(u"^stats"_s), 1);
    }
};

BERTH_TEST(LookTest)

#include "tst_look.moc"
