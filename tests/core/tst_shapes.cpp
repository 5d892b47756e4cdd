// SPDX-License-Identifier: MIT
#include "core/sandbox/shapes.h"

#include "tests/registry.h"

#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

namespace {

const ContainerSpec spec{
    .name = u"berth-x"_s,
    .image = u"node:20"_s,
    .command = {u"npm"_s, u"run"_s, u"--silent"_s, u"test"_s},
    .project = {.source = u"/home/kim/shop"_s, .target = u"/repo"_s},
    .mounts = {{.source = u"/srv/cache"_s, .target = u"/cache"_s, .access = Mount::Access::ReadOnly}},
    .limits = {.user = u"1000:1000"_s},
    .labels = {{u"berth.probe"_s, u"here/1/2"_s}}};

// What is in `shape` and not in `other`, each occurrence counted.
QStringList beyond(QStringList shape, const QStringList &other)
{
    for (const QString &argument : other)
        shape.removeOne(argument);
    return shape;
}

bool differInNetworkAndQuietOnly(const QStringList &sandbox, const QStringList &server)
{
    return beyond(sandbox, server) == QStringList{u"--network=none"_s}
    && beyond(server, sandbox) == QStringList{u"--publish"_s, u"127.0.0.1:4300:4300"_s, u"--quiet"_s};
}

} // namespace

class ShapesTest : public QObject
{
    Q_OBJECT

    const QStringList m_sandbox = sandboxRunArgs(spec);
    const QStringList m_server = devServerArgs(spec, 4300, u"28.2.2"_s);

private Q_SLOTS:
    void theSandboxIsWholeAndInOrder()
    {
        QCOMPARE(m_sandbox.join(u' '),
                 u"run --rm --name berth-x --network=none --cap-drop=ALL --security-opt=no-new-privileges "
                 "--memory=2g --memory-swap=2g --pids-limit=512 --init --user 1000:1000 --env HOME=/tmp "
                 "--tmpfs /tmp:rw,exec,nosuid,nodev,mode=1777 "
                 "--mount type=bind,source=/home/kim/shop,target=/repo "
                 "--mount type=bind,source=/srv/cache,target=/cache,readonly --workdir /repo "
                 "--label berth.probe=here/1/2 --entrypoint npm node:20 run --silent test"_s);
    }

    void theShapesDifferInNetworkPublishAndQuietOnly()
    {
        QVERIFY(differInNetworkAndQuietOnly(m_sandbox, m_server));
    }

    void aLostFlagIsNoticed()
    {
        for (qsizetype lost = 0; lost < m_server.size(); ++lost) {
            QStringList shape = m_server;
            shape.removeAt(lost);
            QVERIFY2(!differInNetworkAndQuietOnly(m_sandbox, shape), qUtf8Printable(m_server.at(lost)));
        }
        for (qsizetype lost = 0; lost < m_sandbox.size(); ++lost) {
            QStringList shape = m_sandbox;
            shape.removeAt(lost);
            QVERIFY2(!differInNetworkAndQuietOnly(shape, m_server), qUtf8Printable(m_sandbox.at(lost)));
        }
    }

    void quietIsSaidOnlyToClientsThatKnowIt_data()
    {
        QTest::addColumn<QString>("version");
        QTest::addColumn<bool>("quiet");
        QTest::newRow("the first that knows it") << u"23.0.0"_s << true;
        QTest::newRow("a pre-release") << u"23.0.0-rc.1"_s << true;
        QTest::newRow("newer") << u"28.2.2"_s << true;
        QTest::newRow("older") << u"20.10.24+dfsg1"_s << false;
        QTest::newRow("not known") << QString() << false;
    }

    void quietIsSaidOnlyToClientsThatKnowIt()
    {
        QFETCH(const QString, version);
        QTEST(devServerArgs(spec, 4300, version).contains(u"--quiet"_s), "quiet");
    }

    void initIsLeftAwayWhereThereIsNone()
    {
        ContainerSpec bare = spec;
        bare.limits.init = false;
        QCOMPARE(beyond(m_sandbox, sandboxRunArgs(bare)), QStringList{u"--init"_s});
    }

    void whoRemovesItselfSaysSo()
    {
        ContainerSpec kept = spec;
        kept.removal = ContainerSpec::Removal::ByOwner;
        QCOMPARE(beyond(m_sandbox, sandboxRunArgs(kept)), QStringList{u"--rm"_s});
    }

    void anImageIsNeverAnOption_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isImage");
        for (const char *name : {"node", "node:20", "lan:5000/team/app@sha256:00ff", "[fd00::1]:5000/app",
                                 "sha256:00ff", "a_b__c-d.e"})
            QTest::newRow(name) << QString::fromUtf8(name) << true;
        for (const char *name : {"", "-it", "--privileged", "node 20", " node", "node\n", "--", "a;b", "$x"})
            QTest::newRow(*name != 0 ? name : "nothing") << QString::fromUtf8(name) << false;
    }

    void anImageIsNeverAnOption()
    {
        QFETCH(const QString, name);
        QTEST(parseImage(name).has_value(), "isImage");
    }
};

BERTH_TEST(ShapesTest)

#include "tst_shapes.moc"
