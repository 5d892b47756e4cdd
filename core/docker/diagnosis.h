// SPDX-License-Identifier: MIT
#pragma once

#include <QString>
#include <QStringList>

namespace core {

// What a diagnosis is a fact about.
enum class Scope { Daemon, Host, Session, Berth };

// A recognised trouble: a stable id, the cause in one sentence, the remedy in one or two, commands to copy.
struct Diagnosis
{
    QString id;
    Scope scope = Scope::Daemon;
    QString cause;
    QString remedy;
    QStringList commands;

    bool operator==(const Diagnosis &) const = default;
};

} // namespace core
