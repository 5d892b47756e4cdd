// SPDX-License-Identifier: MIT
#include "core/history/words.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace core {

namespace {

template <typename T, std::size_t Count>
using Words = std::array<std::pair<T, QLatin1StringView>, Count>;

using Result = VerdictEntry::Result;
using Ending = ServerEndEntry::Ending;

constexpr Words<Result, 3> results{
    {{Result::Unknown, "unknown"_L1}, {Result::Usable, "usable"_L1}, {Result::Unusable, "unusable"_L1}}};

constexpr Words<Egress::Status, 5> egresses{{{Egress::Status::NotMeasured, "unmeasured"_L1},
                                             {Egress::Status::Skipped, "skipped"_L1},
                                             {Egress::Status::Reachable, "reachable"_L1},
                                             {Egress::Status::Blocked, "blocked"_L1},
                                             {Egress::Status::Undetermined, "undetermined"_L1}}};

constexpr Words<Hardening::Status, 4> hardenings{{{Hardening::Status::NotMeasured, "unmeasured"_L1},
                                                  {Hardening::Status::Enforced, "enforced"_L1},
                                                  {Hardening::Status::Partial, "partial"_L1},
                                                  {Hardening::Status::Unknown, "unknown"_L1}}};

constexpr Words<Ending, 4> endings{{{Ending::Removed, "removed"_L1},
                                    {Ending::TakenDown, "taken-down"_L1},
                                    {Ending::Failed, "failed"_L1},
                                    {Ending::Exited, "exited"_L1}}};

template <typename T, std::size_t Count>
QString word(const Words<T, Count> &words, T value)
{
    return std::ranges::find(words, value, &std::pair<T, QLatin1StringView>::first)->second;
}

// The first of them is what an unknown word stands for.
template <typename T, std::size_t Count>
T value(const Words<T, Count> &words, const QString &word)
{
    const auto found = std::ranges::find_if(words, [&word](const auto &pair) { return pair.second == word; });
    return found == words.end() ? words.front().first : found->first;
}

} // namespace

QString wordOf(VerdictEntry::Result result)
{
    return word(results, result);
}

QString wordOf(Egress::Status status)
{
    return word(egresses, status);
}

QString wordOf(Hardening::Status status)
{
    return word(hardenings, status);
}

QString wordOf(ServerEndEntry::Ending ending)
{
    return word(endings, ending);
}

VerdictEntry::Result resultOf(const QString &word)
{
    return value(results, word);
}

Egress::Status egressOf(const QString &word)
{
    return value(egresses, word);
}

Hardening::Status hardeningOf(const QString &word)
{
    return value(hardenings, word);
}

ServerEndEntry::Ending endingOf(const QString &word)
{
    return value(endings, word);
}

} // namespace core
