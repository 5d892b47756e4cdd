// SPDX-License-Identifier: MIT
#include "core/docker/engine.h"
#include "core/docker/parsers.h"
#include "core/docker/socket.h"

#include "tests/registry.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocalServer>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class EngineFactsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;

    void write(const QString &path, const QByteArray &bytes)
    {
        QDir().mkpath(QFileInfo(m_folder.filePath(path)).path());
        QFile file(m_folder.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    void writeContext(const QString &name, const QByteArray &host)
    {
        const QByteArray id = QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex();
        write(u"contexts/meta/"_s + QString::fromLatin1(id) + u"/meta.json"_s,
              "{\"Name\":\"" + name.toUtf8() + "\",\"Metadata\":{\"Description\":\"of " + name.toUtf8()
                  + "\"},\"Endpoints\":{\"docker\":{\"Host\":\"" + host + "\",\"SkipTLSVerify\":false}}}");
    }

private Q_SLOTS:
    void init()
    {
        QVERIFY(m_folder.isValid());
        m_environment = {};
        m_environment.insert(u"DOCKER_CONFIG"_s, m_folder.path());
        write(u"config.json"_s, R"({"currentContext":"lab"})");
        writeContext(u"lab"_s, "tcp://127.0.0.1:1");
    }

    void theEngineIsChosenInDockersOwnOrder()
    {
        const auto chosen = [this](const QString &requested) {
            return chooseEngine(requested, m_environment);
        };
        QCOMPARE(chosen({}).context, u"lab"_s);
        m_environment.insert(u"DOCKER_CONTEXT"_s, u"from-environment"_s);
        QCOMPARE(chosen({}).context, u"from-environment"_s);
        m_environment.insert(u"DOCKER_HOST"_s, QString());
        QCOMPARE(chosen({}).context, u"from-environment"_s);
        m_environment.insert(u"DOCKER_HOST"_s, u"unix:///x.sock"_s);
        QCOMPARE(chosen({}), EngineChoice{.host = u"unix:///x.sock"_s});
        QCOMPARE(chosen(u"lab"_s), EngineChoice{.context = u"lab"_s});
        QCOMPARE(chosen(u"default"_s), EngineChoice{.host = u"unix:///x.sock"_s});
    }

    void aPipeForAConfigurationIsNotWaitedFor()
    {
        const QString folder = m_folder.filePath(u"pipe"_s);
        QVERIFY(QDir().mkpath(folder));
        QCOMPARE(::mkfifo(QFile::encodeName(folder + u"/config.json"_s).constData(), 0600), 0);
        m_environment.insert(u"DOCKER_CONFIG"_s, folder);
        QCOMPARE(chooseEngine({}, m_environment), EngineChoice{.context = u"default"_s});
    }

    void withoutAnyWishItIsTheDefault()
    {
        write(u"config.json"_s, "{}");
        QCOMPARE(chooseEngine({}, m_environment), EngineChoice{.context = u"default"_s});
        write(u"config.json"_s, "{broken");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON"_s));
        QCOMPARE(chooseEngine({}, m_environment), EngineChoice{.context = u"default"_s});
    }

    void theChoiceIsPassedAsOneOption()
    {
        QCOMPARE((EngineChoice{.context = u"lab"_s}).arguments(), QStringList({u"--context"_s, u"lab"_s}));
        QCOMPARE((EngineChoice{.host = u"tcp://h:1"_s}).arguments(),
                 QStringList({u"--host"_s, u"tcp://h:1"_s}));
    }

    void contextsComeFromTheClientsStore()
    {
        writeContext(u"aardvark"_s, "unix:///a.sock");
        write(u"contexts/meta/broken/meta.json"_s, "{");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON"_s));
        const QList<Context> expected{
            {.name = u"default"_s, .endpoint = u"unix:///var/run/docker.sock"_s},
            {.name = u"aardvark"_s, .endpoint = u"unix:///a.sock"_s, .description = u"of aardvark"_s},
            {.name = u"lab"_s, .endpoint = u"tcp://127.0.0.1:1"_s, .description = u"of lab"_s}};
        QCOMPARE(readContexts(m_environment), expected);
        m_environment.insert(u"DOCKER_HOST"_s, u"unix:///h.sock"_s);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON"_s));
        QCOMPARE(readContexts(m_environment).first().endpoint, u"unix:///h.sock"_s);
    }

    void theEndpointIsKnownBeforeAnythingIsAsked()
    {
        const auto contexts = readContexts(m_environment);
        QCOMPARE(factsBeforehand({.context = u"lab"_s}, contexts).endpoint, u"tcp://127.0.0.1:1"_s);
        QCOMPARE(factsBeforehand({.context = u"nosuch"_s}, contexts).endpoint, QString());
        const auto facts = factsBeforehand({.host = u"unix:///run/my.sock"_s}, contexts);
        QCOMPARE(facts.context, u"default"_s);
        QCOMPARE(facts.socketPath(), u"/run/my.sock"_s);
        QVERIFY(facts.isLocal());
    }

    void onlyAWordIsAnArchitecture_data()
    {
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QString>("architecture");
        QTest::newRow("amd64") << QByteArray("amd64\n") << u"amd64"_s;
        QTest::newRow("with a carriage return") << QByteArray("arm64\r\n") << u"arm64"_s;
        QTest::newRow("an unknown word") << QByteArray("zx81_2") << u"zx81_2"_s;
        QTest::newRow("an empty line") << QByteArray("\n") << QString();
        QTest::newRow("nothing") << QByteArray() << QString();
        QTest::newRow("two words") << QByteArray("amd64 arm64") << QString();
        QTest::newRow("capitals") << QByteArray("AMD64") << QString();
        QTest::newRow("a path") << QByteArray("../amd64") << QString();
        QTest::newRow("Go's no value") << QByteArray("<no value>") << QString();
    }

    void onlyAWordIsAnArchitecture()
    {
        QFETCH(QByteArray, out);
        QFETCH(QString, architecture);
        QCOMPARE(parseArchitecture(out).value_or(QString()), architecture);
    }

    void theClientsVersionIsRead()
    {
        QCOMPARE(parseClientVersion("Docker version 28.2.2, build e6534b4\n"), u"28.2.2"_s);
        QCOMPARE(parseClientVersion("Docker version 20.10.24+dfsg1, build 297e128"), u"20.10.24+dfsg1"_s);
        QCOMPARE(parseClientVersion("podman version 4.3.1"), u"4.3.1"_s);
        QCOMPARE(parseClientVersion("garbage"), QString());
    }

    void theFlavourIsRead_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<int>("flavour");
        const QByteArray engine = R"({"Client":{"Version":"28.2.2"},"Server":{"Platform":{"Name":""},)"
                                  R"("Components":[{"Name":"Engine"}],"Version":"20.10.24","Arch":"amd64"}})";
        const auto info = [](const QByteArray &rest) -> QByteArray {
            return QByteArray(R"({"ServerVersion":"20.10.24",)") + rest + '}';
        };
        QTest::newRow("docker") << engine << info(R"("OperatingSystem":"Debian GNU/Linux 12")")
                                << int(Flavour::Docker);
        QTest::newRow("rootless") << engine << info(R"("SecurityOptions":["name=seccomp","name=rootless"])")
                                  << int(Flavour::Rootless);
        QTest::newRow("Desktop by its platform")
            << QByteArray(R"({"Server":{"Version":"27","Platform":{"Name":"Docker Desktop 4.30"}}})")
            << QByteArray("{}") << int(Flavour::Desktop);
        QTest::newRow("Desktop by its system")
            << engine << info(R"("OperatingSystem":"Docker Desktop")") << int(Flavour::Desktop);
        QTest::newRow("podman's socket")
            << QByteArray(R"({"Server":{"Version":"4.3.1","Components":[{"Name":"Podman Engine"}]}})")
            << info(R"("SecurityOptions":["name=rootless"])") << int(Flavour::Podman);
        QTest::newRow("no engine") << QByteArray(R"({"Client":{"Version":"28.2.2"},"Server":null})")
                                   << QByteArray(R"({"ID":"","ServerErrors":["Cannot connect"]})")
                                   << int(Flavour::Unknown);
    }

    void theFlavourIsRead()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, info);
        QFETCH(int, flavour);
        EngineFacts facts;
        applyVersion(facts, version);
        applyInfo(facts, info);
        QCOMPARE(int(facts.flavour), flavour);
    }

    void everythingElseAboutTheEngineIsRead()
    {
        EngineFacts facts;
        const QJsonObject info{{u"ServerVersion"_s, u"20.10.24"_s},
                               {u"Driver"_s, u"overlay2"_s},
                               {u"DockerRootDir"_s, u"/var/lib/docker"_s},
                               {u"KernelVersion"_s, u"6.1"_s},
                               {u"CgroupVersion"_s, u"2"_s},
                               {u"IPv4Forwarding"_s, false},
                               {u"HttpProxy"_s, u"http://u:p@proxy:3128"_s},
                               {u"SecurityOptions"_s, QJsonArray{u"name=userns"_s}},
                               {u"Warnings"_s, QJsonArray{u"WARNING: IPv4 forwarding is disabled"_s}}};
        applyInfo(facts, QJsonDocument(info).toJson());
        const EngineFacts expected{.serverVersion = u"20.10.24"_s,
                                   .storageDriver = u"overlay2"_s,
                                   .rootFolder = u"/var/lib/docker"_s,
                                   .kernel = u"6.1"_s,
                                   .cgroupVersion = u"2"_s,
                                   .flavour = Flavour::Docker,
                                   .userNamespaces = true,
                                   .proxyConfigured = true,
                                   .ipv4Forwarding = false,
                                   .warnings = {u"WARNING: IPv4 forwarding is disabled"_s}};
        QCOMPARE(facts, expected);
    }

    void brokenOutputLeavesTheFactsAsTheyWere()
    {
        EngineFacts facts{.serverVersion = u"1"_s};
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON from docker"_s));
        applyVersion(facts, "template: :1:2: executing");
        QCOMPARE(facts, (EngineFacts{.serverVersion = u"1"_s}));
    }

    void rowsComeAsLinesOrAsOneArray()
    {
        QCOMPARE(parseRows("{\"a\":1}\n\n{\"a\":2}\n").size(), 2);
        QCOMPARE(parseRows("[{\"a\":1},{\"a\":2}]").size(), 2);
        QCOMPARE(parseRows("[]\n").size(), 0);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not valid JSON from docker"_s));
        const auto rows = parseRows("json\n{\"a\":1}");
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().value(u"a"_s).toInt(), 1);
    }

    void theSocketIsSeenAsItIs()
    {
        const QString path = m_folder.filePath(u"engine.sock"_s);
        QCOMPARE(lookAtSocket({}).state, SocketFacts::State::NotLocal);
        QCOMPARE(lookAtSocket(path).state, SocketFacts::State::Missing);
        QCOMPARE(lookAtSocket(u"/"_s + QString(200, u'x')).state, SocketFacts::State::Missing);
        write(u"plain"_s, "no socket");
        QCOMPARE(lookAtSocket(m_folder.filePath(u"plain"_s)).state, SocketFacts::State::Refused);
        QLocalServer server;
        QVERIFY(server.listen(path));
        QCOMPARE(lookAtSocket(path).state, SocketFacts::State::Listening);
    }

    // The remedy for a closed socket adds the user to its group.
    void rootsGroupIsNoGroupToJoin()
    {
        const QString path = m_folder.filePath(u"root.sock"_s);
        QLocalServer server;
        QVERIFY(server.listen(path));
        QCOMPARE(lookAtSocket(path).group.isEmpty(), QFileInfo(path).groupId() == 0);
        QVERIFY(lookAtSocket(path).group != u"root"_s);
    }

    void aListenerThatSaysNothingDoesNotAnswerAPing()
    {
        const QString path = m_folder.filePath(u"silent.sock"_s);
        QLocalServer server;
        QVERIFY(server.listen(path));
        QVERIFY(!pingAnswers(path, 50ms));
        QVERIFY(!pingAnswers(m_folder.filePath(u"none.sock"_s), 50ms));
    }
};

BERTH_TEST(EngineFactsTest)

#include "tst_enginefacts.moc"
