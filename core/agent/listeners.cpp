// SPDX-License-Identifier: MIT
#include "core/agent/verbs.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace agent {

namespace {

constexpr unsigned listening = 0x0A; // TCP_LISTEN in the kernel's tables

// The kernel prints an address as 32-bit words in this machine's byte order.
bool readAddress(const char *digits, int family, char (&text)[INET6_ADDRSTRLEN])
{
    constexpr size_t digitsPerWord = 8;
    const size_t words = family == AF_INET ? 1 : 4;
    if (std::strlen(digits) != words * digitsPerWord)
        return false;
    uint32_t address[4] = {};
    for (size_t i = 0; i < words; ++i) {
        char word[digitsPerWord + 1] = {};
        std::memcpy(word, digits + i * digitsPerWord, digitsPerWord);
        address[i] = static_cast<uint32_t>(std::strtoul(word, nullptr, 16));
    }
    return inet_ntop(family, address, text, sizeof text) != nullptr;
}

bool printTable(const char *path, const char *protocol, int family)
{
    std::FILE *file = std::fopen(path, "re");
    if (file == nullptr)
        return false;
    char line[512];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        char digits[33];
        unsigned port = 0;
        unsigned state = 0;
        char address[INET6_ADDRSTRLEN];
        if (std::sscanf(line, " %*d: %32[0-9A-F]:%x %*[0-9A-F]:%*x %x", digits, &port, &state) == 3
            && state == listening && readAddress(digits, family, address))
            std::printf("%s %s %u\n", protocol, address, port);
    }
    std::fclose(file);
    return true;
}

} // namespace

int listeners()
{
    const bool hasTable = printTable("/proc/self/net/tcp", "tcp", AF_INET);
    printTable("/proc/self/net/tcp6", "tcp6", AF_INET6); // absent where the kernel has no IPv6
    if (!hasTable)
        std::fputs("the table of TCP sockets cannot be read\n", stderr);
    return hasTable ? 0 : 1;
}

} // namespace agent
