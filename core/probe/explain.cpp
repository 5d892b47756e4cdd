// SPDX-License-Identifier: MIT
#include "core/probe/explain.h"

#include "core/docker/wording.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace core {

namespace {

constexpr int dnsNoSuchName = 1; // as the agent prints it

// The agent tells which interfaces are up; with a bridge there is one beside lo.
bool hasOnlyLoopback(const QString &output)
{
    static const QRegularExpression line(u"^interfaces lo$"_s, QRegularExpression::MultilineOption);
    return line.match(output).hasMatch();
}

QString idOfBlocked(const Egress &egress, const CommandOutcome &outcome, const EngineFacts &engine)
{
    if (egress.tcp == 0) {
        if (egress.hostReaches == false)
            return u"host-dns-dead"_s;
        return egress.dns == dnsNoSuchName ? u"dns-name-unknown"_s : u"dns-dead"_s;
    }
    // What is wrong inside is certain; whether the machine is offline besides does not change it.
    if (hasOnlyLoopback(outText(outcome)))
        return u"no-bridge"_s;
    // Where only a proxy gets out, this machine's own attempts fail as well, and it is not offline.
    if (egress.hostReaches == false)
        return engine.proxyConfigured ? u"direct-blocked-proxy-configured"_s : u"offline"_s;
    if (engine.ipv4Forwarding == false || saysForwardingDisabled(errText(outcome)))
        return u"forwarding-off"_s;
    return engine.proxyConfigured ? u"direct-blocked-proxy-configured"_s : u"nat-missing"_s;
}

} // namespace

std::optional<Diagnosis> diagnoseEgress(const Egress &egress, const CommandOutcome &outcome,
                                        const Evidence &evidence)
{
    switch (egress.status) {
    case Egress::Status::NotMeasured:
    case Egress::Status::Skipped:
    case Egress::Status::Reachable:
        return std::nullopt;
    case Egress::Status::Blocked:
        return diagnosisFor(idOfBlocked(egress, outcome, evidence.engine), evidence);
    case Egress::Status::Undetermined:
        // 126 and 127: nothing could try the address, so nothing is known of it.
        if (egress.dns == 0 && egress.tcp && egress.tcp != 126 && egress.tcp != 127 && !egress.recheck)
            return diagnosisFor(u"address-filtered"_s, evidence);
        if (std::holds_alternative<Ran>(outcome) && isEngineSpeaking(errText(outcome)))
            return diagnose(Attempt::RunContainer, outcome, evidence);
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

std::optional<Diagnosis> diagnoseLimits(const Hardening &hardening, const Evidence &evidence)
{
    if (hardening.status != Hardening::Status::Partial)
        return std::nullopt;
    const bool onlyInit = hardening.notEnforced == QStringList{u"init"_s};
    return diagnosisFor(onlyInit ? u"init-missing"_s : u"limits-ignored"_s, evidence);
}

} // namespace core
