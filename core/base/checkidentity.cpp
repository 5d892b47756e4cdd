// SPDX-License-Identifier: MIT
#include "core/base/checkidentity.h"

#include "core/base/processidentity.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;

namespace core {

QString randomId()
{
    return u"%1"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QChar(u'0'));
}

CheckIdentity CheckIdentity::fresh()
{
    return {.process = ProcessIdentity::current().toLabel(), .check = randomId()};
}

QMap<QString, QString> CheckIdentity::labels() const
{
    return {{processLabel, process}, {checkLabel, check}};
}

} // namespace core
