// SPDX-License-Identifier: MIT

// Plays the internet in a network namespace of a test: port 443 accepts and waits for the client to speak, as
// TLS does; a DNS server on the address given answers every name of example.com with one address, any other
// with NXDOMAIN. Prints a line once both are there; ends when it is killed.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t headerSize = 12;

int boundSocket(int type, const char *address, std::uint16_t port)
{
    const int fd = ::socket(AF_INET, type | SOCK_CLOEXEC, 0);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_port = htons(port);
    ::inet_pton(AF_INET, address, &where.sin_addr);
    const int yes = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    return ::bind(fd, reinterpret_cast<const sockaddr *>(&where), sizeof where) == 0 ? fd : -1;
}

// The answer to one question; empty for what is no question.
std::string answerTo(std::string_view query)
{
    std::size_t at = headerSize;
    std::string name;
    while (at < query.size() && query[at] != 0) {
        const auto length = static_cast<std::size_t>(query[at]);
        name += std::string(query.substr(at + 1, length)) + '.';
        at += length + 1;
    }
    const std::size_t questionEnd = at + 5; // the root label, type, class
    if (questionEnd > query.size())
        return {};
    const bool known = name == "example.com.";
    const bool wantsAddress = query[at + 1] == 0 && query[at + 2] == 1; // type A
    std::string answer(query.substr(0, 2));
    answer += known ? "\x81\x80" : "\x81\x83";
    answer.append({0, 1, 0, static_cast<char>(known && wantsAddress ? 1 : 0), 0, 0, 0, 0});
    answer += query.substr(headerSize, questionEnd - headerSize);
    if (known && wantsAddress) {
        constexpr std::array<std::uint8_t, 16> record{0xc0, headerSize, 0, 1, 0,  1,   0,  0,
                                                      0,    60,         0, 4, 93, 184, 34, 215};
        answer.append(record.begin(), record.end());
    }
    return answer;
}

void answerName(int fd)
{
    std::array<char, 600> buffer{};
    sockaddr_in from{};
    socklen_t fromSize = sizeof from;
    const ssize_t size =
        ::recvfrom(fd, buffer.data(), buffer.size(), 0, reinterpret_cast<sockaddr *>(&from), &fromSize);
    if (size <= 0)
        return;
    const std::string answer = answerTo({buffer.data(), static_cast<std::size_t>(size)});
    ::sendto(fd, answer.data(), answer.size(), 0, reinterpret_cast<const sockaddr *>(&from), fromSize);
}

} // namespace

int main(int argc, char *argv[])
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc != 2)
        return 2;
    const int web = boundSocket(SOCK_STREAM, "0.0.0.0", 443);
    const int names = boundSocket(SOCK_DGRAM, argv[1], 53);
    if (web < 0 || names < 0 || ::listen(web, 50) != 0) {
        std::perror("internet");
        return 1;
    }
    std::puts("ready");
    std::fflush(stdout);
    std::array<pollfd, 2> wanted{{{web, POLLIN, 0}, {names, POLLIN, 0}}};
    while (::poll(wanted.data(), wanted.size(), -1) > 0) {
        if ((wanted[0].revents & POLLIN) != 0)
            ::accept(web, nullptr, nullptr); // kept open and silent until this process ends
        if ((wanted[1].revents & POLLIN) != 0)
            answerName(names);
    }
    return 0;
}
