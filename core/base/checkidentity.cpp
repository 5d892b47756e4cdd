// SPDX-License-Identifier: MIT
#include "core/base/checkidentity.h"

#include "core/base/processidentity.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace core {

CheckIdentity CheckIdentity::fresh()
{
    return {.process = ProcessIdentity::current().toLabel(),
            .check = u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'))};
}

QMap<QString, QString> CheckIdentity::labels() const
{
    return {{processLabel, process}, {checkLabel, check}};
}

} // namespace core
