// SPDX-License-Identifier: MIT
// Runs a program in a network of its own, with a name server and a few peers that behave as told here, and
// passes its exit code on: `fake_network RESOLVER_OPTIONS PROGRAM ARGUMENTS…`.
//
// Peers, all on 127.0.0.1: 443 accepts and stays silent, 444 is too busy to answer at all, 445 hangs up at
// once, every other one refuses. Nothing else has a route. Names: ok.test has an IPv4 address, six.test an
// IPv6 one only, none.test neither; missing.test does not exist; failing.test and refused.test make the
// server say so; any other gets no answer.
#include <arpa/inet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

void require(bool success, const char *what)
{
    if (success)
        return;
    std::perror(what);
    std::exit(99);
}

// Root needs no user namespace; anybody else becomes root of one.
void enterNamespaces()
{
    const uid_t uid = geteuid();
    const gid_t gid = getegid();
    require(unshare(CLONE_NEWNET | CLONE_NEWNS | (uid == 0 ? 0 : CLONE_NEWUSER)) == 0, "unshare");
    if (uid != 0) {
        std::ofstream("/proc/self/setgroups") << "deny";
        std::ofstream("/proc/self/uid_map") << "0 " << uid << " 1";
        std::ofstream("/proc/self/gid_map") << "0 " << gid << " 1";
    }
    require(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "make mounts private");
    require(mount("sysfs", "/sys", "sysfs", 0, nullptr) == 0, "show the new network's interfaces in /sys");
    ifreq loopback = {"lo", {}};
    loopback.ifr_flags = IFF_UP | IFF_RUNNING;
    require(ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, &loopback) == 0, "bring the loopback up");
}

void replaceResolverSettings(const char *options)
{
    char path[] = "/tmp/fake-network-XXXXXX";
    close(mkstemp(path));
    std::ofstream(path) << "nameserver 127.0.0.1\noptions " << options << "\n";
    require(mount(path, "/etc/resolv.conf", nullptr, MS_BIND, nullptr) == 0, "replace resolv.conf");
    unlink(path);
}

sockaddr_in local(in_port_t port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int boundSocket(int type, in_port_t port)
{
    const int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    const sockaddr_in address = local(port);
    require(bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0, "bind");
    return fd;
}

void startSilentPeer()
{
    require(listen(boundSocket(SOCK_STREAM, 443), 16) == 0, "listen");
}

int startRudePeer()
{
    const int fd = boundSocket(SOCK_STREAM, 445);
    require(listen(fd, 16) == 0, "listen");
    return fd;
}

// With its queue full, the kernel drops what else arrives: a black hole.
void startBusyPeer()
{
    require(listen(boundSocket(SOCK_STREAM, 444), 0) == 0, "listen");
    const sockaddr_in address = local(444);
    for (int i = 0; i < 4; ++i)
        static_cast<void>(connect(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0),
                                  reinterpret_cast<const sockaddr *>(&address), sizeof address));
}

std::string questionName(const std::string &query)
{
    std::string name;
    for (size_t at = 12; at < query.size() && query[at] != 0; at += 1 + static_cast<unsigned char>(query[at]))
        name += (name.empty() ? "" : ".") + query.substr(at + 1, static_cast<unsigned char>(query[at]));
    return name;
}

// Empty where the server keeps silent.
std::string answerTo(const std::string &query)
{
    using namespace std::string_literals;
    const std::string name = questionName(query);
    const std::string question = query.substr(12, name.size() + 2 + 4);
    const bool wantsIpv6 = question[question.size() - 3] == 28;
    const auto reply = [&](char code, const std::string &record) {
        const char answers = record.empty() ? 0 : 1;
        return query.substr(0, 2) + "\x81"s + static_cast<char>('\x80' | code) + "\0\1\0"s + answers
            + "\0\0\0\0"s + question + record;
    };
    const std::string record = "\xc0\x0c\0"s;
    const std::string ipv4 = record + "\x01\0\1\0\0\0\x3c\0\x04\xcb\0\x71\x07"s;
    const std::string ipv6 =
        record + "\x1c\0\1\0\0\0\x3c\0\x10\x20\x01\x0d\xb8"s + std::string(11, '\0') + "\x07"s;
    if (name == "ok.test")
        return reply(0, wantsIpv6 ? ""s : ipv4);
    if (name == "six.test")
        return reply(0, wantsIpv6 ? ipv6 : ""s);
    if (name == "none.test")
        return reply(0, {});
    if (name == "failing.test")
        return reply(2, {});
    if (name == "missing.test")
        return reply(3, {});
    if (name == "refused.test")
        return reply(5, {});
    return {};
}

void answerOne(int server)
{
    char bytes[512];
    sockaddr_in peer = {};
    socklen_t size = sizeof peer;
    const ssize_t length =
        recvfrom(server, bytes, sizeof bytes, 0, reinterpret_cast<sockaddr *>(&peer), &size);
    if (length < 12 + 6)
        return;
    const std::string answer = answerTo(std::string(bytes, static_cast<size_t>(length)));
    if (!answer.empty())
        sendto(server, answer.data(), answer.size(), 0, reinterpret_cast<const sockaddr *>(&peer), size);
}

} // namespace

int main(int argc, char *argv[])
{
    if (argc < 3)
        return 64;
    enterNamespaces();
    replaceResolverSettings(argv[1]);
    startSilentPeer();
    startBusyPeer();
    const int rude = startRudePeer();
    const int server = boundSocket(SOCK_DGRAM, 53);
    const pid_t child = fork();
    if (child == 0) {
        execv(argv[2], argv + 2);
        std::perror(argv[2]);
        _exit(99);
    }
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        pollfd waiting[] = {{.fd = server, .events = POLLIN, .revents = 0},
                            {.fd = rude, .events = POLLIN, .revents = 0}};
        poll(waiting, 2, 10);
        if (waiting[0].revents != 0)
            answerOne(server);
        if (waiting[1].revents != 0)
            close(accept(rude, nullptr, nullptr));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
