// SPDX-License-Identifier: MIT
#include "core/probe/classify.h"

#include "core/base/redaction.h"
#include "core/docker/wording.h"

using namespace Qt::StringLiterals;

namespace core {

namespace {

bool isOurOwnHalf(const QString &said, const Payload &payload)
{
    return saysImageUnfit(said) || saysCannotExecute(said, payload.program);
}

Unknown unknown(const QString &reason)
{
    return {.reason = excerpt(reason), .daemonAnswered = true};
}

} // namespace

Verdict classifyRun(const CommandOutcome &outcome, const QString &marker, const Payload &payload)
{
    const bool printed = outText(outcome).contains(marker);
    if (const auto *failed = std::get_if<Failed>(&outcome)) {
        if (printed)
            return unknown(u"a container ran, and the engine never reported its end: "_s + failed->reason);
        return unknown(u"the run of a container did not end: "_s + failed->reason);
    }
    const int code = std::get<Ran>(outcome).exitCode;
    const QString said = withoutWarnings(errText(outcome));
    if (code == 0 && printed)
        return Usable{};
    if (code == 0)
        return unknown(u"the container ended well without printing the marker"_s);
    if (saysConnectionBroke(said))
        return unknown(u"the connection to the engine broke: "_s + reasonOf(outcome));
    const bool speaking = isEngineSpeaking(said);
    if (isOurOwnHalf(said, payload) || ((code == 126 || code == 127) && !speaking))
        return unknown(u"the check itself failed: "_s + failureReason(outcome));
    if (speaking)
        return Unusable{.detail = reasonOf(outcome)};
    return unknown(u"the run of a container failed: "_s + failureReason(outcome));
}

QString failureReason(const CommandOutcome &outcome)
{
    const QString reason = reasonOf(outcome);
    const auto code = exitCode(outcome);
    return reason.isEmpty() && code ? u"exit code %1 without a message"_s.arg(*code) : reason;
}

bool isRepairable(const CommandOutcome &outcome, const Payload &payload)
{
    const QString said = errText(outcome);
    return !succeeded(outcome) && (saysCannotExecute(said, payload.program) || saysLayerUnfit(said));
}

} // namespace core
