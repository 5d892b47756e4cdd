// SPDX-License-Identifier: MIT
#include "core/agent/verbs.h"

#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace agent {

namespace {

constexpr size_t maximalPath = 4096;

// What cannot be read is told as that: it is neither a limit nor the absence of one.
struct Limit
{
    enum class Kind { Unknown, Unlimited, Number } kind = Kind::Unknown;
    uint64_t number = 0;
};

void printLimit(const char *key, const Limit &limit)
{
    switch (limit.kind) {
    case Limit::Kind::Unknown:
        std::printf("%s=unknown\n", key);
        return;
    case Limit::Kind::Unlimited:
        std::printf("%s=max\n", key);
        return;
    case Limit::Kind::Number:
        std::printf("%s=%llu\n", key, static_cast<unsigned long long>(limit.number));
        return;
    }
}

// The value of `field:` in /proc/self/status.
void printStatusField(const char *key, const char *field)
{
    std::FILE *file = std::fopen("/proc/self/status", "re");
    char line[512];
    while (file != nullptr && std::fgets(line, sizeof line, file) != nullptr) {
        char *value = line + std::strlen(field);
        if (std::strncmp(line, field, std::strlen(field)) != 0 || *value != ':')
            continue;
        value += 1 + std::strspn(value + 1, "\t ");
        value[std::strcspn(value, "\n")] = '\0';
        std::printf("%s=%s\n", key, value);
        std::fclose(file);
        return;
    }
    if (file != nullptr)
        std::fclose(file);
    std::printf("%s=unknown\n", key);
}

// Whether `word` is one of the comma-separated `words`.
bool contains(std::string_view words, std::string_view word)
{
    while (!words.empty()) {
        const size_t comma = words.find(',');
        if (words.substr(0, comma) == word)
            return true;
        words.remove_prefix(comma == std::string_view::npos ? words.size() : comma + 1);
    }
    return false;
}

// This process's path in the hierarchy of `controller` (empty: the one of cgroup v2), empty where it has
// none.
void readCgroupPath(const char *controller, char (&path)[maximalPath])
{
    path[0] = '\0';
    std::FILE *file = std::fopen("/proc/self/cgroup", "re");
    if (file == nullptr)
        return;
    char line[maximalPath];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        line[std::strcspn(line, "\n")] = '\0';
        char *controllers = std::strchr(line, ':');
        char *found = controllers != nullptr ? std::strchr(controllers + 1, ':') : nullptr;
        if (found == nullptr)
            continue;
        *found++ = '\0';
        ++controllers;
        if (*controller == '\0' ? *controllers == '\0' : contains(controllers, controller)) {
            std::snprintf(path, sizeof path, "%s", found);
            break;
        }
    }
    std::fclose(file);
}

Limit readLimitFile(const char *path)
{
    std::FILE *file = std::fopen(path, "re");
    if (file == nullptr)
        return {};
    char text[64] = "";
    const bool isRead = std::fgets(text, sizeof text, file) != nullptr;
    std::fclose(file);
    if (!isRead)
        return {};
    if (std::strncmp(text, "max", 3) == 0)
        return {.kind = Limit::Kind::Unlimited};
    char *end = nullptr;
    const uint64_t number = std::strtoull(text, &end, 10);
    if (end == text)
        return {};
    // cgroup v1 says "no limit" with the largest number of whole pages.
    constexpr uint64_t beyondAnyMachine = uint64_t{1} << 60;
    if (number >= beyondAnyMachine)
        return {.kind = Limit::Kind::Unlimited};
    return {.kind = Limit::Kind::Number, .number = number};
}

// Inside a container the hierarchy is usually mounted so that its root is this very group, whatever the path
// in /proc/self/cgroup says; elsewhere the path holds.
Limit readLimit(const char *controller, const char *name)
{
    char group[maximalPath];
    readCgroupPath(controller, group);
    char file[2 * maximalPath];
    std::snprintf(file, sizeof file, "/sys/fs/cgroup/%s/%s/%s", controller, group, name);
    const Limit limit = readLimitFile(file);
    if (limit.kind != Limit::Kind::Unknown)
        return limit;
    std::snprintf(file, sizeof file, "/sys/fs/cgroup/%s/%s", controller, name);
    return readLimitFile(file);
}

// What version 2 tells apart, version 1 counts together: memory and swap.
Limit sum(const Limit &memory, const Limit &swap)
{
    if (memory.kind != Limit::Kind::Number)
        return memory;
    if (swap.kind != Limit::Kind::Number)
        return swap;
    return {.kind = Limit::Kind::Number, .number = memory.number + swap.number};
}

void printCgroupLimits()
{
    const bool isUnified = access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0;
    if (isUnified) {
        const Limit memory = readLimit("", "memory.max");
        printLimit("memory", memory);
        printLimit("memory_swap", sum(memory, readLimit("", "memory.swap.max")));
        printLimit("pids", readLimit("", "pids.max"));
    } else {
        printLimit("memory", readLimit("memory", "memory.limit_in_bytes"));
        printLimit("memory_swap", readLimit("memory", "memory.memsw.limit_in_bytes"));
        printLimit("pids", readLimit("pids", "pids.max"));
    }
    std::printf("cgroup=%d\n", isUnified ? 2 : 1);
}

bool canWriteTo(const char *folder)
{
    char file[maximalPath];
    std::snprintf(file, sizeof file, "%s/.berth-XXXXXX", folder);
    const int fd = *folder != '\0' ? mkstemp(file) : -1;
    if (fd < 0)
        return false;
    close(fd);
    return unlink(file) == 0;
}

bool isUp(int anySocket, const char *interface)
{
    ifreq request = {};
    std::snprintf(request.ifr_name, sizeof request.ifr_name, "%s", interface);
    return ioctl(anySocket, SIOCGIFFLAGS, &request) == 0 && (request.ifr_flags & IFF_UP) != 0;
}

} // namespace

void printInterfaces()
{
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct if_nameindex *all = if_nameindex();
    const char *separator = "";
    for (auto *one = all; fd >= 0 && one != nullptr && one->if_name != nullptr; ++one) {
        if (!isUp(fd, one->if_name))
            continue;
        std::printf("%s%s", separator, one->if_name);
        separator = " ";
    }
    if (all != nullptr)
        if_freenameindex(all);
    if (fd >= 0)
        close(fd);
}

int limits()
{
    const char *home = std::getenv("HOME");
    if (home == nullptr)
        home = "";
    std::printf("uid=%u\ngid=%u\n", getuid(), getgid());
    printStatusField("capabilities", "CapEff");
    printStatusField("no_new_privileges", "NoNewPrivs");
    printStatusField("seccomp", "Seccomp");
    printCgroupLimits();
    std::fputs("interfaces=", stdout);
    printInterfaces();
    std::printf("\nhome=%s\nhome_writable=%d\n", home, canWriteTo(home) ? 1 : 0);
    std::printf("init=%d\n", getpid() != 1 ? 1 : 0);
    return 0;
}

} // namespace agent
