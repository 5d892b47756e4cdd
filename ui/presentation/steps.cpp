// SPDX-License-Identifier: MIT
#include "ui/presentation/steps.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>
#include <QLocale>

using namespace std::chrono_literals;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::Steps)
};

} // namespace

QString stepName(core::Step step)
{
    switch (step) {
    case core::Step::Version:
        return Text::tr("Ask the engine its architecture");
    case core::Step::Payload:
        return Text::tr("Choose the program to run");
    case core::Step::Load:
        return Text::tr("Load the probe image");
    case core::Step::Run:
        return Text::tr("Run a container");
    case core::Step::Egress:
        return Text::tr("Reach out from a container");
    case core::Step::Limits:
        return Text::tr("Read the limits in a container");
    case core::Step::HostEgress:
        return Text::tr("Reach out from this machine");
    case core::Step::Cleanup:
        return Text::tr("Remove the probe image");
    }
    Q_UNREACHABLE();
}

QString stepResult(const core::StepRecord &record)
{
    if (record.exitCode)
        return *record.exitCode == 0 ? Text::tr("Done") : Text::tr("Exit code %1").arg(*record.exitCode);
    return record.failure.isEmpty() ? Text::tr("Done") : capitalised(core::excerpt(record.failure, 120));
}

Mood stepMood(const core::StepRecord &record, const core::Verdict &verdict)
{
    if (record.exitCode.value_or(0) != 0 || !record.failure.isEmpty())
        return Mood::Trouble;
    const auto *usable = std::get_if<core::Usable>(&verdict);
    if (usable == nullptr)
        return Mood::Fine;
    const bool badNews =
        (record.step == core::Step::Egress && usable->egress.status != core::Egress::Status::Reachable)
        || (record.step == core::Step::HostEgress && usable->egress.hostReaches == false)
        || (record.step == core::Step::Limits
            && usable->hardening.status != core::Hardening::Status::Enforced);
    return badNews ? Mood::Attention : Mood::Fine;
}

QString durationText(std::chrono::milliseconds duration)
{
    const QLocale locale;
    if (duration < 1s)
        return Text::tr("%1 ms").arg(locale.toString(qlonglong(duration.count())));
    // Rounded before it is compared: 59.97 s must not be told as "60.0 s".
    const qlonglong tenths = (duration.count() + 50) / 100;
    if (tenths < 600)
        return Text::tr("%1 s").arg(locale.toString(double(tenths) / 10, 'f', 1));
    const qlonglong seconds = (duration.count() + 500) / 1000;
    return Text::tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

} // namespace ui
