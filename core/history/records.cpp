// SPDX-License-Identifier: MIT
#include "core/history/records.h"

#include "core/base/redaction.h"

#include <QUuid>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace core {

namespace {

constexpr qsizetype pathCharacters = 1000;

QString newKey()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

VerdictEntry::Result resultOf(const Verdict &verdict)
{
    if (std::holds_alternative<Usable>(verdict))
        return VerdictEntry::Result::Usable;
    return std::holds_alternative<Unusable>(verdict) ? VerdictEntry::Result::Unusable
                                                     : VerdictEntry::Result::Unknown;
}

QString reasonOf(const Usable &usable)
{
    if (!usable.egress.reason.isEmpty())
        return usable.egress.reason;
    if (!usable.hardening.notEnforced.isEmpty())
        return u"not enforced: "_s + usable.hardening.notEnforced.join(u", "_s);
    return usable.hardening.reason;
}

QString reasonOf(const Verdict &verdict)
{
    if (const auto *usable = std::get_if<Usable>(&verdict))
        return reasonOf(*usable);
    if (const auto *unusable = std::get_if<Unusable>(&verdict))
        return unusable->detail;
    const auto *unknown = std::get_if<Unknown>(&verdict);
    return unknown == nullptr ? QString() : unknown->reason;
}

// A container that is started again has a run of its own each time.
QString keyOf(const ServerEnd &end)
{
    if (!end.server.run.isEmpty())
        return end.server.run;
    if (end.server.id.isEmpty())
        return newKey();
    return end.server.id + u'@' + QString::number(end.server.since.toSecsSinceEpoch());
}

} // namespace

std::optional<VerdictEntry> verdictEntry(const Measurement &measurement, const QDateTime &at)
{
    if (std::holds_alternative<NotMeasured>(measurement.verdict))
        return std::nullopt;
    VerdictEntry entry{.key = newKey(),
                       .at = at,
                       .context = excerpt(measurement.engine.context),
                       .endpoint = rememberedEndpoint(measurement.engine.endpoint),
                       .result = resultOf(measurement.verdict),
                       .reason = excerpt(reasonOf(measurement.verdict)),
                       .elapsed = measurement.elapsed};
    if (const auto *usable = std::get_if<Usable>(&measurement.verdict)) {
        entry.egress = usable->egress.status;
        entry.hardening = usable->hardening.status;
    }
    if (const Diagnosis *diagnosis = diagnosisOf(measurement.verdict))
        entry.diagnosis = diagnosis->id;
    return entry;
}

ServerEndEntry serverEndEntry(const ServerEnd &end)
{
    const Server &server = end.server;
    ServerEndEntry entry{.key = keyOf(end),
                         .witness = end.witness,
                         .at = end.at,
                         .name = excerpt(server.name),
                         .port = server.port,
                         .project = excerpt(server.project, pathCharacters),
                         .image = excerpt(server.image),
                         .ending = end.ending,
                         .exitCode = server.exitCode,
                         .reason = excerpt(end.sentence)};
    if (server.since.isValid() && server.state != ServerState::Created)
        entry.ran = std::max(std::chrono::milliseconds(server.since.msecsTo(end.at)), 0ms);
    return entry;
}

} // namespace core
