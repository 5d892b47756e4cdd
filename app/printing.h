// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonObject>
#include <QString>

namespace app {

// A line of the answer, on standard output.
void print(const QString &line);

// The whole answer as JSON, on standard output.
void printJson(const QJsonObject &json);

// A sentence about what goes on or went wrong, on standard error: "berth: …".
void say(const QString &sentence);

} // namespace app
