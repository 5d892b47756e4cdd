// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

#include <tl/expected.hpp>

#include <utility>

namespace core {

// What was tried and what came back; not yet a sentence for people.
struct Error
{
    QString tried;  // an infinitive: "read the payload /usr/bin/busybox"
    QString detail; // the raw reason, unredacted

    bool operator==(const Error &) const = default;
};

// "cannot read the payload …: no such file"
inline QString reasonText(const Error &error)
{
    return QStringLiteral("cannot %1: %2").arg(error.tried, error.detail);
}

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(QString tried, QString detail)
{
    return tl::unexpected<Error>(Error{.tried = std::move(tried), .detail = std::move(detail)});
}

} // namespace core
