// SPDX-License-Identifier: MIT
#include "ui/presentation/health.h"

#include "core/base/redaction.h"
#include "ui/presentation/facts.h"
#include "ui/presentation/sentence.h"
#include "ui/presentation/steps.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Health)
};

// What the verdict alone decides: the part of HealthText that a diagnosis may then make more exact.
struct Judgement
{
    Mood mood;
    QString headline;
    QString cause = {};
    QString remedy = {};
};

Judgement judge(const core::NotMeasured &, const core::Measurement &measurement)
{
    if (!measurement.running.isEmpty())
        return {Mood::Measuring, Text::tr("Checking Docker…")};
    return {Mood::Unknown, Text::tr("Not checked yet"), {}, Text::tr("Check again to find out.")};
}

Judgement judgeBlocked(const core::Egress &egress, const core::EngineFacts &engine)
{
    const QString target = core::excerpt(egress.target, 60);
    const QString name = core::excerpt(egress.dnsName, 60);
    if (egress.tcp == 0)
        return {
            Mood::Attention, Text::tr("Docker runs containers, but names do not resolve in them"),
            Text::tr("A container connects to %1, but cannot resolve %2.").arg(target, name),
            Text::tr("Look at the DNS servers in the engine's settings and in /etc/resolv.conf on its host, "
                     "then check again.")};
    // Behind a proxy, direct attempts fail on a machine that is not offline.
    if (egress.hostReaches == false && !engine.proxyConfigured)
        return {
            Mood::Attention, Text::tr("Docker runs containers; this machine is offline"),
            Text::tr("Neither a container nor this machine connects to %1 or resolves %2.").arg(target, name),
            Text::tr("Connect this machine to a network, then check again.")};
    return {Mood::Attention, Text::tr("Docker runs containers, but they cannot reach the network"),
            egress.hostReaches == true
                ? Text::tr(
                      "This machine reaches the network, but a container neither connects to %1 nor resolves "
                      "%2.")
                      .arg(target, name)
                : Text::tr("A container neither connects to %1 nor resolves %2.").arg(target, name),
            Text::tr("Look at the firewall and at IP forwarding on the engine's host, then check again.")};
}

Judgement judgeUndetermined(const core::Egress &egress)
{
    const QString target = core::excerpt(egress.target, 60);
    if (egress.dns == 0 && egress.tcp && egress.tcp != 126 && egress.tcp != 127)
        return {
            Mood::Attention, Text::tr("Docker runs containers; the test address does not answer them"),
            Text::tr(
                "A container resolves %1, so there is a way out, but it cannot connect to %2: that address "
                "is probably filtered.")
                .arg(core::excerpt(egress.dnsName, 60), target),
            Text::tr("Choose another address to test in the settings, then check again.")};
    return {Mood::Attention, Text::tr("Docker runs containers; their network could not be checked"),
            sentence(egress.reason),
            egress.recheck ? Text::tr("Check again; Details show what the container printed.")
                           : Text::tr("Details show what the container printed.")};
}

Judgement judgeLimits(const core::Hardening &hardening)
{
    if (hardening.status != core::Hardening::Status::Partial)
        return {Mood::Fine, Text::tr("Docker runs containers")};
    return {Mood::Attention, Text::tr("Docker runs containers, but does not enforce every limit"),
            Text::tr("Not in force inside a container: %1.").arg(hardening.notEnforced.join(u", "_s)),
            Text::tr("Run only what you trust in containers here, until the engine enforces them.")};
}

Judgement judge(const core::Usable &verdict, const core::Measurement &measurement)
{
    switch (verdict.egress.status) {
    case core::Egress::Status::Blocked:
        return judgeBlocked(verdict.egress, measurement.engine);
    case core::Egress::Status::Undetermined:
        return judgeUndetermined(verdict.egress);
    case core::Egress::Status::NotMeasured:
    case core::Egress::Status::Skipped:
    case core::Egress::Status::Reachable:
        return judgeLimits(verdict.hardening);
    }
    Q_UNREACHABLE();
}

Judgement judge(const core::Unusable &verdict, const core::Measurement &)
{
    return {Mood::Trouble, Text::tr("Docker answers, but cannot run containers"), sentence(verdict.detail),
            Text::tr("Details show what the engine said. Its own log usually says more.")};
}

