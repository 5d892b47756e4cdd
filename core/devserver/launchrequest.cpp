// SPDX-License-Identifier: MIT
#include "core/devserver/launchrequest.h"

#include "core/base/rejectedsetting.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace core {

std::optional<quint16> parsePort(const QString &text)
{
    static const QRegularExpression form(QRegularExpression::anchoredPattern(u"[1-9][0-9]{0,4}"_s));
    bool isPort = false;
    const quint16 port = text.toUShort(&isPort);
    return isPort && form.match(text).hasMatch() ? std::optional(port) : std::nullopt;
}

Result<PortRange> parsePortRange(const QString &first, const QString &last)
{
    const auto begin = parsePort(first.trimmed());
    if (!begin)
        return rejectedSetting(u"servers/firstPort"_s, first, u"a port from 1 to 65535"_s);
    const auto end = parsePort(last.trimmed());
    if (!end)
        return rejectedSetting(u"servers/lastPort"_s, last, u"a port from 1 to 65535"_s);
    if (*end < *begin)
        return rejectedSetting(u"servers/lastPort"_s, last, u"at least servers/firstPort, %1"_s.arg(*begin));
    return PortRange{.first = *begin, .last = *end};
}

} // namespace core
