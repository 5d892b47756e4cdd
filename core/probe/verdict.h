// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/diagnosis.h"
#include "core/docker/engine.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

namespace core {

// What a container of the engine can reach: a TCP address and a DNS name, two separate facts.
struct Egress
{
    enum class Status { NotMeasured, Skipped, Reachable, Blocked, Undetermined };

    Status status = Status::NotMeasured;
    QString target;  // 1.1.1.1:443
    QString dnsName; // example.com
    // What the payload printed: 0 is success, the agent's other values are an errno (tcp) or 1 to 4 (dns).
    std::optional<int> tcp;
    std::optional<int> dns;
    QString reason;                  // empty where reachable
    bool recheck = false;            // the answer was no settled one: measure again later
    std::optional<bool> hostReaches; // the same two attempts from this machine; made when blocked only

    bool operator==(const Egress &) const = default;
};

// Which of the limits that Berth asks for are in force inside a container.
struct Hardening
{
    enum class Status { NotMeasured, Enforced, Partial, Unknown };

    Status status = Status::NotMeasured;
    // Names of limits asked for and not in force: capabilities, no-new-privileges, memory, memory-swap, pids,
    // user, network, home, init.
    QStringList notEnforced;
    QString reason; // where unknown
    // What the payload saw, name and value, in its order: for the details pane and the report.
    QList<std::pair<QString, QString>> observed;

    bool operator==(const Hardening &) const = default;
};

struct NotMeasured
{
    bool operator==(const NotMeasured &) const = default;
};

// A container ran and printed the marker, and nothing else proves that.
struct Usable
{
    Egress egress;
    Hardening hardening;
    std::optional<Diagnosis> diagnosis; // of the egress or the limits

    bool operator==(const Usable &) const = default;
};

// The engine refused to run a container.
struct Unusable
{
    QString detail; // what the engine said, redacted, at most 300 characters
    std::optional<Diagnosis> diagnosis;

    bool operator==(const Unusable &) const = default;
};

// The check could not be carried out.
struct Unknown
{
    QString reason; // redacted, at most 300 characters
    bool daemonAnswered = false;
    std::optional<Diagnosis> diagnosis;

    bool operator==(const Unknown &) const = default;
};

using Verdict = std::variant<NotMeasured, Usable, Unusable, Unknown>;

enum class Step { Version, Payload, Load, Run, Egress, Limits, HostEgress, Cleanup };

// One step as it ran, for people to read.
struct StepRecord
{
    Step step = Step::Version;
    QStringList command; // the program and its arguments; empty where no command ran
    std::optional<int> exitCode;
    std::chrono::milliseconds elapsed{0};
    QString output;  // both streams, redacted and printable, at most 4 000 characters
    QString failure; // why there is no exit code

    bool operator==(const StepRecord &) const = default;
};

// One whole check, or as much of it as is known.
struct Measurement
{
    Verdict verdict;
    QList<Step> running; // what is under way; empty once the check has ended
    QList<StepRecord> steps;
    EngineFacts engine;
    QDateTime startedAt;                  // UTC; invalid where nothing was measured
    std::chrono::milliseconds elapsed{0}; // until the verdict was known; egress and limits come later

    bool operator==(const Measurement &) const = default;
};

const Diagnosis *diagnosisOf(const Verdict &verdict);
bool daemonAnswered(const Verdict &verdict);

// Whether this answer needs no second look: usable, and the egress reachable or not to be rechecked.
bool isSettled(const Verdict &verdict);

} // namespace core
