// SPDX-License-Identifier: MIT
#include "app/factprinter.h"

#include "ui/presentation/health.h"

#include <array>

using namespace Qt::StringLiterals;

namespace app {

namespace {

// The mood as a sign that needs no colour.
QString sign(ui::Mood mood)
{
    switch (mood) {
    case ui::Mood::Fine:
        return u"✓"_s;
    case ui::Mood::Attention:
        return u"!"_s;
    case ui::Mood::Trouble:
        return u"✗"_s;
    case ui::Mood::Measuring:
        return u"…"_s;
    case ui::Mood::Unknown:
        return u"?"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

FactPrinter::FactPrinter(std::function<void(const QString &)> print)
    : m_print(std::move(print))
{}

void FactPrinter::report(const core::Measurement &soFar)
{
    if (!m_placePrinted) {
        m_placePrinted = true;
        m_print(u"  "_s + ui::presentPlace(soFar.engine));
    }
    // Waiting for its turn is no fact; what was never reached has none.
    const ui::HealthText text = ui::presentHealth(soFar, QDateTime::currentDateTimeUtc());
    const bool containersKnown = !std::holds_alternative<core::NotMeasured>(soFar.verdict);
    const auto *usable = std::get_if<core::Usable>(&soFar.verdict);
    const bool egressKnown = usable != nullptr && usable->egress.status != core::Egress::Status::NotMeasured;
    const bool limitsKnown =
        usable != nullptr && usable->hardening.status != core::Hardening::Status::NotMeasured;
    const std::array known{containersKnown, egressKnown, egressKnown, limitsKnown};
    for (qsizetype i = 0; i < text.facts.size(); ++i) {
        const ui::Fact &fact = text.facts.at(i);
        if (!known.at(size_t(i)) || m_printed.contains(fact.name))
            continue;
        m_printed.insert(fact.name);
        m_print(u"%1 %2  %3"_s.arg(sign(fact.mood), fact.name.leftJustified(12), fact.value));
    }
}

void FactPrinter::conclude(const core::Measurement &measurement)
{
    report(measurement);
    const ui::HealthText text = ui::presentHealth(measurement, QDateTime::currentDateTimeUtc());
    m_print({});
    m_print(u"%1 %2"_s.arg(sign(text.mood), text.headline));
    m_print(u"  "_s + text.sub);
    for (const QString &paragraph : {text.cause, text.remedy}) {
        if (!paragraph.isEmpty())
            m_print(u"  "_s + paragraph);
    }
    for (const QString &command : text.commands)
        m_print(u"    "_s + command);
}

} // namespace app
