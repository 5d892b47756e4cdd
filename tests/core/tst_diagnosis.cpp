// SPDX-License-Identifier: MIT
#include "core/docker/catalogue.h"
#include "core/docker/diagnosis.h"

#include "tests/registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace core;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(core::Attempt)
Q_DECLARE_METATYPE(core::SocketFacts)

namespace {

// Texts as docker 20.10 and 28.2 were measured to print them, or as the sources of newer clients have them.
struct Said
{
    const char *row;
    Attempt attempt;
    int exitCode;
    const char *text;
    const char *id;
};

constexpr Said texts[] = {
    {"version, no permission", Attempt::AskVersion, 1,
     "permission denied while trying to connect to the Docker daemon socket at unix:///run/x.sock: Get "
     "\"http://%2Frun%2Fx.sock/v1.50/version\": dial unix /run/x.sock: connect: permission denied",
     "socket-permission"},
    {"version, no permission, client 29", Attempt::AskVersion, 1,
     "permission denied while trying to connect to the docker API at unix:///run/x.sock",
     "socket-permission"},
    {"a config warning before the message", Attempt::AskVersion, 1,
     "WARNING: Error loading config file: open /root/.docker/config.json: permission denied\n"
     "context \"nosuch\": context not found: open /x/meta.json: no such file or directory",
     "context-missing"},
    {"a damaged config.json before the message", Attempt::AskVersion, 1,
     "WARNING: Error loading config file: /root/.docker/config.json: invalid character 'x' looking for "
     "beginning of value\n"
     "context \"nosuch\": context not found: open /x/meta.json: no such file or directory",
     "context-missing"},
    {"context, client 20.10", Attempt::AskVersion, 1,
     "unable to resolve docker endpoint: context \"nosuch\" does not exist", "context-missing"},
    {"current context, client 20.10", Attempt::AskVersion, 1,
     "Current context \"nosuch\" is not found on the file system, please check your config file at /x",
     "context-missing"},
    {"TLS without certificates", Attempt::AskVersion, 1,
     "Failed to initialize: unable to resolve docker endpoint: open /nonexistent/ca.pem: no such file or "
     "directory",
     "tls-files-missing"},
    {"plain HTTP behind TLS", Attempt::AskVersion, 1,
     "error during connect: Get \"https://127.0.0.1:2375/v1.50/version\": http: server gave HTTP response to "
     "HTTPS client",
     "tls-failed"},
    {"ssh refused", Attempt::AskVersion, 1,
     "error during connect: Get \"http://docker.example.com/v1.50/version\": command [ssh -l u -- h docker "
     "system dial-stdio] has exited with exit status 255, please make sure the URL is valid",
     "ssh-failed"},
    {"ssh is not installed", Attempt::AskVersion, 1,
     "error during connect: Get \"http://docker.example.com/v1.50/version\": exec: \"ssh\": executable file "
     "not "
     "found in $PATH",
     "ssh-failed"},
    {"answers that are no JSON", Attempt::AskVersion, 1,
     "Error reading JSON: invalid character 'b' looking for beginning of object key string", "not-an-engine"},
    {"answers that are no HTTP", Attempt::AskVersion, 1,
     "error during connect: Get \"http://%2Fx/v1.50/version\": net/http: HTTP/1.x transport connection "
     "broken: "
     "malformed HTTP status code \"is\"",
     "not-an-engine"},
    {"http scheme", Attempt::AskVersion, 1,
     "Failed to initialize: unable to resolve docker endpoint: invalid bind address format: "
     "http://127.0.0.1:1",
     "host-invalid"},
    {"garbage host", Attempt::AskVersion, 1,
     "error during connect: Get \"http://garbage:2375/v1.50/version\": dial tcp: lookup garbage on "
     "10.0.0.2:53: "
     "no such host",
     "host-unresolvable"},
    {"network unreachable", Attempt::AskVersion, 1,
     "error during connect: Get \"http://192.0.2.1:2375/v1.50/version\": dial tcp 192.0.2.1:2375: connect: "
     "network is unreachable",
     "host-refused"},
    {"podman behind the name of docker, without its service", Attempt::AskVersion, 125,
     "Cannot connect to Podman. Please verify your connection to the Linux system using `podman system "
     "connection list`, or try `podman machine init` and `podman machine start` to manage a new Linux VM\n"
     "Error: unable to connect to Podman socket: Get \"http://d/v4.3.1/libpod/_ping\": dial unix "
     "///run/podman/podman.sock: connect: no such file or directory",
     "client-podman"},
    {"podman behind the name of docker, asked for its engine", Attempt::AskVersion, 125,
     "Error: template: version:1:2: executing \"version\" at <.Arch>: can't evaluate field Arch in type "
     "*define.Version",
     "client-podman"},
    {"podman behind the name of docker, asked for a context", Attempt::AskVersion, 125,
     "Error: failed to resolve active destination: \"lab\" service destination not found", "client-podman"},
    {"API too new", Attempt::AskVersion, 1,
     "Error response from daemon: client version 1.99 is too new. Maximum supported API version is 1.41",
     "client-too-new"},
    {"API too old", Attempt::AskVersion, 1,
     "Error response from daemon: client version 1.0 is too old. Minimum supported API version is 1.12, "
     "please "
     "upgrade your client to a newer version",
     "client-too-old"},
    {"HTTP 500", Attempt::AskVersion, 1, "Error response from daemon: boom", "engine-error"},
    {"Desktop that is starting", Attempt::AskVersion, 1,
     "request returned Internal Server Error for API route and version "
     "http://%2Fvar%2Frun%2Fdocker.sock/v1.50/version, check if the server supports the requested API "
     "version",
     "engine-error"},
    {"closed at once", Attempt::AskVersion, 1,
     "error during connect: Get \"http://%2Fx/v1.50/version\": read unix @->/x: read: connection reset by "
     "peer",
     "connection-broken"},
    {"killed while loading", Attempt::LoadImage, 1,
     "error during connect: Post \"http://%2Fx/v1.41/images/load?quiet=1\": write unix @->/x: use of closed "
     "network connection",
     "connection-broken"},
    {"killed while running", Attempt::RunContainer, 125,
     "time=\"2026-01-01T00:00:00Z\" level=error msg=\"error waiting for container: unexpected EOF\"",
     "connection-broken"},
    {"gone before the run", Attempt::RunContainer, 125,
     "docker: Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?",
     "connection-broken"},
    {"runtime missing", Attempt::RunContainer, 127,
     "docker: Error response from daemon: failed to create shim task: OCI runtime create failed: unable to "
     "retrieve OCI runtime error (open /run/x/log.json: no such file or directory): fork/exec "
     "/nonexistent/runc: no such file or directory: unknown",
     "runtime-missing"},
    {"runtime failed", Attempt::RunContainer, 127,
     "docker: Error response from daemon: failed to create shim task: OCI runtime create failed: unable to "
     "retrieve OCI runtime error (open /run/x/log.json: no such file or directory): /bin/false did not "
     "terminate successfully: exit status 1: unknown",
     "runtime-failed"},
    {"containerd dead", Attempt::RunContainer, 125,
     "docker: Error response from daemon: connection error: desc = \"transport: Error while dialing dial "
     "unix "
     "/run/x/containerd/containerd.sock: connect: connection refused\": unavailable",
     "containerd-down"},
    {"containerd dead, in its other words", Attempt::RunContainer, 125,
     "docker: Error response from daemon: connection closed: unavailable.", "containerd-down"},
    {"layer store read-only", Attempt::RunContainer, 125,
     "docker: Error response from daemon: mkdir /var/lib/docker/overlay2/abc-init: read-only file system",
     "storage-read-only"},
    {"layer damaged", Attempt::RunContainer, 127,
     "docker: Error response from daemon: error creating overlay mount to "
     "/var/lib/docker/overlay2/abc/merged: "
     "no such file or directory",
     "layer-damaged"},
    {"overlay refused", Attempt::RunContainer, 125,
     "docker: Error response from daemon: error creating overlay mount to "
     "/var/lib/docker/overlay2/abc/merged: "
     "operation not permitted",
     "storage-mount-refused"},
    {"overlay refused, containerd store", Attempt::RunContainer, 125,
     "docker: Error response from daemon: failed to mount /tmp/x: mount source: \"overlay\", fstype: "
     "overlay, "
     "err: invalid argument",
     "storage-mount-refused"},
    {"cgroups read-only", Attempt::RunContainer, 125,
     "docker: Error response from daemon: failed to create shim task: OCI runtime create failed: runc create "
     "failed: unable to start container process: unable to apply cgroup configuration: mkdir "
     "/sys/fs/cgroup/cpu/docker: read-only file system: unknown",
     "cgroups-read-only"},
    {"disk full while loading", Attempt::LoadImage, 1,
     "Error processing tar file(exit status 1): write /berth-agent: no space left on device", "disk-full"},
    {"disk full while running", Attempt::RunContainer, 125,
     "docker: Error response from daemon: write /var/lib/docker/overlay2/abc-init/link: no space left on "
     "device",
     "disk-full"},
    {"archive with a bad header", Attempt::LoadImage, 1,
     "Error processing tar file(exit status 1): archive/tar: invalid tar header", "archive-refused"},
    {"archive with another digest", Attempt::LoadImage, 1,
     "invalid diffID for layer 0: expected \"sha256:abab\", got \"sha256:cdcd\"", "archive-refused"},
    {"archive that ends early", Attempt::LoadImage, 1,
     "Error processing tar file(exit status 1): unexpected EOF", "archive-refused"},
    {"rlimit", Attempt::RunContainer, 126,
     "docker: Error response from daemon: runc: runc create failed: unable to start container process: error "
     "setting rlimit type 7: operation not permitted: OCI permission denied",
     "rlimit-refused"},
    {"user namespace of one id", Attempt::RunContainer, 125,
     "docker: Error response from daemon: failed to create shim task: OCI runtime create failed: runc create "
     "failed: unable to start container process: error during container init: error mounting \"devpts\" to "
     "rootfs at \"/dev/pts\": mount devpts:/dev/pts (via /proc/self/fd/7), flags: 0xa, data: "
     "newinstance,ptmxmode=0666,mode=0620,gid=5: invalid argument: unknown",
     "user-namespace-incomplete"},
    {"bridge deleted", Attempt::RunContainer, 125,
     "docker: Error response from daemon: failed to create endpoint x on network bridge: adding interface "
     "veth1 to bridge docker0 failed: could not find bridge docker0: route ip+net: no such network interface",
     "bridge-missing"},
    {"addresses exhausted", Attempt::RunContainer, 125,
     "docker: Error response from daemon: no available IPv4 addresses on this network's address pools: "
     "bridge",
     "addresses-exhausted"},
    {"chains flushed", Attempt::RunContainer, 125,
     "docker: Error response from daemon: driver failed programming external connectivity on endpoint x: "
     "(iptables failed: iptables --wait -t nat -A DOCKER: iptables: No chain/target/match by that name.",
     "firewall-rules-lost"},
    {"init missing", Attempt::RunContainer, 127,
     "docker: Error response from daemon: exec: \"docker-init\": executable file not found in $PATH",
     "init-missing"},
    {"foreign program", Attempt::RunContainer, 1, "exec /berth-agent: exec format error", "payload-foreign"},
    {"image gone", Attempt::RunContainer, 125,
     "docker: Error response from daemon: No such image: berth-probe:abc", "image-vanished"},
    {"authorization plugin", Attempt::RunContainer, 125,
     "docker: Error response from daemon: authorization denied by plugin opa: no", "authorization-denied"},
    {"words of nobody", Attempt::RunContainer, 125, "docker: the sky is falling", "unrecognised"},
    {"no words at all", Attempt::RunContainer, 125, "", "unrecognised"},
};

SocketFacts socketIn(SocketFacts::State state, bool memberOnlyInDatabase = false)
{
    return {.state = state,
            .path = u"/run/x.sock"_s,
            .group = u"docker"_s,
            .user = u"kim"_s,
            .memberOnlyInDatabase = memberOnlyInDatabase};
}

} // namespace

class DiagnosisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recognisesWhatDockerSays_data()
    {
        QTest::addColumn<Attempt>("attempt");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        for (const Said &said : texts)
            QTest::newRow(said.row) << said.attempt << said.exitCode << QByteArray(said.text)
                                    << QString::fromUtf8(said.id);
    }

    void recognisesWhatDockerSays()
    {
        QFETCH(Attempt, attempt);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        const auto onErr = diagnose(attempt, Ran{.exitCode = exitCode, .err = text + '\n'}, {});
        QCOMPARE(onErr.id, id);
        // The 20.10 client prints some errors on standard output, and both clients a hint behind them.
        const auto onOut = diagnose(
            attempt,
            Ran{.exitCode = exitCode, .out = "ERROR: " + text, .err = "\nRun 'docker run --help' for more\n"},
            {});
        QCOMPARE(onOut.id, id);
    }

    void aWarningOfTheClientExplainsNothing()
    {
        const Ran outcome{.exitCode = 1,
                          .err = "WARNING: Error loading config file: /root/.docker/config.json: invalid "
                                 "character 'x' looking for beginning of value\n"
                                 "Cannot connect to the Docker daemon at unix:///run/x.sock. Is the docker "
                                 "daemon running?"};
        const Evidence evidence{.socket = socketIn(SocketFacts::State::Missing)};
        QCOMPARE(diagnose(Attempt::AskVersion, outcome, evidence).id, u"socket-missing"_s);
    }

    void aMissingConnectionIsExplainedByTheSocket_data()
    {
        QTest::addColumn<SocketFacts>("socket");
        QTest::addColumn<QString>("id");
        using State = SocketFacts::State;
        QTest::newRow("nothing there") << socketIn(State::Missing) << u"socket-missing"_s;
        QTest::newRow("nobody listens") << socketIn(State::Refused) << u"socket-stale"_s;
        QTest::newRow("not for this user") << socketIn(State::Denied) << u"socket-permission"_s;
        QTest::newRow("member since today") << socketIn(State::Denied, true) << u"group-not-in-session"_s;
        QTest::newRow("listening again") << socketIn(State::Listening) << u"connection-broken"_s;
        QTest::newRow("not a socket of this machine") << socketIn(State::NotLocal) << u"host-refused"_s;
    }

    void aMissingConnectionIsExplainedByTheSocket()
    {
        QFETCH(SocketFacts, socket);
        QFETCH(QString, id);
        for (const QByteArray text :
             {"Cannot connect to the Docker daemon at unix:///run/x.sock. Is the docker daemon running?",
              "failed to connect to the docker API at unix:///run/x.sock; check if the path is correct and "
              "if the "
              "daemon is running"}) {
            const auto diagnosis =
                diagnose(Attempt::AskVersion, Ran{.exitCode = 1, .err = text}, {.socket = socket});
            QCOMPARE(diagnosis.id, id);
        }
    }

    void permissionIsExplainedByTheGroupDatabase()
    {
        const Ran refused{.exitCode = 1,
                          .err = "permission denied while trying to connect to the Docker daemon"};
        const Evidence older{.socket = socketIn(SocketFacts::State::Denied, true)};
        QCOMPARE(diagnose(Attempt::AskVersion, refused, older).id, u"group-not-in-session"_s);
        const Evidence never{.socket = socketIn(SocketFacts::State::Denied)};
        const auto diagnosis = diagnose(Attempt::AskVersion, refused, never);
        QCOMPARE(diagnosis.id, u"socket-permission"_s);
        QCOMPARE(diagnosis.commands, QStringList{u"sudo usermod -aG docker kim"_s});
    }

    void aFullDiskWithoutInodesSaysSo()
    {
        const Ran full{.exitCode = 1, .err = "mkdir /x: no space left on device"};
        QCOMPARE(diagnose(Attempt::LoadImage, full, {.rootOutOfInodes = true}).id, u"inodes-full"_s);
        QCOMPARE(diagnose(Attempt::LoadImage, full, {}).id, u"disk-full"_s);
    }

    void silenceIsExplainedByWhatWasAsked()
    {
        const Failed silent{.cause = Failed::Cause::TimedOut};
        QCOMPARE(diagnose(Attempt::AskVersion, silent, {.pingAnswered = false}).id, u"engine-silent"_s);
        QCOMPARE(diagnose(Attempt::AskVersion, silent, {}).id, u"engine-silent"_s);
        QCOMPARE(diagnose(Attempt::AskVersion, silent, {.pingAnswered = true}).id, u"engine-stuck"_s);
        QCOMPARE(diagnose(Attempt::LoadImage, silent, {}).id, u"load-silent"_s);
        QCOMPARE(diagnose(Attempt::RunContainer, silent, {}).id, u"run-silent"_s);
        QCOMPARE(diagnose(Attempt::RunContainer, silent, {.markerPrinted = true}).id, u"end-not-reported"_s);
    }

    void theClientIsExplainedByHowItFailed()
    {
        const Evidence evidence{.engine = {.clientPath = u"/opt/my docker"_s}};
        QCOMPARE(diagnose(Attempt::AskVersion, Failed{.cause = Failed::Cause::NotFound}, evidence).id,
                 u"client-missing"_s);
        const Failed denied{.cause = Failed::Cause::CouldNotStart, .reason = u"execve: Permission denied"_s};
        const auto diagnosis = diagnose(Attempt::AskVersion, denied, evidence);
        QCOMPARE(diagnosis.id, u"client-not-executable"_s);
        QCOMPARE(diagnosis.commands, QStringList{u"sudo chmod +x '/opt/my docker'"_s});
        const Failed foreign{.cause = Failed::Cause::CouldNotStart, .reason = u"execve: Exec format error"_s};
        QCOMPARE(diagnose(Attempt::AskVersion, foreign, evidence).id, u"client-broken"_s);
    }

    void anAnswerThatIsNoneIsNoEngine()
    {
        QCOMPARE(diagnose(Attempt::AskVersion, Ran{.exitCode = 0, .out = "\n"}, {}).id, u"not-an-engine"_s);
    }

    void aFactInACommandIsNeverACommandOfItsOwn()
    {
        const Evidence evidence{.engine = {.context = u"x; rm -rf ~"_s}};
        const auto diagnosis = diagnosisFor(u"tls-failed"_s, evidence);
        QCOMPARE(diagnosis.commands, QStringList{u"docker context inspect 'x; rm -rf ~'"_s});
    }

    // `docker system prune` on another engine than the one that is full would be a loss.
    void aCommandIsForTheEngineThatIsJudged()
    {
        QCOMPARE(diagnosisFor(u"disk-full"_s, {.engine = {.context = u"lab"_s}}).commands,
                 QStringList({u"df -h /var/lib/docker"_s, u"docker --context lab system df"_s,
                              u"docker --context lab system prune"_s}));
        QCOMPARE(diagnosisFor(u"host-refused"_s, {.engine = {.context = u"lab"_s}}).commands,
                 QStringList{u"docker context ls"_s});
    }

    void noCommandForAnotherMachineIsForThisOne()
    {
        const Diagnosis elsewhere =
            diagnosisFor(u"containerd-down"_s, {.engine = {.endpoint = u"tcp://engine.lan:2376"_s}});
        QCOMPARE(elsewhere.commands, QStringList());
        QVERIFY2(elsewhere.remedy.contains(u"another machine"_s), qPrintable(elsewhere.remedy));
        for (const QString &endpoint :
             {u"unix:///run/x.sock"_s, u"tcp://127.0.0.1:2375"_s, u"tcp://localhost:2375"_s}) {
            QCOMPARE(diagnosisFor(u"containerd-down"_s, {.engine = {.endpoint = endpoint}}).commands.size(),
                     2);
        }
        const EngineFacts overSsh{.endpoint = u"ssh://kim@engine.lan"_s, .clientPath = u"/usr/bin/docker"_s};
        QCOMPARE(diagnosisFor(u"client-broken"_s, {.engine = overSsh}).commands,
                 QStringList{u"/usr/bin/docker --version"_s});
        const Ran denied{
            .exitCode = 1,
            .err = "error during connect: command [ssh -l kim engine.lan docker system dial-stdio] "
                   "has exited with exit status 1, stderr=permission denied while trying to connect "
                   "to the Docker daemon socket at unix:///var/run/docker.sock"};
        QCOMPARE(diagnose(Attempt::AskVersion, denied, {.engine = overSsh}).id, u"unrecognised"_s);
    }

    void silenceFromAnotherMachineIsNoAcceptedConnection()
    {
        const Failed silent{.cause = Failed::Cause::TimedOut};
        QCOMPARE(
            diagnose(Attempt::AskVersion, silent, {.engine = {.endpoint = u"tcp://192.0.2.1:2375"_s}}).id,
            u"host-refused"_s);
    }

    void aFactThatLooksLikeAPlaceholderIsNotFilledIn()
    {
        const Evidence evidence{
            .engine = {.storageDriver = u"; rm -rf ~ ;"_s, .rootFolder = u"/x {driver}"_s}};
        const auto diagnosis = diagnosisFor(u"storage-read-only"_s, evidence);
        QCOMPARE(diagnosis.commands.last(), u"findmnt --target '/x {driver}'"_s);
    }

    void theManualListsEveryId()
    {
        QFile manual(QStringLiteral(BERTH_SOURCE_FOLDER "/packaging/berth.1"));
        QVERIFY(manual.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(manual.readAll());
        const QString list = text.section(u"diagnoses: begin"_s, 1).section(u"diagnoses: end"_s, 0, 0);
        QStringList ids;
        static const QRegularExpression entry(u"^\\.B (\\S+)$"_s, QRegularExpression::MultilineOption);
        auto matches = entry.globalMatch(list);
        while (matches.hasNext())
            ids.append(matches.next().captured(1).remove(u'\\'));
        QCOMPARE(ids, diagnosisIds());
    }

    void everyEntryIsWhole()
    {
        QStringList ids = diagnosisIds();
        QCOMPARE(ids.removeDuplicates(), 0);
        const QRegularExpression placeholder(u"\\{[a-z]+\\}"_s);
        const Evidence evidence{.engine = {.context = u"c"_s,
                                           .endpoint = u"unix:///run/x.sock"_s,
                                           .clientPath = u"/usr/bin/docker"_s,
                                           .storageDriver = u"overlay2"_s},
                                .socket = socketIn(SocketFacts::State::Missing)};
        for (const QString &id : std::as_const(ids)) {
            const auto diagnosis = diagnosisFor(id, evidence);
            QVERIFY2(diagnosis.cause.endsWith(u'.'), qPrintable(id));
            QVERIFY2(diagnosis.remedy.endsWith(u'.'), qPrintable(id));
            const QString whole = diagnosis.cause + diagnosis.remedy + diagnosis.commands.join(u' ');
            QVERIFY2(!placeholder.match(whole).hasMatch(), qPrintable(whole));
        }
        for (const CatalogueEntry &entry : observedCatalogue())
            QCOMPARE(entry.patterns, "");
        for (const auto &catalogue : {wayCatalogue(), engineCatalogue()}) {
            for (const CatalogueEntry &entry : catalogue) {
                const QStringList patterns =
                    QString::fromUtf8(entry.patterns).split(u'\n', Qt::SkipEmptyParts);
                for (const QString &pattern : patterns)
                    QVERIFY2(QRegularExpression(pattern).isValid(), qPrintable(pattern));
            }
        }
    }
};

BERTH_TEST(DiagnosisTest)

#include "tst_diagnosis.moc"
