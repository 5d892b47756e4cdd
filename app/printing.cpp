// SPDX-License-Identifier: MIT
#include "app/printing.h"

#include <cstdio>

namespace app {

void print(const QString &line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    std::fflush(stdout);
}

void say(const QString &sentence)
{
    std::fprintf(stderr, "berth: %s\n", qUtf8Printable(sentence));
}

} // namespace app
