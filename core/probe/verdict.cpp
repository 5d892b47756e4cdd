// SPDX-License-Identifier: MIT
#include "core/probe/verdict.h"

namespace core {

namespace {

template <typename... Cases>
struct Overloaded : Cases...
{
    using Cases::operator()...;
};
// Clang before 17 does not deduce an aggregate's arguments.
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

} // namespace

const Diagnosis *diagnosisOf(const Verdict &verdict)
{
    return std::visit(Overloaded{[](const NotMeasured &) -> const Diagnosis * { return nullptr; },
                                 [](const auto &measured) -> const Diagnosis * {
                                     return measured.diagnosis ? &*measured.diagnosis : nullptr;
                                 }},
                      verdict);
}

bool daemonAnswered(const Verdict &verdict)
{
    if (const auto *unknown = std::get_if<Unknown>(&verdict))
        return unknown->daemonAnswered;
    return !std::holds_alternative<NotMeasured>(verdict);
}

bool isSettled(const Verdict &verdict)
{
    const auto *usable = std::get_if<Usable>(&verdict);
    if (usable == nullptr)
        return false;
    switch (usable->egress.status) {
    case Egress::Status::Reachable:
    case Egress::Status::Skipped:
        return true;
    case Egress::Status::Undetermined:
        return !usable->egress.recheck;
    case Egress::Status::NotMeasured:
    case Egress::Status::Blocked:
        return false;
    }
    Q_UNREACHABLE();
}

} // namespace core
