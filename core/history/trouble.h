// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace core {

// Why the history could not be written or read. Nothing else of Berth depends on it.
struct HistoryTrouble
{
    enum class Kind {
        Locked,  // another program has it
        Damaged, // it is no database, or one that has come to harm
        Newer,   // a later Berth wrote it
        Unusable // it cannot be opened or written
    };

    Kind kind = Kind::Unusable;
    QString detail; // one scrubbed line

    bool operator==(const HistoryTrouble &) const = default;
};

template <typename T>
using HistoryResult = tl::expected<T, HistoryTrouble>;

} // namespace core
