// SPDX-License-Identifier: MIT
#include "tests/engine/browser.h"
#include "tests/engine/sampleservers.h"
#include "tests/registry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace tests;

Q_DECLARE_METATYPE(SampleServer)

// Dev servers as people run them, from `berth up` to Ctrl+C, looked at with a browser.
class RealServersTest : public QObject
{
    Q_OBJECT

    static constexpr quint16 port = 4300;
    static inline const QString address = u"http://127.0.0.1:4300"_s;
    static inline const QByteArray ready = "ready at http://127.0.0.1:4300";
    static constexpr int patience = 30'000;

    std::unique_ptr<PrivateEngine> m_engine;
    std::unique_ptr<Browser> m_browser;

private Q_SLOTS:
    void initTestCase()
    {
        m_engine = makeEngine({}, {u"tools"_s, u"python"_s, u"bun"_s, u"vite"_s});
        if (m_engine == nullptr)
            return;
        m_browser = std::make_unique<Browser>(m_engine->network());
    }

    void cleanupTestCase()
    {
        m_browser.reset();
        m_engine.reset();
    }

    void servesAndIsGoneAfterwards_data()
    {
        QTest::addColumn<SampleServer>("sample");
        QTest::addColumn<QString>("client");
        const QStringList clients = dockerClients();
        for (const SampleServer &sample : {busyboxServer(), viteServer()}) {
            for (const QString &client : clients)
                QTest::newRow(qUtf8Printable(sample.image + u" by "_s + client)) << sample << client;
        }
        for (const SampleServer &sample : {pythonServer(), bunServer()})
            QTest::newRow(qUtf8Printable(sample.image)) << sample << clients.first();
    }

    void servesAndIsGoneAfterwards()
    {
        QFETCH(const SampleServer, sample);
        QFETCH(const QString, client);
        Scene scene(*m_engine);
        useClient(scene, client);
        const QString project = makeProject(scene, u"project"_s, sample.files);
        BerthProcess up(upCall(scene, project, sample.image, sample.command, port));
        QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains(ready), up.err().constData(), patience);

        QCOMPARE(listenersOn(*m_engine, port), QStringList{u"127.0.0.1:4300"_s});
        m_browser->open(address + u'/');
        QTRY_COMPARE(m_browser->shownText(), sample.text);
        const QJsonObject listed = listedServer(scene, port);
        QCOMPARE(listed["state"_L1].toString(), u"ready"_s);
        QCOMPARE(listed["address"_L1].toString(), address);
        QCOMPARE(listed["project"_L1].toString(), project);

        up.interrupt();
        const BerthRun run = up.wait();
        QVERIFY2(run.exitCode == 130, run.err.constData());
        verifyNothingIsLeft(*m_engine);
        QCOMPARE(listenersOn(*m_engine, port), QStringList());
    }

    // The change comes over vite's own websocket through the published port: what the page holds survives.
    void aChangedFileChangesThePageInPlace()
    {
        Scene scene(*m_engine);
        const SampleServer sample = viteServer();
        const QString project = makeProject(scene, u"project"_s, sample.files);
        BerthProcess up(upCall(scene, project, sample.image, sample.command, port));
        QTRY_VERIFY2_WITH_TIMEOUT(up.err().contains(ready), up.err().constData(), patience);
        m_browser->open(address + u'/');
        QTRY_COMPARE(m_browser->shownText(), sample.text);

        m_browser->evaluate(u"window.kept = 42"_s);
        QVERIFY(writeFile(project + u"/text.js"_s, "export const text = 'changed in place';\n"));
        QTRY_COMPARE_WITH_TIMEOUT(m_browser->shownText(), u"changed in place"_s, 10'000);
        QCOMPARE(m_browser->evaluate(u"window.kept"_s).toInt(), 42);
        up.interrupt();
        QCOMPARE(up.wait().exitCode, 130);
    }
};

BERTH_TEST(RealServersTest)

#include "tst_realservers.moc"
