// SPDX-License-Identifier: MIT
#include "core/devserver/removal.h"

#include "tests/core/scripteddocker.h"
#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const Ran gone{.exitCode = 1, .out = "[]\n", .err = "Error: No such container: x\n"};

} // namespace

class RemovalTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stopsRemovesAndLooks()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^inspect"_s, gone);
        QCOMPARE(removeServer(docker.runner(), u"x"_s, Haste::Stop), std::nullopt);
        QCOMPARE(docker.commands(u"."_s),
                 QStringList({u"stop -t 3 x"_s, u"rm --force --volumes x"_s,
                              u"inspect --type container --format {{.State.Status}} x"_s}));
    }

    void killingDoesNotStop()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^inspect"_s, gone);
        QCOMPARE(removeServer(docker.runner(), u"x"_s, Haste::Kill), std::nullopt);
        QCOMPARE(docker.count(u"^stop"_s), 0);
    }

    void oneThatTheEngineIsRemovingIsWaitedFor()
    {
        tests::ScriptedDocker docker;
        docker.on(u"^rm"_s, Ran{.exitCode = 1, .err = "removal of container x is already in progress\n"});
        docker.on(u"^inspect"_s, [&docker](const QStringList &, const CommandOptions &) {
            return docker.count(u"^inspect"_s) < 2 ? Ran{.out = "removing\n"} : gone;
        });
        QCOMPARE(removeServer(docker.runner(), u"x"_s, Haste::Kill), std::nullopt);
        QCOMPARE(docker.count(u"^rm"_s), 2);
    }

    void oneThatStaysIsToldWithTheReason_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("reason");
        QTest::newRow("docker says why") << QByteArray("Error response from daemon: device busy\n")
                                         << u"Error response from daemon: device busy"_s;
        QTest::newRow("docker says nothing") << QByteArray() << u"it is still there: running"_s;
    }

    void oneThatStaysIsToldWithTheReason()
    {
        QFETCH(const QByteArray, said);
        QFETCH(const QString, reason);
        tests::ScriptedDocker docker;
        docker.on(u"^rm"_s, Ran{.exitCode = said.isEmpty() ? 0 : 1, .err = said});
        docker.on(u"^inspect"_s, Ran{.out = "running\n"});
        QCOMPARE(removeServer(docker.runner(), u"x"_s, Haste::Kill), reason);
        QCOMPARE(docker.count(u"^rm"_s), 3);
    }

    void anEngineThatIsGoneHasNotRemovedIt()
    {
        tests::ScriptedDocker docker;
        const Ran lost{.exitCode = 1, .err = "Cannot connect to the Docker daemon at unix:///x.\n"};
        docker.on(u"^(stop|rm|inspect)"_s, lost);
        const auto left = removeServer(docker.runner(), u"x"_s, Haste::Stop);
        QVERIFY(left && left->startsWith(u"Cannot connect"_s));
    }
};

BERTH_TEST(RemovalTest)

#include "tst_removal.moc"