// Why no engine answered, where the diagnosis knows it to be something else than the engine.
QString headlineWithoutEngine(const std::optional<core::Diagnosis> &diagnosis)
{
    static const struct
    {
        QStringView id;
        const char *headline;
    } known[] = {
        {u"client-podman", QT_TRANSLATE_NOOP("ui::Health", "The docker command is podman")},
        {u"client-missing", QT_TRANSLATE_NOOP("ui::Health", "Docker is not installed")},
        {u"client-not-executable", QT_TRANSLATE_NOOP("ui::Health", "The docker command cannot be started")},
        {u"client-broken", QT_TRANSLATE_NOOP("ui::Health", "The docker command cannot be started")},
        {u"socket-permission", QT_TRANSLATE_NOOP("ui::Health", "Docker does not let you in")},
        {u"group-not-in-session", QT_TRANSLATE_NOOP("ui::Health", "Docker does not let you in")},
        {u"authorization-denied", QT_TRANSLATE_NOOP("ui::Health", "Docker does not let you in")},
        {u"engine-error", QT_TRANSLATE_NOOP("ui::Health", "The engine answers with an error")},
        {u"context-missing", QT_TRANSLATE_NOOP("ui::Health", "The chosen engine does not exist")},
        {u"host-invalid", QT_TRANSLATE_NOOP("ui::Health", "The engine's address is not valid")},
        {u"client-too-new", QT_TRANSLATE_NOOP("ui::Health", "The docker command and the engine do not fit")},
        {u"client-too-old", QT_TRANSLATE_NOOP("ui::Health", "The docker command and the engine do not fit")},
    };
    for (const auto &row : known) {
        if (diagnosis && diagnosis->id == row.id)
            return Text::tr(row.headline);
    }
    return Text::tr("Docker is not answering");
}

Judgement judge(const core::Unknown &verdict, const core::Measurement &)
{
    const QString cause = sentence(verdict.reason);
    if (!verdict.daemonAnswered)
        return {Mood::Unknown, headlineWithoutEngine(verdict.diagnosis), cause,
                Text::tr("Start Docker, then check again.")};
    return {Mood::Unknown, Text::tr("Could not determine whether Docker runs containers"), cause,
            Text::tr("Check again. If it stays like this, copy the report: it shows where the check ended.")};
}

QString ageText(const QDateTime &then, const QDateTime &now)
{
    const qint64 seconds = then.secsTo(now);
    if (seconds < 60)
        return Text::tr("just now");
    if (seconds < 60 * 60)
        return Text::tr("%n min ago", nullptr, int(seconds / 60));
    if (seconds < 24 * 60 * 60)
        return Text::tr("%n h ago", nullptr, int(seconds / (60 * 60)));
    return QLocale().toString(then.toLocalTime(), QLocale::ShortFormat);
}

QDateTime endOf(const core::Measurement &measurement)
{
    return measurement.startedAt.addMSecs(measurement.elapsed.count());
}

// A check whose answer about containers or the network is still to come.
bool isOpen(const core::Measurement &measurement)
{
    if (measurement.running.isEmpty())
        return false;
    const auto *usable = std::get_if<core::Usable>(&measurement.verdict);
    return std::holds_alternative<core::NotMeasured>(measurement.verdict)
        || (usable != nullptr && usable->egress.status == core::Egress::Status::NotMeasured);
}

} // namespace

QString presentEngine(const core::EngineFacts &engine)
{
    if (engine.serverVersion.isEmpty())
        return engine.clientVersion.isEmpty()
            ? QString()
            : Text::tr("Docker client %1").arg(core::excerpt(engine.clientVersion, 60));
    const QString version = core::excerpt(engine.serverVersion, 60);
    switch (engine.flavour) {
    case core::Flavour::Unknown:
    case core::Flavour::Docker:
        return Text::tr("Docker Engine %1").arg(version);
    case core::Flavour::Desktop:
        return Text::tr("Docker Desktop, engine %1").arg(version);
    case core::Flavour::Rootless:
        return Text::tr("Docker Engine %1, rootless").arg(version);
    case core::Flavour::Podman:
        return Text::tr("Podman %1").arg(version);
    }
    Q_UNREACHABLE();
}

