// SPDX-License-Identifier: MIT
#include "core/devserver/name.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace core {

QString serverName(quint16 port)
{
    return u"berth-devserver-"_s + QString::number(port);
}

std::optional<quint16> portOfServerName(const QString &name)
{
    static const QRegularExpression form(
        u"\\A[A-Za-z0-9][A-Za-z0-9_.-]*?-devserver-([1-9][0-9]{0,4})(?:-[A-Za-z0-9_.-]+)?\\z"_s);
    const auto match = form.match(name);
    bool isPort = false;
    const quint16 port = match.capturedView(1).toUShort(&isPort);
    return match.hasMatch() && isPort ? std::optional(port) : std::nullopt;
}

} // namespace core
