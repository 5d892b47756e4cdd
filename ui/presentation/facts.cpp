// SPDX-License-Identifier: MIT
#include "ui/presentation/facts.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Facts)
};

Fact checking(const QString &name, const QString &explanation)
{
    return {
        .name = name, .mood = Mood::Measuring, .value = Text::tr("Checking…"), .explanation = explanation};
}

Fact unknown(const QString &name, const QString &value, const QString &explanation)
{
    return {.name = name, .mood = Mood::Unknown, .value = value, .explanation = explanation};
}

Fact containersFact(const core::Measurement &measurement)
{
    const QString name = Text::tr("Containers");
    if (const auto *verdict = std::get_if<core::Unknown>(&measurement.verdict)) {
        if (verdict->daemonAnswered)
            return unknown(name, Text::tr("Not known"),
                           Text::tr("The check could not be carried out. Details show where it ended."));
        return unknown(
            name, Text::tr("No answer"),
            Text::tr("No engine answered. Check again once it runs; Details show what was asked."));
    }
    if (std::holds_alternative<core::Usable>(measurement.verdict))
        return {name, Mood::Fine, Text::tr("Run"),
                Text::tr("A container ran and printed what it was told to.")};
    if (std::holds_alternative<core::Unusable>(measurement.verdict))
        return {name, Mood::Trouble, Text::tr("Refused"),
                Text::tr("The engine refused to run a container. Details show what it said.")};
    if (!measurement.running.isEmpty())
        return checking(name, Text::tr("Berth runs a container to see whether it works."));
    return unknown(name, Text::tr("Not checked"),
                   Text::tr("Nothing was checked yet. Check again to find out."));
}

// For what only a running container can tell: why it is not known.
Fact notYet(const core::Measurement &measurement, const QString &name)
{
    const bool runs = std::holds_alternative<core::Usable>(measurement.verdict);
    const bool open = runs || std::holds_alternative<core::NotMeasured>(measurement.verdict);
    if (open && !measurement.running.isEmpty())
        return unknown(name, Text::tr("Waiting"),
                       Text::tr("This is checked as soon as a container has run."));
    return unknown(
        name, Text::tr("Not checked"),
        runs ? Text::tr("This was not checked. Check again to find out.")
             : Text::tr("Only a container that runs can tell. Make containers run first, then check "
                        "again."));
}

// One half of the egress check: the words for what it tried, and the code that came back.
struct Attempt
{
    QString name;
    std::optional<int> code;
    QString good;
    QString goodExplanation;
    QString bad;
    QString badExplanation;
    QString offlineExplanation;
};

Fact attemptFact(const core::Measurement &measurement, const Attempt &attempt)
{
    const core::Egress &egress = std::get<core::Usable>(measurement.verdict).egress;
    // 126 and 127: the payload has no such applet, which says nothing about the network.
    const int code = attempt.code.value_or(0);
    const bool unreadable = code == 126 || code == 127;
    if (unreadable || (!attempt.code && egress.status == core::Egress::Status::Undetermined))
        return unknown(
            attempt.name, Text::tr("Not known"),
            joinedSentences({sentence(egress.reason), Text::tr("Details show what the container printed.")}));
    if (attempt.code == 0 || egress.status == core::Egress::Status::Reachable)
        return {attempt.name, Mood::Fine, attempt.good, attempt.goodExplanation};
    const bool nothingWorks = egress.tcp.value_or(1) != 0;
    // Behind a proxy, direct attempts fail on a machine that is not offline.
    if (egress.hostReaches == false && nothingWorks && !measurement.engine.proxyConfigured)
        return {attempt.name, Mood::Attention, Text::tr("Offline"), attempt.offlineExplanation};
    return {attempt.name, Mood::Attention, attempt.bad, attempt.badExplanation};
}