QString presentPlace(const core::EngineFacts &engine)
{
    if (engine.endpoint.isEmpty())
        return engine.context.isEmpty() ? QString() : core::excerpt(engine.context, 80);
    const QString endpoint = core::excerpt(engine.endpoint, 200);
    return engine.context.isEmpty() ? endpoint
                                    : Text::tr("%1 (%2)").arg(core::excerpt(engine.context, 80), endpoint);
}

QString presentChecked(const core::Measurement &measurement, const QDateTime &now)
{
    if (!measurement.startedAt.isValid())
        return {};
    if (std::holds_alternative<core::NotMeasured>(measurement.verdict))
        return measurement.running.isEmpty() ? QString()
                                             : Text::tr("%1…").arg(stepName(measurement.running.front()));
    const QString age = ageText(endOf(measurement), now);
    if (measurement.elapsed == 0ms)
        return Text::tr("checked %1").arg(age);
    return Text::tr("checked %1, took %2").arg(age, durationText(measurement.elapsed));
}

QString presentCheckedBefore(const core::Measurement &last, const QDateTime &now)
{
    return Text::tr("checked %1, checking again…").arg(ageText(endOf(last), now));
}

QString presentNextCheck(const QDateTime &next)
{
    if (!next.isValid())
        return {};
    return Text::tr("looks again at %1")
        .arg(QLocale().toString(next.toLocalTime().time(), QLocale::ShortFormat));
}

QString presentCalm(const core::Measurement &measurement)
{
    const auto *verdict = std::get_if<core::Usable>(&measurement.verdict);
    if (verdict == nullptr || !measurement.running.isEmpty()
        || judge(*verdict, measurement).mood != Mood::Fine)
        return {};
    if (verdict->egress.status != core::Egress::Status::Reachable)
        return Text::tr("Nothing needs your attention.\nA container ran here.");
    return Text::tr("Nothing needs your attention.\nA container ran here, connected to %1 and resolved %2.")
        .arg(core::excerpt(verdict->egress.target, 60), core::excerpt(verdict->egress.dnsName, 60));
}

QString moodWord(Mood mood)
{
    switch (mood) {
    case Mood::Measuring:
        return Text::tr("checking");
    case Mood::Fine:
        return Text::tr("fine");
    case Mood::Attention:
        return Text::tr("needs attention");
    case Mood::Trouble:
        return Text::tr("trouble");
    case Mood::Unknown:
        return Text::tr("not known");
    }
    Q_UNREACHABLE();
}

HealthText presentHealth(const core::Measurement &measurement, const QDateTime &now)
{
    const Judgement judgement = std::visit(
        [&measurement](const auto &verdict) { return judge(verdict, measurement); }, measurement.verdict);
    HealthText text{.mood = judgement.mood,
                    .headline = judgement.headline,
                    .sub = joinedLine({presentEngine(measurement.engine), presentPlace(measurement.engine),
                                       presentChecked(measurement, now)}),
                    .facts = presentFacts(measurement),
                    .cause = judgement.cause,
                    .remedy = judgement.remedy};
    if (const auto *diagnosis = core::diagnosisOf(measurement.verdict)) {
        text.cause = diagnosis->cause.isEmpty() ? judgement.cause : core::excerpt(diagnosis->cause, 600);
        text.remedy = diagnosis->remedy.isEmpty() ? judgement.remedy : core::excerpt(diagnosis->remedy, 600);
        text.commands = diagnosis->commands;
    }
    return text;
}

bool isRecheck(const core::Measurement &current, const core::Measurement &last)
{
    return isOpen(current) && !std::holds_alternative<core::NotMeasured>(last.verdict);
}

HealthText presentRecheck(const core::Measurement &current, const core::Measurement &last,
                          const QDateTime &now)
{
    if (!isRecheck(current, last))
        return presentHealth(current, now);
    HealthText text = presentHealth(last, now);
    text.mood = Mood::Measuring;
    text.sub =
        joinedLine({presentEngine(last.engine), presentPlace(last.engine), presentCheckedBefore(last, now)});
    text.facts = presentFacts(current);
    text.isLast = true;
    return text;
}

} // namespace ui
