// SPDX-License-Identifier: MIT
#include "core/devserver/attachedclients.h"

#include "tests/core/machinepicture.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

class AttachedClientsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCommandLineTellsWhatItHolds_data()
    {
        QTest::addColumn<QByteArray>("commandLine");
        QTest::addColumn<QString>("container");
        const auto row = [](const char *claim, const QByteArray &commandLine, const QString &container) {
            QTest::newRow(claim) << commandLine << container;
        };
        const QString name = u"harmony-devserver-4300"_s;
        row("a run by name", "docker run --rm --name harmony-devserver-4300 node:20 npm start", name);
        row("a run by name with an equals sign", "docker run --name=harmony-devserver-4300 node:20", name);
        row("by a path", "/usr/bin/docker run --name harmony-devserver-4300 node:20", name);
        row("with options ahead", "docker --context lab run --name harmony-devserver-4300 node:20", name);
        row("the long form", "docker container run --name harmony-devserver-4300 node:20", name);
        row("podman's", "podman run --name harmony-devserver-4300 node:20", name);
        row("attached later", "docker attach harmony-devserver-4300", name);
        row("started and attached", "docker start --attach harmony-devserver-4300", name);
        row("started and attached in short", "docker start -ai harmony-devserver-4300", name);
        row("only started", "docker start harmony-devserver-4300", {});
        row("started with a key for detaching", "docker start --detach-keys=a harmony-devserver-4300", {});
        row("attached to nothing", "docker attach", {});
        row("without a name", "docker run --rm node:20", {});
        row("a name without a value", "docker run --name", {});
        row("looking at its log", "docker logs --follow harmony-devserver-4300", {});
        row("stopping it", "docker stop harmony-devserver-4300", {});
        row("a shell that will run it", "sh -c docker\\ run\\ --name\\ harmony-devserver-4300", {});
        row("another program", "dockerd run --name harmony-devserver-4300", {});
        row("nothing", "", {});
    }
    void aCommandLineTellsWhatItHolds()
    {
        QFETCH(QByteArray, commandLine);
        QTEST(attachedContainer(commandLine.split(' ')).value_or(QString()), "container");
    }

    void aClientIsFoundWithItsParent()
    {
        tests::MachinePicture machine;
        machine.addProcess(812, "node (dev) x", 1, 100);
        machine.addProcess(813, "docker", 812, 101, {"docker", "run", "--name", "x-devserver-4300", "n"});
        const AttachedClients clients = findAttachedClients(machine.files());
        QVERIFY(clients.seesAll);
        QCOMPARE(clients.byContainer.size(), 1);
        const AttachedClient expected{.pid = 813, .parentPid = 812, .parentProgram = u"node (dev) x"_s};
        QVERIFY(clients.of(u"aa"_s, u"x-devserver-4300"_s) == expected);
        QVERIFY(!clients.of(u"aa"_s, u"x-devserver-43000"_s));
        QVERIFY(!clients.of(u"aa"_s, u"devserver-4300"_s));
    }

    void aClientMayCallItById()
    {
        tests::MachinePicture machine;
        const QString id = u"0123456789abcdef"_s.repeated(4);
        machine.addProcess(813, "docker", 1, 101, {"docker", "attach", "0123456789ab"});
        QCOMPARE(findAttachedClients(machine.files()).of(id, u"x"_s)->pid, 813);
        machine.addProcess(813, "docker", 1, 101, {"docker", "attach", id.toLatin1()});
        QCOMPARE(findAttachedClients(machine.files()).of(id, u"x"_s)->pid, 813);
    }

    // As with hidepid: the first process is nobody's own.
    void hiddenProcessesAreNoticed()
    {
        tests::MachinePicture machine;
        machine.removeProcess(1);
        QVERIFY(!findAttachedClients(machine.files()).seesAll);
        QVERIFY(!findAttachedClients({.proc = u"/no/such/proc"_s}).seesAll);
    }
};

BERTH_TEST(AttachedClientsTest)

#include "tst_attachedclients.moc"
