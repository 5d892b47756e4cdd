// SPDX-License-Identifier: MIT
#include "core/agent/verbs.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <resolv.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace agent {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds tcpCeiling{3000};
constexpr milliseconds dnsCeiling{12000};

enum DnsStatus { Resolved = 0, NoSuchName = 1, NoAnswer = 2, ServerFailure = 3, NoAddress = 4 };

struct DnsAnswer
{
    int status = NoAnswer;
    char address[INET6_ADDRSTRLEN] = "";
};

milliseconds since(Clock::time_point start)
{
    return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
}

// Waits for `events` until `ceiling` after `start`; false where the time ran out.
bool waitFor(int fd, short events, Clock::time_point start, milliseconds ceiling)
{
    pollfd waiting{.fd = fd, .events = events, .revents = 0};
    while (true) {
        const auto left = std::max(ceiling - since(start), milliseconds{0});
        const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
        if (ready >= 0 || errno != EINTR)
            return ready > 0;
    }
}

// 0 where the connection stood, else the errno that says why not.
int connectTo(const sockaddr_in &peer, Clock::time_point start)
{
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return errno;
    int status = 0;
    if (connect(fd, reinterpret_cast<const sockaddr *>(&peer), sizeof peer) != 0)
        status = errno;
    if (status == EINPROGRESS) {
        socklen_t size = sizeof status;
        if (!waitFor(fd, POLLOUT, start, tcpCeiling))
            status = ETIMEDOUT;
        else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &status, &size) != 0)
            status = errno;
    }
    close(fd);
    return status;
}

// The first address of the wanted type in an answer, as text.
bool readAddress(const unsigned char *answer, int length, ns_type type, char *address)
{
    ns_msg message;
    if (ns_initparse(answer, length, &message) != 0)
        return false;
    for (int i = 0; i < ns_msg_count(message, ns_s_an); ++i) {
        ns_rr record;
        if (ns_parserr(&message, ns_s_an, i, &record) != 0)
            return false;
        const int family = type == ns_t_a ? AF_INET : AF_INET6;
        const size_t size = type == ns_t_a ? sizeof(in_addr) : sizeof(in6_addr);
        if (ns_rr_type(record) == type && ns_rr_rdlen(record) == size)
            return inet_ntop(family, ns_rr_rdata(record), address, INET6_ADDRSTRLEN) != nullptr;
    }
    return false;
}

// The resolver's own verdict is "try again" both for silence and for a server that says it failed: whether
// one did answer shows in the buffer, which held zeroes.
int statusOfFailure(int resolverError, const unsigned char *answer)
{
    const bool answered = (answer[2] & 0x80) != 0;
    switch (resolverError) {
    case HOST_NOT_FOUND:
        return NoSuchName;
    case NO_DATA:
        return NoAddress;
    case TRY_AGAIN:
        return answered || errno != ETIMEDOUT ? ServerFailure : NoAnswer;
    default:
        return answered ? ServerFailure : NoAddress;
    }
}

// res_nquery, since getaddrinfo loads libraries that an image of one file has not.
DnsAnswer resolve(const char *name)
{
    DnsAnswer result{.status = NoAddress};
    struct __res_state state = {};
    if (res_ninit(&state) != 0)
        return result;
    for (const ns_type type : {ns_t_a, ns_t_aaaa}) {
        unsigned char answer[4096] = {};
        const int length = res_nquery(&state, name, ns_c_in, type, answer, sizeof answer);
        if (length < 0) {
            result.status = statusOfFailure(state.res_h_errno, answer);
            if (result.status != NoAddress)
                break;
        } else if (readAddress(answer, std::min<int>(length, sizeof answer), type, result.address)) {
            result.status = Resolved;
            break;
        }
    }
    return result;
}

// A look-up under way in a child process: the resolver blocks, and can only be stopped from outside.
struct LookUp
{
    pid_t child = -1;
    int answer = -1;
};

LookUp startLookUp(const char *name)
{
    int ends[2];
    if (pipe(ends) != 0)
        return {};
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        const DnsAnswer answer = resolve(name);
        _exit(write(ends[1], &answer, sizeof answer) == sizeof answer ? 0 : 1);
    }
    close(ends[1]);
    return {.child = child, .answer = ends[0]};
}

DnsAnswer finishLookUp(const LookUp &lookUp, Clock::time_point start)
{
    if (lookUp.child < 0)
        return {.status = NoAddress};
    DnsAnswer answer;
    if (waitFor(lookUp.answer, POLLIN, start, dnsCeiling)
        && read(lookUp.answer, &answer, sizeof answer) != sizeof answer)
        answer = {.status = NoAddress};
    kill(lookUp.child, SIGKILL);
    waitpid(lookUp.child, nullptr, 0);
    return answer;
}

const char *wordsForTcp(int status)
{
    switch (status) {
    case ECONNREFUSED:
        return "refused";
    case ETIMEDOUT:
        return "timed out";
    case ENETUNREACH:
        return "network unreachable";
    case EHOSTUNREACH:
        return "host unreachable";
    default:
        return std::strerror(status);
    }
}

const char *wordsForDns(int status)
{
    switch (status) {
    case NoSuchName:
        return "no such name";
    case NoAnswer:
        return "no answer in time";
    case ServerFailure:
        return "name server failed or cannot be reached";
    default:
        return "no address";
    }
}

void printTcp(const char *host, int port, int status, milliseconds took)
{
    if (status == 0)
        std::printf("tcp %s:%d connected in %d ms\n", host, port, static_cast<int>(took.count()));
    else
        std::printf("tcp %s:%d %s after %d ms\n", host, port, wordsForTcp(status),
                    static_cast<int>(took.count()));
}

void printDns(const char *name, const DnsAnswer &answer, milliseconds took)
{
    if (answer.status == Resolved)
        std::printf("dns %s resolved to %s in %d ms\n", name, answer.address, static_cast<int>(took.count()));
    else
        std::printf("dns %s %s after %d ms\n", name, wordsForDns(answer.status),
                    static_cast<int>(took.count()));
}

// 1 to 65535, else 0.
int readPort(const char *text)
{
    char *end = nullptr;
    const long port = std::strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && port > 0 && port <= 65535 ? static_cast<int>(port) : 0;
}

} // namespace

int egress(const char *host, const char *portText, const char *name)
{
    const int port = readPort(portText);
    sockaddr_in peer = {};
    peer.sin_family = AF_INET;
    peer.sin_port = htons(static_cast<in_port_t>(port));
    if (inet_pton(AF_INET, host, &peer.sin_addr) != 1)
        return wrongUsage("egress: HOST must be a literal IPv4 address");
    if (port == 0)
        return wrongUsage("egress: PORT must be a number from 1 to 65535");
    if (*name == '\0')
        return wrongUsage("egress: NAME must not be empty");

    std::fputs("interfaces ", stdout);
    printInterfaces();
    std::fputs("\n", stdout);
    std::fflush(stdout);

    const auto start = Clock::now();
    const LookUp lookUp = startLookUp(name);
    const int tcp = connectTo(peer, start);
    printTcp(host, port, tcp, since(start));
    const DnsAnswer dns = finishLookUp(lookUp, start);
    printDns(name, dns, since(start));
    std::printf("berth-egress-tcp=%d\nberth-egress-dns=%d\n", tcp, dns.status);
    return 0;
}

} // namespace agent
