// SPDX-License-Identifier: MIT
#include "tests/engine/oddsocket.h"
#include "tests/engine/scene.h"
#include "tests/registry.h"

#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace tests;

namespace {

constexpr gid_t socketGroup = 64'999; // nobody's on any machine we know of
const QStringList asNobody{u"setpriv"_s, u"--reuid"_s, u"nobody"_s,
                           u"--regid"_s, u"nogroup"_s, u"--clear-groups"_s};

void host(Scene &scene, const QString &value)
{
    scene.call.environment[u"DOCKER_HOST"_s] = value;
}

void unixHost(Scene &scene)
{
    host(scene, u"unix://"_s + scene.path(u"odd.sock"_s));
}

Break dockerHost(const QString &value)
{
    return [value](Scene &scene) { host(scene, value); };
}

Break variable(const QString &name, const QString &value)
{
    return [=](Scene &scene) { scene.call.environment[name] = value; };
}

Break listener(OddListener::Manner manner, const QByteArray &answer = {})
{
    return [=](Scene &scene) {
        scene.parts.push_back(std::make_unique<OddListener>(scene.path(u"odd.sock"_s), manner, answer));
        unixHost(scene);
    };
}

// Berth looks beyond PATH, also in folders that belong to this machine.
void noClient(Scene &scene)
{
    scene.call.prefix =
        withMounts(u"for d in /usr/local/bin /snap/bin; do test ! -d $d || mount -t tmpfs tmpfs $d; done"_s);
    scene.call.path = u"/nonexistent"_s;
}

void clientWithoutPermission(Scene &scene)
{
    const QString client = scene.path(u"docker"_s);
    writeFile(client, "#!/bin/sh\n");
    scene.call.settings.insert(u"docker/program"_s, client);
}

void staleSocket(Scene &scene)
{
    QVERIFY(leaveStaleSocket(scene.path(u"odd.sock"_s)));
    unixHost(scene);
}

// Berth is built wherever its source lies, and not everybody may go there.
void berthForEverybody(Scene &scene)
{
    const QString copy = scene.path(u"berth"_s);
    QVERIFY(QFile::copy(scene.call.program, copy));
    scene.call.program = copy;
}

void socketOfRoot(Scene &scene)
{
    berthForEverybody(scene);
    scene.call.prefix = asNobody;
}

// The group database says member; the process was started before it said so.
void groupNotInSession(Scene &scene)
{
    berthForEverybody(scene);
    QFile machines(u"/etc/group"_s);
    QVERIFY(machines.open(QIODevice::ReadOnly));
    const QByteArray line = "berth-test:x:" + QByteArray::number(socketGroup) + ":nobody\n";
    QVERIFY(writeFile(scene.path(u"group"_s), machines.readAll() + line));
    scene.call.prefix = withMounts(u"mount --bind %1 /etc/group"_s.arg(scene.path(u"group"_s))) + asNobody;

    const QByteArray socket = scene.engine.socketPath().toUtf8();
    QCOMPARE(::chown(socket.constData(), 0, socketGroup), 0);
    scene.undo.push_back([socket] { QCOMPARE(::chown(socket.constData(), 0, 0), 0); });
}

void frozen(Scene &scene)
{
    scene.engine.freeze();
    scene.undo.push_back([&scene] { scene.engine.thaw(); });
}

// Resolved where the answer is certain: the play internet says at once that there is no such name.
void unresolvableHost(Scene &scene)
{
    scene.call.prefix = scene.engine.network().insideWithDns(scene.folder.path());
    host(scene, u"tcp://nosuch.invalid:2375"_s);
}

void contextArgument(Scene &scene)
{
    scene.call.environment.clear();
    scene.call.arguments += QStringList{u"--context"_s, u"nosuch"_s};
}

void contextVariable(Scene &scene)
{
    scene.call.environment = {{u"DOCKER_CONTEXT"_s, u"nosuch"_s}};
}

void contextInConfig(Scene &scene)
{
    QVERIFY(writeFile(scene.path(u"config.json"_s), R"({"currentContext":"nosuch"})"));
    scene.call.environment = {{u"DOCKER_CONFIG"_s, scene.folder.path()}};
}

} // namespace

