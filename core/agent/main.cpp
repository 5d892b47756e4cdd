// SPDX-License-Identifier: MIT
#include "core/agent/verbs.h"

#include <cstdio>
#include <string_view>

namespace agent {

int wrongUsage(const char *sentence)
{
    std::fprintf(stderr, "%s\n", sentence);
    return 64;
}

namespace {

int say(const char *text)
{
    return std::puts(text) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
}

} // namespace

} // namespace agent

int main(int argc, char *argv[])
{
    const std::string_view verb = argc > 1 ? argv[1] : "";
    if (verb == "say" && argc == 3)
        return agent::say(argv[2]);
    if (verb == "egress" && argc == 5)
        return agent::egress(argv[2], argv[3], argv[4]);
    if (verb == "limits" && argc == 2)
        return agent::limits();
    if (verb == "listeners" && argc == 2)
        return agent::listeners();
    return agent::wrongUsage("usage: berth-agent say TEXT | egress HOST PORT NAME | limits | listeners");
}
