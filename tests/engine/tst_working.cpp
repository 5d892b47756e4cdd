// SPDX-License-Identifier: MIT
#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

// Names and exit codes of the containers that started and died since then, as "name code".
QStringList deathsSince(const PrivateEngine &engine, const QDateTime &start)
{
    const auto seconds = [](const QDateTime &time) {
        return QString::number(time.toMSecsSinceEpoch() / 1000.0, 'f', 3);
    };
    const ToolEnding events = engine.docker(
        {u"events"_s, u"--format"_s, u"{{json .}}"_s, u"--since"_s, seconds(start), u"--until"_s,
         seconds(QDateTime::currentDateTimeUtc()), u"--filter"_s, u"event=die"_s});
    QStringList deaths;
    const QList<QByteArray> lines = events.out.trimmed().split('\n');
    for (const QByteArray &line : lines) {
        const QJsonValue attributes = QJsonDocument::fromJson(line)["Actor"_L1]["Attributes"_L1];
        deaths.append(attributes["name"_L1].toString() + u' ' + attributes["exitCode"_L1].toString());
    }
    return deaths;
}

} // namespace

class WorkingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine(EngineSetup{.arguments = {u"--dns"_s, PrivateNetwork::dnsServer()}});
    }

    void aWorkingEngineIsUsable_data()
    {
        QTest::addColumn<QString>("client");
        for (const QString &client : dockerClients())
            QTest::newRow(qUtf8Printable(u"asked by %1"_s.arg(client))) << client;
    }

    void aWorkingEngineIsUsable()
    {
        QFETCH(const QString, client);
        Scene scene(*m_engine);
        scene.call.arguments = {u"check"_s, u"--json"_s};
        scene.call.prefix = m_engine->network().insideWithDns(scene.folder.path());
        useClient(scene, client);

        const QDateTime start = QDateTime::currentDateTimeUtc();
        const BerthRun run = runBerth(scene.call);
        verifyJudgement(run, u"usable"_s, {});
        QCOMPARE(run.json["schema"_L1].toInt(), 1);
        QCOMPARE(run.json["daemonAnswered"_L1].toBool(), true);
        QCOMPARE(run.egress()["status"_L1].toString(), u"reachable"_s);
        QCOMPARE(run.json["hardening"_L1]["status"_L1].toString(), u"enforced"_s);
        QCOMPARE(run.notEnforced(), QStringList());
        QCOMPARE(run.engine()["arch"_L1].toString(),
                 QString::fromUtf8(
                     m_engine->docker({u"version"_s, u"--format"_s, u"{{.Server.Arch}}"_s}).out.trimmed()));
        QCOMPARE(run.engine()["flavour"_L1].toString(), u"docker"_s);
        QCOMPARE(run.engine()["endpoint"_L1].toString(), m_engine->endpoint());

        // Berth's word is not enough: the engine has seen the containers live and die in good order.
        static const QRegularExpression orderly(u"^berth-probe-\\S+ 0$"_s);
        const QStringList deaths = deathsSince(*m_engine, start);
        QCOMPARE(deaths.size(), 3); // the marker, the egress, the limits
        QCOMPARE(deaths.filter(orderly), deaths);
        verifyNothingIsLeft(*m_engine);
    }

    void anEngineWithoutInitIsUsableAndSaysSo()
    {
        m_engine->restart({.arguments = {u"--init-path"_s, u"/nonexistent/docker-init"_s}});
        const BerthRun run = runBerth(Scene(*m_engine).call);
        QCOMPARE(run.verdict(), u"usable"_s);
        QCOMPARE(run.notEnforced(), QStringList{u"init"_s});
        QCOMPARE(run.json["hardening"_L1]["status"_L1].toString(), u"partial"_s);
        verifyNothingIsLeft(*m_engine);
    }

private:
    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(WorkingTest)

#include "tst_working.moc"
