// SPDX-License-Identifier: MIT
#include "core/docker/catalogue.h"

namespace core {

namespace {

using enum Scope;

// The texts were measured with engine 20.10 and the clients 20.10 and 28.2, or read in the sources of newer
// clients.
// The client and the way to the engine: looked through where the words are not the engine's own.
constexpr CatalogueEntry wayEntries[] = {
    {"client-podman", Host,
     "podman socket\\b\ncannot connect to podman\ncan't evaluate field Arch in type \\*define\\.Version\n"
     "service destination not found",
     "The docker command is podman, which does not speak with an engine as docker does.",
     "Install Docker's own command line, or name it in the setting docker/program. It can be led to podman's "
     "socket.",
     "sudo systemctl start podman.socket\nexport DOCKER_HOST=unix:///run/podman/podman.sock"},
    {"client-missing", Host, "",
     "There is no docker command on this machine, neither on PATH nor in the usual other folders.",
     "Install Docker's command line, or name it in the setting docker/program.",
     "sudo apt-get install docker.io"},
    {"client-not-executable", Host, "",
     "The docker command {program} is there, but this user may not execute it.",
     "Make it executable, or name another one in the setting docker/program.", "sudo chmod +x {program}"},
    {"client-broken", Host, "", "The docker command {program} could not be started.",
     "Reinstall Docker's command line, or name another one in the setting docker/program.",
     "{program} --version"},
    {"group-not-in-session", Session, "",
     "You were added to the group {group}, but this session is older than that: a membership applies from "
     "the "
     "next login on.",
     "Log out and in again. For a single shell, newgrp does the same.", "newgrp {group}"},
    {"socket-permission", Session,
     "permission denied while trying to connect\ndial unix .*connect: permission denied",
     "The engine's socket {socket} is not open to the user {user}.",
     "Add the user to the group that owns the socket, then log out and in again. Whoever is in that group "
     "can "
     "become root on this machine.",
     "sudo usermod -aG {group} {user}"},
    {"context-missing", Session,
     "context \"[^\"]*\": context not found\ncontext \"[^\"]*\" does not exist\nis not found on the file "
     "system",
     "There is no docker context named {context}.", "Choose another context, or create this one.",
     "docker context ls\ndocker context use default"},
    {"tls-files-missing", Session, "unable to resolve docker endpoint: open .*\\.pem",
     "The certificates for the connection to the engine are missing.",
     "Look at DOCKER_CERT_PATH and DOCKER_TLS_VERIFY, or at the context's TLS files.",
     "docker context inspect {context}"},
    {"tls-failed", Session,
     "x509:\ntls: \nserver gave HTTP response to HTTPS client\nHTTP request to an HTTPS server",
     "The encrypted connection to {endpoint} could not be made: the two ends do not agree on TLS.",
     "Compare the endpoint and its certificates with what the engine offers.",
     "docker context inspect {context}"},
    {"ssh-failed", Host, "command \\[ssh\nexec: \"ssh\": ",
     "The engine is reached over ssh, and ssh did not get through to {endpoint}.",
     "Try the same ssh connection in a terminal; Berth cannot answer a question for a password.", ""},
    {"host-invalid", Session,
     "invalid bind address\ninvalid proto\nunable to parse docker host\nprotocol not available\n"
     "unable to resolve docker endpoint",
     "{endpoint} is no address that docker understands.",
     "Correct or unset DOCKER_HOST; it looks like unix:///var/run/docker.sock, tcp://host:2376 or "
     "ssh://host.",
     "unset DOCKER_HOST"},
    {"host-unresolvable", Host, "no such host\ndial tcp: lookup \nname resolution\nserver misbehaving",
     "The name of the engine's host in {endpoint} cannot be resolved.",
     "Correct DOCKER_HOST or the context, or connect to the network that knows this name.",
     "unset DOCKER_HOST"},
    {"socket-missing", Daemon, "",
     "There is no socket at {socket}: the engine is not running, or it listens elsewhere.",
     "Start the engine, or choose the context that leads to it.",
     "sudo systemctl start docker\ndocker context ls"},
    {"socket-stale", Daemon, "",
     "The socket {socket} is there, but nobody listens: the engine has crashed or was killed.",
     "Start the engine again and read its log.",
     "sudo systemctl restart docker\nsudo journalctl -u docker -n 50"},
    {"host-refused", Daemon, "connection refused\nno route to host\nnetwork is unreachable\ni/o timeout",
     "No engine answers at {endpoint}.",
     "Start the engine there, or choose the context that leads to a running one.", "docker context ls"},
    {"engine-silent", Daemon, "",
     "The engine accepts connections and does not answer: it hangs, or something else holds its socket.",
     "Look whether the engine is stopped or overloaded, and restart it if it does not come back.",
     "sudo systemctl status docker\nsudo journalctl -u docker -n 50"},
    {"engine-stuck", Daemon, "",
     "The engine answers a ping but not a question: containerd or the container runtime behind it hangs.",
     "Read the logs of docker and containerd; restarting containerd, then docker, usually frees them.",
     "sudo journalctl -u docker -u containerd -n 50\nsudo systemctl restart containerd docker"},
    {"not-an-engine", Host, "error reading JSON\ninvalid character '\nmalformed HTTP",
     "Something answers at {endpoint}, but it does not answer like a Docker engine.",
     "Find out what listens there, or choose another context.", "docker context ls"},
};

// What the engine says when it refuses. Particular texts first: several contain "no such file or directory".
constexpr CatalogueEntry engineEntries[] = {
    {"client-too-new", Session, "client version .* is too new",
     "The docker client speaks a newer API than the engine understands.",
     "Unset DOCKER_API_VERSION if it is set; otherwise update the engine.", "unset DOCKER_API_VERSION"},
    {"client-too-old", Session, "client version .* is too old\nminimum supported API version",
     "The docker client speaks an older API than the engine still understands.",
     "Unset DOCKER_API_VERSION if it is set; otherwise update the docker client.",
     "unset DOCKER_API_VERSION"},
    {"authorization-denied", Daemon, "authorization denied by plugin",
     "An authorization plugin of the engine forbids what the check asked for.",
     "Ask whoever administers this engine for the right to run containers.", ""},
    {"containerd-down", Daemon,
     "containerd\\.sock: connect\nerror while dialing.*containerd\ntransport: error while dialing\n"
     "containerd.*: unavailable\nconnection closed: unavailable\nttrpc: closed",
     "The engine has lost its containerd, so it cannot start containers.", "Start containerd again.",
     "sudo systemctl restart containerd docker\nsudo journalctl -u containerd -n 50"},
    {"runtime-missing", Daemon,
     "fork/exec [^:]*: no such file or directory\nunknown or invalid runtime name\n"
     "OCI runtime.*executable file not found in \\$PATH: unknown\n"
     "unable to retrieve OCI runtime error.*fork/exec",
     "The engine's container runtime is not where the engine looks for it.",
     "Install runc, or correct default-runtime in the engine's daemon.json and restart it.",
     "docker info --format '{{.DefaultRuntime}} {{json .Runtimes}}'\nsudo apt-get install --reinstall runc"},
    {"runtime-failed", Daemon, "did not terminate successfully\nunable to retrieve OCI runtime error",
     "The engine's container runtime failed before it could start a container.",
     "Run the runtime by hand to see its own message, and reinstall it if it is broken.",
     "docker info --format '{{.DefaultRuntime}} {{json .Runtimes}}'\nrunc --version"},
    {"cgroups-read-only", Host, "cgroup.*read-only file system",
     "The engine may not write to the control groups of its host, so no container can be limited or started.",
     "Mount /sys/fs/cgroup writable where the engine runs; inside a container the engine needs the rights "
     "for "
     "that.",
     "mount | grep cgroup"},
    {"cgroups-unusable", Host,
     "cgroup mountpoint does not exist\ncgroup isn't mounted\nunable to apply cgroup configuration\n"
     "cannot enter cgroupv2\nunable to start unit\nno cgroup mount found",
     "The host's control groups are not laid out as the container runtime needs them.",
     "Compare the engine's cgroup driver with the host's cgroup version.",
     "docker info --format '{{.CgroupDriver}} v{{.CgroupVersion}}'\nmount | grep cgroup"},
    {"inodes-full", Host, "", "The disk under the engine's root folder has no free inodes left.",
     "Remove what is not needed: unused images and containers hold many small files.",
     "df -i {root}\ndocker system df\ndocker system prune"},
    {"disk-full", Host, "no space left on device\ndisk quota exceeded",
     "The disk under the engine's root folder is full.",
     "Free some space: unused images, containers and build cache are the usual holders.",
     "df -h {root}\ndocker system df\ndocker system prune"},
    {"archive-refused", Berth,
     "invalid tar header\ninvalid diffID\nerror processing tar file\n"
     "does not match any of the supported image formats\ndocker-import-[^ ]*: no such file\n"
     "unexpected end of JSON input",
     "The engine did not accept the small image that Berth made for the check.",
     "This is Berth's own trouble, not your Docker's. Please report it with the report from `berth report`.",
     "berth report"},
    {"layer-damaged", Daemon,
     "error creating overlay mount to [^ ]*: no such file or directory\nlayer does not exist\n"
     "failed to mount .*: no such file or directory\nreadlink .*/overlay2[^ ]*: \n"
     "stat .*/overlay2/[^ ]*: no such file or directory",
     "The engine's layer store is damaged: files of an image layer are missing on disk.",
     "Remove the images concerned and pull or build them again; where many are, reset the engine's storage.",
     "docker image ls\ndocker system prune --all"},
    {"storage-read-only", Host, "read-only file system",
     "The folder in which the engine keeps images and containers is read-only.",
     "A file system often turns read-only after a disk error: look at the kernel's log, then mount it "
     "writable.",
     "sudo dmesg | tail -n 30\nfindmnt --target {root}"},
    {"storage-mount-refused", Daemon,
     "error creating overlay mount\nfstype: overlay\nfailed to mount overlay\ndriver not supported",
     "The storage driver {driver} cannot mount image layers here.",
     "An engine inside a container or a user namespace often needs another driver, such as fuse-overlayfs.",
     "docker info --format '{{.Driver}} on {{.KernelVersion}}'"},
    {"rlimit-refused", Host, "error setting rlimit",
     "The container runtime may not raise a resource limit that the engine asks for.",
     "Lower the engine's default ulimits, or start the engine with higher ones.", "ulimit -Hn\nulimit -Hu"},
    {"user-namespace-incomplete", Host,
     "error mounting \"devpts\"\ngid=5: invalid argument\nlchown [^ ]*: invalid argument",
     "The engine's user namespace has too few ids to set up a container.",
     "Give the user a range of subordinate ids in /etc/subuid and /etc/subgid, then restart rootless Docker.",
     "grep \"$USER\" /etc/subuid /etc/subgid"},
    {"user-namespace-refused", Host,
     "unshare.*operation not permitted\nclone.*operation not permitted\nnewuidmap\nunprivileged_userns",
     "The host does not let this user make user namespaces, which rootless containers need.",
     "Allow it for the engine alone by an AppArmor profile for rootlesskit instead of switching the "
     "protection off.",
     "sysctl kernel.apparmor_restrict_unprivileged_userns kernel.unprivileged_userns_clone"},
    {"security-profile-refused", Host, "seccomp\napparmor\nselinux",
     "A security profile of the host (seccomp, AppArmor or SELinux) keeps the runtime from starting "
     "containers.",
     "Look for the denial in the kernel's log and correct that profile.", "sudo dmesg | tail -n 30"},
    {"memory-exhausted", Host, "cannot allocate memory\nout of memory",
     "The host has too little free memory to start a container.", "End what is not needed.",
     "free -h\ndocker stats --no-stream"},
    {"processes-exhausted", Host,
     "resource temporarily unavailable\ntoo many open files\nno space for new process",
     "The host has reached its limit of processes or open files.",
     "End what is not needed, or raise the limit.", "ulimit -a"},
    {"init-missing", Daemon, "docker-init\nexec: \"tini",
     "The engine has no init program, so a container's first process must handle signals itself.",
     "Install the init program that belongs to the engine.",
     "sudo apt-get install --reinstall docker.io tini"},
    {"bridge-missing", Daemon, "could not find bridge\nbridge .* not found",
     "The engine's default network has lost its bridge interface.",
     "Restart the engine: it makes the bridge anew.", "sudo systemctl restart docker"},
    {"addresses-exhausted", Daemon, "no available IPv4 addresses\nno available network",
     "The engine has no free address left on its default network.",
     "Remove containers that are not needed, or widen the network in daemon.json.",
     "docker ps --all\ndocker network prune"},
    {"firewall-rules-lost", Host, "iptables failed\nNo chain/target/match\nnftables.*failed",
     "The engine's firewall rules are gone, probably flushed by a firewall that was reloaded.",
     "Restart the engine: it writes its rules anew.", "sudo systemctl restart docker"},
    {"network-setup-failed", Daemon,
     "failed to create endpoint\nfailed to set up container networking\ndriver failed programming",
     "The engine could not connect a container to its network.", "Restart the engine and read its log.",
     "sudo journalctl -u docker -n 50"},
    {"payload-foreign", Berth, "exec format error",
     "The program that Berth put into the check's container is not built for this engine.",
     "Name a static busybox for the engine's architecture in the setting probe/payload.", ""},
    {"image-vanished", Berth, "no such image\nunable to find image\nimage not known",
     "The image that the check had just loaded was gone when it was to be run: something removed it.",
     "Check again. If it happens every time, something on this machine removes new images at once.",
     "docker events --since 5m --until 0s --filter type=image"},
    {"connection-broken", Daemon,
     "error during connect\nunexpected EOF\nerror waiting for container\nconnection reset by peer\n"
     "use of closed network connection\nserver closed idle connection\nbroken pipe\n"
     "cannot connect to the docker daemon\nfailed to connect to the docker API\n"
     "is the docker daemon running",
     "The connection to the engine broke during the check: the engine stopped or was restarted.",
     "Check again once the engine is back.", "sudo systemctl status docker"},
    {"engine-error", Daemon, "error response from daemon\nrequest returned .* for API route",
     "The engine answered with an error of its own.",
     "Read the engine's log; if the engine was only just started, check again in a minute.",
     "sudo journalctl -u docker -n 50"},
};

// Chosen by what happened rather than by words.
constexpr CatalogueEntry observedEntries[] = {
    {"load-silent", Daemon, "", "The engine took the check's image and never said that it was done.",
     "Look at the engine's log and its disk, then check again.",
     "sudo journalctl -u docker -n 50\ndf -h {root}"},
    {"run-silent", Daemon, "",
     "The engine was asked to run a container and did not do it in time: its runtime hangs, or the machine "
     "is "
     "very busy.",
     "Check again; if it stays so, restart containerd, then docker.",
     "sudo journalctl -u docker -u containerd -n 50\nsudo systemctl restart containerd docker"},
    {"end-not-reported", Daemon, "",
     "A container ran, and the engine never reported its end: it has lost track of its containers.",
     "Restart containerd, then docker.", "sudo systemctl restart containerd docker"},
    {"payload-missing", Berth, "",
     "Berth has no program for the engine's architecture to run in a container.",
     "Name a static busybox built for that architecture in the setting probe/payload.", ""},
    // A container runs; its network or its limits are in trouble.
    {"offline", Host, "", "This machine itself reaches neither the address nor the name: it is offline.",
     "Connect the machine to a network; Docker is not the cause.", ""},
    {"host-dns-dead", Host, "", "Names resolve neither in containers nor on this machine.",
     "Repair the machine's own name resolution; Docker is not the cause.", "cat /etc/resolv.conf"},
    {"forwarding-off", Host, "",
     "The kernel does not forward packets, so nothing from a container leaves this machine.",
     "Switch forwarding on, and find out what switched it off.", "sudo sysctl -w net.ipv4.ip_forward=1"},
    {"no-bridge", Daemon, "",
     "Containers get no network interface at all: the engine runs without a default bridge.",
     "Remove \"bridge\": \"none\" from the engine's daemon.json and restart it.",
     "docker network ls\nsudo systemctl restart docker"},
    {"direct-blocked-proxy-configured", Host, "",
     "Direct connections from containers are blocked, and the engine is configured for a proxy.",
     "If this network only lets the proxy out, all is as it should be: give containers the same proxy.",
     "docker info --format '{{.HTTPProxy}} {{.HTTPSProxy}}'"},
    {"nat-missing", Host, "",
     "This machine reaches the network, and containers do not: their packets are not translated or not let "
     "through.",
     "The engine's firewall rules are probably gone: restart the engine, and look at ufw or firewalld if "
     "they "
     "vanish again.",
     "sudo iptables -t nat -S POSTROUTING\nsudo iptables -S FORWARD\nsudo systemctl restart docker"},
    {"dns-dead", Host, "", "Containers reach the network, but no name server answers them.",
     "Give the engine a name server that containers can reach, in \"dns\" of its daemon.json.",
     "cat /etc/resolv.conf"},
    {"dns-name-unknown", Host, "",
     "Containers reach a name server, and it does not know the name of the check.",
     "If this network filters names, set probe/dnsName to one that it knows.", ""},
    {"address-filtered", Host, "",
     "Names resolve in containers, so there is a way out; the address of the check is probably filtered.",
     "Set probe/target to an address and port that this network lets through.", ""},
    {"limits-ignored", Daemon, "",
     "The engine runs containers, but not every limit that Berth asks for is in force in them.",
     "Rootless Docker needs cgroup v2 with systemd and delegated controllers for limits; elsewhere look at "
     "the "
     "engine's warnings.",
     "docker info --format '{{json .Warnings}} cgroup v{{.CgroupVersion}}'"},
    {"unrecognised", Daemon, "", "Berth does not know this message.",
     "Read it in the details; the engine's log may say more.", "sudo journalctl -u docker -n 50"},
};

} // namespace

std::span<const CatalogueEntry> wayCatalogue()
{
    return wayEntries;
}

std::span<const CatalogueEntry> engineCatalogue()
{
    return engineEntries;
}

std::span<const CatalogueEntry> observedCatalogue()
{
    return observedEntries;
}

} // namespace core
