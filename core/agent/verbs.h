// SPDX-License-Identifier: MIT
#pragma once

// The agent is the one program in the probe image: static, so it needs nothing but the kernel, and small, so
// it avoids those parts of the standard library that bring locales along. Each verb returns an exit code.
namespace agent {

// A TCP connection to `host` (a literal IPv4) and a look-up of `name`, side by side; at most 12 s. Prints how
// each went, then `berth-egress-tcp=` (0 or an errno) and `berth-egress-dns=` (0 or a DnsStatus).
int egress(const char *host, const char *port, const char *name);

// Which limits are in force for this process, as `key=value` lines.
int limits();

// The listening TCP sockets of this network namespace: `tcp 127.0.0.1 80`, `tcp6 :: 80`.
int listeners();

// The names of the interfaces that are up, with a space between them.
void printInterfaces();

// One sentence on standard error; the exit code of a wrong call.
int wrongUsage(const char *sentence);

} // namespace agent