// Every way in which Berth cannot ask an engine: the answer is "unknown", and why.
class UnreachableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_engine = makeEngine(); }

    void saysUnknownAndWhy_data()
    {
        using Manner = OddListener::Manner;
        QTest::addColumn<QString>("client");
        QTest::addColumn<Break>("breakIt");
        QTest::addColumn<QString>("diagnosis");
        for (const QString &client : dockerClients()) {
            const auto row = [&client](const char *name) -> QTestData & {
                return QTest::newRow(
                           qUtf8Printable(u"%1, asked by %2"_s.arg(QString::fromUtf8(name), client)))
                    << client;
            };
            row("there is no socket") << Break(unixHost) << u"socket-missing"_s;
            row("the socket is root's") << Break(socketOfRoot) << u"socket-permission"_s;
            row("the group came after the session") << Break(groupNotInSession) << u"group-not-in-session"_s;
            row("nobody listens on the socket") << Break(staleSocket) << u"socket-stale"_s;
            row("the listener answers nothing of docker's")
                << listener(Manner::Answers, httpAnswer("200 OK", "application/json", "{}"))
                << u"not-an-engine"_s;
            row("the listener answers HTTP 500")
                << listener(Manner::Answers, httpAnswer("500 Internal Server Error", "text/plain", "boom"))
                << u"engine-error"_s;
            row("the listener answers broken JSON") << listener(
                Manner::Answers, httpAnswer("500 Internal Server Error", "application/json", "boom"))
                                                    << u"not-an-engine"_s;
            row("the listener is no web server")
                << listener(Manner::Answers, "220 mail.example.com ESMTP\r\n\r\n") << u"not-an-engine"_s;
            row("the listener hangs up") << listener(Manner::ClosesAtOnce) << u"connection-broken"_s;
            row("the host has no such name") << Break(unresolvableHost) << u"host-unresolvable"_s;
            row("the host refuses") << dockerHost(u"tcp://127.0.0.1:1"_s) << u"host-refused"_s;
            row("the host is no docker address") << dockerHost(u"http://127.0.0.1:1"_s) << u"host-invalid"_s;
            row("ssh is refused") << dockerHost(u"ssh://nobody@127.0.0.1:1"_s) << u"ssh-failed"_s;
            row("the context asked for is missing") << Break(contextArgument) << u"context-missing"_s;
            row("the context of the environment is missing")
                << Break(contextVariable) << u"context-missing"_s;
            row("the context of the client's config is missing")
                << Break(contextInConfig) << u"context-missing"_s;
            row("the client is too new")
                << variable(u"DOCKER_API_VERSION"_s, u"1.99"_s) << u"client-too-new"_s;
            row("the client is too old")
                << variable(u"DOCKER_API_VERSION"_s, u"1.0"_s) << u"client-too-old"_s;
        }
    }

    void saysUnknownAndWhy()
    {
        QFETCH(const QString, client);
        QFETCH(const Break, breakIt);
        QFETCH(const QString, diagnosis);
        Scene scene(*m_engine);
        useClient(scene, client);
        judge(scene, breakIt, diagnosis);
    }

    void saysUnknownWithAnyClient_data()
    {
        QTest::addColumn<Break>("breakIt");
        QTest::addColumn<QString>("diagnosis");
        QTest::newRow("there is no client") << Break(noClient) << u"client-missing"_s;
        QTest::newRow("the client may not be executed")
            << Break(clientWithoutPermission) << u"client-not-executable"_s;
        QTest::newRow("the engine is frozen") << Break(frozen) << u"engine-silent"_s;
        QTest::newRow("the listener never answers")
            << listener(OddListener::Manner::NeverAnswers) << u"engine-silent"_s;
    }

    void saysUnknownWithAnyClient()
    {
        QFETCH(const Break, breakIt);
        QFETCH(const QString, diagnosis);
        Scene scene(*m_engine);
        judge(scene, breakIt, diagnosis);
    }

private:
    void judge(Scene &scene, const Break &breakIt, const QString &diagnosis)
    {
        breakIt(scene);
        verifyJudgement(runBerth(scene.call), u"unknown"_s, diagnosis);
        verifyNoClientOf(scene.folder.path());
        scene.heal();
        verifyHealsAndNothingIsLeft(*m_engine);
    }

    std::unique_ptr<PrivateEngine> m_engine;
};

BERTH_TEST(UnreachableTest)

#include "tst_unreachable.moc"
