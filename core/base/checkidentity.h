// SPDX-License-Identifier: MIT
#pragma once

#include <QMap>
#include <QString>

namespace core {

// 16 hexadecimal digits that nobody can guess.
QString randomId();

// Which check or sandbox run made a container or an image: written on it before it exists.
struct CheckIdentity
{
    static constexpr QLatin1StringView processLabel{"berth.probe"};
    static constexpr QLatin1StringView checkLabel{"berth.check"};
    // On a container that may outlast a check: after so many seconds nobody waits for it any more.
    static constexpr QLatin1StringView lifetimeLabel{"berth.lifetime"};

    QString process; // ProcessIdentity::toLabel()
    QString check;   // random, its own for each

    // A new one of this process.
    static CheckIdentity fresh();

    // The labels berth.probe and berth.check.
    QMap<QString, QString> labels() const;
};

} // namespace core
