// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/docker/engine.h"
#include "core/docker/socket.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace core {

// What a diagnosis is a fact about.
enum class Scope { Daemon, Host, Session, Berth };

// A recognised trouble: a stable id (listed in the manual), the cause in one sentence, the remedy in one or
// two, commands to copy into a shell.
struct Diagnosis
{
    QString id;
    Scope scope = Scope::Daemon;
    QString cause;
    QString remedy;
    QStringList commands;

    bool operator==(const Diagnosis &) const = default;
};

// What was tried when the trouble showed.
enum class Attempt { AskVersion, LoadImage, RunContainer };

// What the host says beside docker's own words; gathered where a command has failed only.
struct Evidence
{
    EngineFacts engine;
    SocketFacts socket;
    std::optional<bool> pingAnswered; // where the engine gave no answer in time
    bool rootOutOfInodes = false;     // of the engine's root folder, where that is on this machine
    bool markerPrinted = false;       // the container of RunContainer printed its marker
};

// What a command that failed tells about its cause. Never changes a verdict: it only explains one. Docker's
// wording changes between versions, so each entry matches several; what none of them matches is
// "unrecognised".
Diagnosis diagnose(Attempt attempt, const CommandOutcome &outcome, const Evidence &evidence);

// The entry with that id, its placeholders filled in from the evidence. The id must exist.
Diagnosis diagnosisFor(const QString &id, const Evidence &evidence);

// Every id there is, sorted.
QStringList diagnosisIds();

} // namespace core
