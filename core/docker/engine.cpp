// SPDX-License-Identifier: MIT
#include "core/docker/engine.h"

using namespace Qt::StringLiterals;

namespace core {

QStringList EngineChoice::arguments() const
{
    return host.isEmpty() ? QStringList{u"--context"_s, context} : QStringList{u"--host"_s, host};
}

QString EngineFacts::socketPath() const
{
    static const QString scheme = u"unix://"_s;
    return endpoint.startsWith(scheme) ? endpoint.mid(scheme.size()) : QString();
}

} // namespace core
