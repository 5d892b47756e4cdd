// SPDX-License-Identifier: MIT
#include "core/devserver/listeners.h"

#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const QString architecture = QStringLiteral(BERTH_NATIVE_ARCHITECTURE);

} // namespace

class ListenersTest : public QObject
{
    Q_OBJECT

    static ListensOn ask(tests::ScriptedDocker &docker, const QString &of = architecture)
    {
        Payloads payloads(PayloadSources{});
        return askListeners(docker.runner(), payloads, of, u"f00"_s, 4300, {});
    }

private Q_SLOTS:
    void readsWhereItListens_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<ListensOn>("where");
        const auto row = [](const char *claim, const QByteArray &out, ListensOn where) {
            QTest::newRow(claim) << out << where;
        };
        row("nothing", "", ListensOn::Nowhere);
        row("another port", "tcp 0.0.0.0 80\n", ListensOn::Nowhere);
        row("every address", "tcp 0.0.0.0 4300\n", ListensOn::Everywhere);
        row("every address of both kinds", "tcp6 :: 4300\n", ListensOn::Everywhere);
        row("its own address", "tcp 172.17.0.2 4300\n", ListensOn::Everywhere);
        row("the loopback", "tcp 127.0.0.1 4300\n", ListensOn::Loopback);
        row("both loopbacks", "tcp 127.0.0.1 4300\ntcp6 ::1 4300\n", ListensOn::Loopback);
        row("the loopback in IPv6's words", "tcp6 ::ffff:127.0.0.1 4300\n", ListensOn::Loopback);
        row("the loopback and everywhere", "tcp 127.0.0.1 4300\ntcp6 :: 4300\n", ListensOn::Everywhere);
        const QByteArray heading =
            "Active Internet connections (only servers)\n"
            "Proto Recv-Q Send-Q Local Address           Foreign Address         State\n";
        row("netstat: the loopback",
            heading + "tcp        0      0 127.0.0.1:4300          0.0.0.0:*               LISTEN\n",
            ListensOn::Loopback);
        row("netstat: everywhere",
            heading + "tcp        0      0 :::4300                 :::*                    LISTEN\n",
            ListensOn::Everywhere);
        row("netstat: a connection",
            heading + "tcp        0      0 127.0.0.1:4300          127.0.0.1:9             ESTABLISHED\n",
            ListensOn::Nowhere);
        row("netstat: nothing", heading, ListensOn::Nowhere);
    }

    void readsWhereItListens()
    {
        QFETCH(const QByteArray, out);
        QFETCH(const ListensOn, where);
        QCOMPARE(parseListeners(out, 4300), where);
    }

    void asksInTheContainersNetworkAndLeavesNothing()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^load"_s, [](const QStringList &, const CommandOptions &options) {
            return Ran{.exitCode = options.input.contains("berth.check") ? 0 : 1};
        });
        docker.on(u" listeners$"_s, Ran{.out = "tcp 127.0.0.1 4300\n"});
        QCOMPARE(ask(docker), ListensOn::Loopback);
        const QStringList commands = docker.commands(u"."_s);
        QCOMPARE(commands.size(), 3);
        QCOMPARE(commands.at(0), u"load --quiet"_s);
        QVERIFY2(commands.at(1).startsWith(u"run --rm --pull never --name berth-probe-"_s),
                 qUtf8Printable(commands.at(1)));
        QVERIFY(commands.at(1).contains(u" --network container:f00 "_s));
        QVERIFY(commands.at(1).contains(u" --cap-drop=ALL "_s));
        QVERIFY(commands.at(1).contains(u" --label berth.lifetime=60 "_s));
        const QString tag = commands.at(1).section(u' ', -3, -3);
        QVERIFY(tag.startsWith(u"berth-probe:"_s));
        QCOMPARE(commands.at(2), u"image rm --force "_s + tag);
    }

    void whatCouldNotBeAskedIsNotKnown()
    {
        tests::ScriptedDocker unloaded;
        unloaded.on(u"^load"_s, Ran{.exitCode = 1});
        QCOMPARE(ask(unloaded), ListensOn::NotKnown);
        QCOMPARE(unloaded.count(u"^run"_s), 0);

        tests::ScriptedDocker slow;
        slow.on(u"^run"_s, Failed{.cause = Failed::Cause::TimedOut});
        QCOMPARE(ask(slow), ListensOn::NotKnown);
        QCOMPARE(slow.count(u"^rm --force --volumes berth-probe-"_s), 1);
        QCOMPARE(slow.count(u"^image rm"_s), 1);

        tests::ScriptedDocker foreign;
        QCOMPARE(ask(foreign, u"zx81"_s), ListensOn::NotKnown);
        QCOMPARE(foreign.count(u"."_s), 0);
    }
};

BERTH_TEST(ListenersTest)

#include "tst_listeners.moc"
