// SPDX-License-Identifier: MIT
#include "core/base/rejectedsetting.h"

#include "core/base/redaction.h"

using namespace Qt::StringLiterals;

namespace core {

tl::unexpected<Error> rejectedSetting(const QString &setting, const QString &value, const QString &wanted)
{
    constexpr qsizetype quotedCharacters = 60;
    return failure(
        u"read the setting %1"_s.arg(setting),
        u"the setting %1 must be %2; it is \"%3\""_s.arg(setting, wanted, excerpt(value, quotedCharacters)));
}

} // namespace core
