// SPDX-License-Identifier: MIT
#include "app/checkjson.h"

#include "app/ornull.h"
#include "core/base/redaction.h"
#include "core/history/words.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace app {

namespace {

using namespace core;

constexpr int schema = 1;

QString word(const Verdict &verdict)
{
    if (std::holds_alternative<Usable>(verdict))
        return u"usable"_s;
    return std::holds_alternative<Unusable>(verdict) ? u"unusable"_s : u"unknown"_s;
}

QString word(Flavour flavour)
{
    switch (flavour) {
    case Flavour::Unknown:
        return u"unknown"_s;
    case Flavour::Docker:
        return u"docker"_s;
    case Flavour::Desktop:
        return u"desktop"_s;
    case Flavour::Rootless:
        return u"rootless"_s;
    case Flavour::Podman:
        return u"podman"_s;
    }
    Q_UNREACHABLE();
}

// Where nothing was measured, no container ran that could have been asked.
QString word(Egress::Status status)
{
    return wordOf(status == Egress::Status::NotMeasured ? Egress::Status::Skipped : status);
}

QString word(Hardening::Status status)
{
    return wordOf(status == Hardening::Status::NotMeasured ? Hardening::Status::Unknown : status);
}

QString word(Scope scope)
{
    switch (scope) {
    case Scope::Daemon:
        return u"daemon"_s;
    case Scope::Host:
        return u"host"_s;
    case Scope::Session:
        return u"session"_s;
    case Scope::Berth:
        return u"berth"_s;
    }
    Q_UNREACHABLE();
}

QString word(Step step)
{
    switch (step) {
    case Step::Version:
        return u"version"_s;
    case Step::Payload:
        return u"payload"_s;
    case Step::Load:
        return u"load"_s;
    case Step::Run:
        return u"run"_s;
    case Step::Egress:
        return u"egress"_s;
    case Step::Limits:
        return u"limits"_s;
    case Step::HostEgress:
        return u"host-egress"_s;
    case Step::Cleanup:
        return u"cleanup"_s;
    }
    Q_UNREACHABLE();
}

QString reasonOf(const Verdict &verdict)
{
    if (const auto *unusable = std::get_if<Unusable>(&verdict))
        return unusable->detail;
    const auto *unknown = std::get_if<Unknown>(&verdict);
    return unknown != nullptr ? unknown->reason : QString();
}

QJsonObject toJson(const EngineFacts &engine)
{
    // As the engine, the settings and the command line have them: a context may be an address by mistake.
    return {{u"context"_s, printable(engine.context)},
            {u"endpoint"_s, printable(engine.endpoint)},
            {u"serverVersion"_s, printable(engine.serverVersion)},
            {u"clientVersion"_s, printable(engine.clientVersion)},
            {u"clientPath"_s, printable(engine.clientPath)},
            {u"arch"_s, engine.arch},
            {u"flavour"_s, word(engine.flavour)}};
}

QJsonObject toJson(const Egress &egress)
{
    return {{u"status"_s, word(egress.status)}, {u"tcp"_s, orNull(egress.tcp)},
            {u"dns"_s, orNull(egress.dns)},     {u"target"_s, egress.target},
            {u"dnsName"_s, egress.dnsName},     {u"hostReaches"_s, orNull(egress.hostReaches)},
            {u"recheck"_s, egress.recheck},     {u"reason"_s, egress.reason}};
}

QJsonObject toJson(const Hardening &hardening)
{
    QJsonObject observed;
    for (const auto &[name, value] : hardening.observed)
        observed.insert(name, value);
    return {{u"status"_s, word(hardening.status)},
            {u"notEnforced"_s, QJsonArray::fromStringList(hardening.notEnforced)},
            {u"reason"_s, hardening.reason},
            {u"observed"_s, observed}};
}

QJsonValue toJson(const Diagnosis *diagnosis)
{
    if (diagnosis == nullptr)
        return QJsonValue::Null;
    return QJsonObject{{u"id"_s, diagnosis->id},
                       {u"scope"_s, word(diagnosis->scope)},
                       {u"cause"_s, diagnosis->cause},
                       {u"remedy"_s, diagnosis->remedy},
                       {u"commands"_s, QJsonArray::fromStringList(diagnosis->commands)}};
}

QJsonObject toJson(const StepRecord &record)
{
    return {{u"name"_s, word(record.step)},
            {u"command"_s, QJsonArray::fromStringList(record.command)},
            {u"exitCode"_s, orNull(record.exitCode)},
            {u"elapsedMs"_s, qint64(record.elapsed.count())},
            {u"output"_s, record.output},
            {u"failure"_s, record.failure}};
}

} // namespace

QJsonObject checkJson(const Measurement &measurement)
{
    const auto *usable = std::get_if<Usable>(&measurement.verdict);
    QJsonArray steps;
    for (const StepRecord &record : measurement.steps)
        steps.append(toJson(record));
    return {{u"schema"_s, schema},
            {u"verdict"_s, word(measurement.verdict)},
            {u"reason"_s, reasonOf(measurement.verdict)},
            {u"daemonAnswered"_s, daemonAnswered(measurement.verdict)},
            {u"elapsedMs"_s, qint64(measurement.elapsed.count())},
            {u"engine"_s, toJson(measurement.engine)},
            {u"egress"_s, toJson(usable != nullptr ? usable->egress : Egress{})},
            {u"hardening"_s, toJson(usable != nullptr ? usable->hardening : Hardening{})},
            {u"diagnosis"_s, toJson(diagnosisOf(measurement.verdict))},
            {u"steps"_s, steps}};
}

} // namespace app
