// SPDX-License-Identifier: MIT
// Prints what attemptFromHost finds, so that a test can ask it inside of another network:
// `host_egress ADDRESS PORT NAME`.
#include "core/probe/egress.h"

#include <QCoreApplication>

#include <cstdio>

using namespace std::chrono_literals;

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return 64;
    const core::EgressTarget target{
        .address = arguments[1], .port = arguments[2].toUShort(), .name = arguments[3]};
    const auto reached = core::attemptFromHost(target, 5s, {});
    std::printf("tcp=%d dns=%d\n", reached.tcp, reached.dns);
    return 0;
}