// Where no attempt was made: why not.
std::optional<Fact> factWithoutAttempt(const core::Measurement &measurement, const QString &name)
{
    const auto *verdict = std::get_if<core::Usable>(&measurement.verdict);
    if (verdict == nullptr)
        return notYet(measurement, name);
    switch (verdict->egress.status) {
    case core::Egress::Status::NotMeasured:
        return measurement.running.contains(core::Step::Egress)
                || measurement.running.contains(core::Step::HostEgress)
            ? checking(name, Text::tr("A container tries to reach out."))
            : notYet(measurement, name);
    case core::Egress::Status::Skipped:
        return unknown(name, Text::tr("Not checked"),
                       Text::tr("This check left the network out. Check again to include it."));
    case core::Egress::Status::Reachable:
    case core::Egress::Status::Blocked:
    case core::Egress::Status::Undetermined:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

Fact internetFact(const core::Measurement &measurement)
{
    const QString name = Text::tr("Internet");
    if (const auto fact = factWithoutAttempt(measurement, name))
        return *fact;
    const core::Egress &egress = std::get<core::Usable>(measurement.verdict).egress;
    const QString target = core::excerpt(egress.target, 60);
    const bool filtered = egress.status == core::Egress::Status::Undetermined && egress.dns == 0;
    return attemptFact(
        measurement,
        {.name = name,
         .code = egress.tcp,
         .good = Text::tr("Reachable"),
         .goodExplanation = Text::tr("A container connected to %1.").arg(target),
         .bad = filtered ? Text::tr("Filtered") : Text::tr("Blocked"),
         .badExplanation = filtered
             ? Text::tr("A name resolved, so there is a way out, but %1 does not answer. Choose another "
                        "address to test.")
                   .arg(target)
             : Text::tr("A container cannot connect to %1. Details show what it tried.").arg(target),
         .offlineExplanation = Text::tr("Neither a container nor this machine connects to %1. Connect this "
                                        "machine to a network, then check again.")
                                   .arg(target)});
}

Fact dnsFact(const core::Measurement &measurement)
{
    const QString name = Text::tr("DNS");
    if (const auto fact = factWithoutAttempt(measurement, name))
        return *fact;
    const core::Egress &egress = std::get<core::Usable>(measurement.verdict).egress;
    const QString host = core::excerpt(egress.dnsName, 60);
    return attemptFact(
        measurement,
        {.name = name,
         .code = egress.dns,
         .good = Text::tr("Resolves"),
         .goodExplanation = Text::tr("A container resolved %1.").arg(host),
         .bad = Text::tr("Fails"),
         .badExplanation = Text::tr("A container cannot resolve %1. Details show what it tried.").arg(host),
         .offlineExplanation =
             Text::tr("Neither a container nor this machine resolves %1. Connect this machine "
                      "to a network, then check again.")
                 .arg(host)});
}

Fact limitsFact(const core::Measurement &measurement)
{
    const QString name = Text::tr("Limits");
    const auto *verdict = std::get_if<core::Usable>(&measurement.verdict);
    if (verdict == nullptr)
        return notYet(measurement, name);
    const core::Hardening &hardening = verdict->hardening;
    switch (hardening.status) {
    case core::Hardening::Status::NotMeasured:
        if (measurement.running.contains(core::Step::Limits))
            return checking(name, Text::tr("A container reads which limits hold inside."));
        return notYet(measurement, name);
    case core::Hardening::Status::Enforced:
        return {name, Mood::Fine, Text::tr("In force"),
                Text::tr("Every limit that Berth asks for holds inside a container.")};
    case core::Hardening::Status::Partial:
        return {name, Mood::Attention, Text::tr("%n missing", nullptr, int(hardening.notEnforced.size())),
                Text::tr("Not in force inside a container: %1. Details show what the container saw.")
                    .arg(hardening.notEnforced.join(u", "_s))};
    case core::Hardening::Status::Unknown:
        return unknown(name, Text::tr("Not known"),
                       joinedSentences({sentence(hardening.reason),
                                        Text::tr("Details show what the container printed.")}));
    }
    Q_UNREACHABLE();
}

} // namespace

QList<Fact> presentFacts(const core::Measurement &measurement)
{
    return {containersFact(measurement), internetFact(measurement), dnsFact(measurement),
            limitsFact(measurement)};
}

core::Step stepBehindFact(int index)
{
    static constexpr core::Step steps[] = {core::Step::Run, core::Step::Egress, core::Step::Egress,
                                           core::Step::Limits};
    Q_ASSERT(index >= 0 && index < int(std::size(steps)));
    return steps[index];
}

} // namespace ui
