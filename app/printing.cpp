// SPDX-License-Identifier: MIT
#include "app/printing.h"

#include <QJsonDocument>

#include <cstdio>

namespace app {

void print(const QString &line)
{
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, size_t(bytes.size()), stdout);
    std::fflush(stdout);
}

void printJson(const QJsonObject &json)
{
    print(QString::fromUtf8(QJsonDocument(json).toJson().trimmed()));
}

void say(const QString &sentence)
{
    std::fprintf(stderr, "berth: %s\n", qUtf8Printable(sentence));
}

} // namespace app
