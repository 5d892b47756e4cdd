// SPDX-License-Identifier: MIT
#include "tests/ui/samples.h"

using namespace core;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace samples {

namespace {

StepRecord record(Step step, const QStringList &arguments, int exitCode, std::chrono::milliseconds elapsed,
                  const QString &output)
{
    const QStringList program{u"/usr/bin/docker"_s, u"--context"_s, u"default"_s};
    return {.step = step,
            .command = program + arguments,
            .exitCode = exitCode,
            .elapsed = elapsed,
            .output = output};
}

StepRecord versionStep()
{
    return record(Step::Version, {u"version"_s, u"--format"_s, u"{{.Server.Arch}}"_s}, 0, 22ms, u"amd64\n"_s);
}

StepRecord payloadStep()
{
    return {.step = Step::Payload, .elapsed = 1ms, .output = u"Berth's own agent for amd64, 412 KB\n"_s};
}

StepRecord loadStep()
{
    return record(Step::Load, {u"load"_s}, 0, 94ms, u"Loaded image: berth-probe:4f1c92d07a\n"_s);
}

QStringList runArguments(const QStringList &command)
{
    return QStringList{u"run"_s,     u"--rm"_s,         u"--pull"_s,
                       u"never"_s,   u"--name"_s,       u"berth-probe-4f1c92d07a"_s,
                       u"--label"_s, u"berth.probe=1"_s}
    + command;
}

StepRecord runStep()
{
    return record(Step::Run,
                  runArguments({u"--network"_s, u"none"_s, u"berth-probe:4f1c92d07a"_s, u"/agent"_s, u"say"_s,
                                u"berth-marker-81f3"_s}),
                  0, 295ms, u"berth-marker-81f3\n"_s);
}

StepRecord egressStep(int tcp, int dns)
{
    return record(Step::Egress,
                  runArguments({u"berth-probe:4f1c92d07a"_s, u"/agent"_s, u"egress"_s, u"1.1.1.1:443"_s,
                                u"example.com"_s}),
                  0, tcp == 0 && dns == 0 ? 338ms : 5310ms,
                  u"berth-egress-tcp=%1\nberth-egress-dns=%2\n"_s.arg(tcp).arg(dns));
}

StepRecord limitsStep(const QString &output)
{
    return record(Step::Limits,
                  runArguments({u"--cap-drop=ALL"_s, u"--security-opt=no-new-privileges"_s, u"--memory=2g"_s,
                                u"--memory-swap=2g"_s, u"--pids-limit=512"_s, u"--init"_s, u"--user"_s,
                                u"1000:1000"_s, u"berth-probe:4f1c92d07a"_s, u"/agent"_s, u"limits"_s}),
                  0, 310ms, output);
}

StepRecord cleanupStep()
{
    return record(Step::Cleanup, {u"image"_s, u"rm"_s, u"--force"_s, u"berth-probe:4f1c92d07a"_s}, 0, 41ms,
                  u"Untagged: berth-probe:4f1c92d07a\n"_s);
}

const QString limitsInForce =
    u"caps=0\nno-new-privileges=1\nmemory=2147483648\npids=512\nuid=1000\ngid=1000\n"_s;

Measurement finished(Verdict verdict, QList<StepRecord> steps)
{
    return {.verdict = std::move(verdict),
            .steps = std::move(steps),
            .engine = engine(),
            .startedAt = QDateTime::currentDateTimeUtc(),
            .elapsed = 412ms};
}

Egress egress(Egress::Status status, int tcp, int dns)
{
    return {
        .status = status, .target = u"1.1.1.1:443"_s, .dnsName = u"example.com"_s, .tcp = tcp, .dns = dns};
}

Hardening enforced()
{
    return {.status = Hardening::Status::Enforced};
}

Measurement withEgress(const Egress &egress, std::optional<Diagnosis> diagnosis = {})
{
    return finished(Usable{egress, enforced(), std::move(diagnosis)},
                    {versionStep(), payloadStep(), loadStep(), runStep(),
                     egressStep(*egress.tcp, *egress.dns), limitsStep(limitsInForce), cleanupStep()});
}

} // namespace

EngineFacts engine()
{
    return {.context = u"default"_s,
            .endpoint = u"unix:///var/run/docker.sock"_s,
            .clientPath = u"/usr/bin/docker"_s,
            .clientVersion = u"28.2.2"_s,
            .serverVersion = u"20.10.24+dfsg1"_s,
            .arch = u"amd64"_s,
            .system = u"Debian GNU/Linux 12 (bookworm)"_s,
            .storageDriver = u"overlay2"_s,
            .rootFolder = u"/var/lib/docker"_s,
            .kernel = u"6.1.0-28-amd64"_s,
            .cgroupVersion = u"2"_s,
            .flavour = Flavour::Docker};
}

QList<Context> contexts()
{
    return {{u"default"_s, u"unix:///var/run/docker.sock"_s, u"Current DOCKER_HOST based configuration"_s},
            {u"desktop-linux"_s, u"unix:///home/kim/.docker/desktop/docker.sock"_s, u"Docker Desktop"_s},
            {u"rootless"_s, u"unix:///run/user/1000/docker.sock"_s, u"Rootless mode"_s},
            {u"build-farm"_s, u"ssh://kim@build.example.com"_s, QString()}};
}

Measurement starting()
{
    return {.running = {Step::Version},
            .engine = {.context = u"default"_s, .endpoint = u"unix:///var/run/docker.sock"_s},
            .startedAt = QDateTime::currentDateTimeUtc()};
}

Measurement containersKnown()
{
    Measurement measurement = finished(Usable{}, {versionStep(), payloadStep(), loadStep(), runStep()});
    measurement.running = {Step::Egress, Step::Limits};
    return measurement;
}

Measurement usable()
{
    return withEgress(egress(Egress::Status::Reachable, 0, 0));
}

Measurement cutOff()
{
    Egress blocked = egress(Egress::Status::Blocked, 110, 2);
    blocked.hostReaches = true;
    return withEgress(
        blocked,
        Diagnosis{u"bridge-forwarding-off"_s,
                  Scope::Host,
                  u"The engine's host does not forward packets, so nothing leaves the bridge that "
                  "containers are on."_s,
                  u"Switch IPv4 forwarding on, then restart Docker so that it sets its firewall rules "
                  "again."_s,
                  {u"sudo sysctl -w net.ipv4.ip_forward=1"_s, u"sudo systemctl restart docker"_s}});
}

Measurement offline()
{
    Egress blocked = egress(Egress::Status::Blocked, 101, 2);
    blocked.hostReaches = false;
    return withEgress(blocked);
}

Measurement namesFail()
{
    Egress blocked = egress(Egress::Status::Blocked, 0, 2);
    blocked.hostReaches = true;
    return withEgress(blocked);
}

Measurement filtered()
{
    return withEgress(egress(Egress::Status::Undetermined, 110, 0));
}

Measurement limitsPartial()
{
    Measurement measurement = finished(
        Usable{
            egress(Egress::Status::Reachable, 0, 0),
            {.status = Hardening::Status::Partial,
             .notEnforced = {u"memory-swap"_s, u"pids"_s},
             .observed = {{u"memory"_s, u"2147483648"_s}, {u"pids"_s, u"max"_s}}},
            Diagnosis{
                u"limits-need-cgroup-controllers"_s,
                Scope::Host,
                u"The engine ignores the limits on swap and on the number of processes: its host does not "
                "delegate these controllers to it."_s,
                u"Delegate them to your user, then log in again. Until then a container can use all swap and "
                "any number of processes."_s,
                {u"sudo systemctl edit user@.service"_s}}},
        {versionStep(), payloadStep(), loadStep(), runStep(), egressStep(0, 0),
         limitsStep(u"caps=0\nno-new-privileges=1\nmemory=2147483648\npids=max\nuid=1000\ngid=1000\n"_s),
         cleanupStep()});
    measurement.engine.flavour = Flavour::Rootless;
    measurement.engine.context = u"rootless"_s;
    measurement.engine.endpoint = u"unix:///run/user/1000/docker.sock"_s;
    return measurement;
}

Measurement layerDamaged()
{
    const QString said = u"docker: Error response from daemon: error creating overlay mount to "
                         "/var/lib/docker/overlay2/5f0c61e7d1b94ab6f1c2/merged: no such file or directory.\n"
                         "See 'docker run --help'.\n"_s;
    StepRecord run = runStep();
    run.exitCode = 127;
    run.elapsed = 84ms;
    run.output = said;
    return finished(
        Unusable{said.section(u'\n', 0, 0),
                 Diagnosis{u"layer-damaged"_s,
                           Scope::Daemon,
                           u"Files of an image layer are missing from Docker's storage, so no container "
                           "can be made from it. Loading the image again does not repair it."_s,
                           u"Remove the damaged image and load or pull it again. If other images are "
                           "damaged too, restart Docker and look at its disk first."_s,
                           {u"docker image rm --force berth-probe:4f1c92d07a"_s,
                            u"sudo systemctl restart docker"_s,
                            u"sudo df --human-readable --inodes /var/lib/docker"_s}}},
        {versionStep(), payloadStep(), loadStep(), run, cleanupStep()});
}

Measurement frozen()
{
    StepRecord version = versionStep();
    version.exitCode.reset();
    version.elapsed = 20s;
    version.output.clear();
    version.failure = u"no answer within 20 s"_s;
    Measurement measurement = finished(
        Unknown{
            u"the engine did not answer within 20 s"_s, false,
            Diagnosis{u"engine-frozen"_s,
                      Scope::Daemon,
                      u"Something accepts connections at unix:///var/run/docker.sock and never answers."_s,
                      u"Look at the engine's log, then restart it. Containers that run keep running "
                      "only if live-restore is on."_s,
                      {u"journalctl --unit docker --since -10min"_s, u"sudo systemctl restart docker"_s}}},
        {version});
    measurement.engine.serverVersion.clear();
    measurement.elapsed = 20s;
    return measurement;
}

Measurement notInstalled()
{
    Measurement measurement = finished(
        Unknown{
            u"the docker CLI is not on PATH"_s, false,
            Diagnosis{
                u"client-missing"_s,
                Scope::Session,
                u"No docker program was found on PATH, nor in the usual places beside it."_s,
                u"Install Docker, then check again. If it is installed somewhere else, set docker/program "
                "in Berth's settings."_s,
                {u"sudo apt install docker.io"_s}}},
        {{.step = Step::Version, .failure = u"the docker CLI is not on PATH"_s}});
    measurement.engine = {};
    measurement.elapsed = 3ms;
    return measurement;
}

Measurement permissionDenied()
{
    StepRecord version = versionStep();
    version.exitCode = 1;
    version.output =
        u"permission denied while trying to connect to the Docker daemon socket at "
        "unix:///var/run/docker.sock: Get \"http://%2Fvar%2Frun%2Fdocker.sock/v1.50/version\": dial unix "
        "/var/run/docker.sock: connect: permission denied\n"_s;
    Measurement measurement = finished(
        Unknown{version.output, false,
                Diagnosis{u"socket-permission"_s,
                          Scope::Session,
                          u"You are not in the group \"docker\", to which the socket belongs."_s,
                          u"Add yourself to the group, then log out and in again: membership applies from "
                          "the next login."_s,
                          {u"sudo usermod --append --groups docker \"$USER\""_s}}},
        {version});
    measurement.engine.serverVersion.clear();
    measurement.elapsed = 25ms;
    return measurement;
}

Measurement loadFailed()
{
    StepRecord load = loadStep();
    load.exitCode = 1;
    load.output = u"Error processing tar file(exit status 1): archive/tar: invalid tar header\n"_s;
    return finished(Unknown{u"the engine did not take the probe image: invalid tar header"_s, true, {}},
                    {versionStep(), payloadStep(), load});
}

Measurement podman()
{
    Measurement measurement = usable();
    measurement.engine.flavour = Flavour::Podman;
    measurement.engine.serverVersion = u"4.3.1"_s;
    measurement.engine.context = u"podman"_s;
    measurement.engine.endpoint = u"unix:///run/user/1000/podman/podman.sock"_s;
    return measurement;
}

} // namespace samples
