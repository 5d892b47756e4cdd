// SPDX-License-Identifier: MIT
#include "core/base/redaction.h"

namespace core {
QString redacted(QStringView text)
{
    return text.toString();
}
QString printable(QStringView text)
{
    return text.toString();
}
QString excerpt(QStringView text, qsizetype limit)
{
    return text.left(limit).toString();
}
QString shellQuoted(const QString &argument)
{
    return argument;
}
QString shellCommand(const QStringList &arguments)
{
    return arguments.join(u' ');
}
} // namespace core
