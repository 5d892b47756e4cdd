// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QObject>
#include <QString>

#include <functional>

namespace tests {

// What a program obeys that is driven by a test in another process: commands from standard input, one per
// line, each answered with a line of JSON. Where standard input ends, so does the program.
class CommandReader final : public QObject
{
    Q_OBJECT

public:
    using Obey = std::function<QJsonValue(const QString &verb, const QString &rest)>;

    CommandReader(Obey obey, int exitCodeAtEnd);

private:
    void read();

    const Obey m_obey;
    const int m_exitCodeAtEnd;
    QByteArray m_received;
};

} // namespace tests
