// SPDX-License-Identifier: MIT
#include "app/settings.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace app {

namespace {

// An unquoted value with commas reads as a list; as text it is what the user wrote.
QString text(const QSettings &file, const QString &key, const QString &otherwise = {})
{
    const QVariant value = file.value(key, otherwise);
    return value.typeId() == QMetaType::QStringList ? value.toStringList().join(u", "_s) : value.toString();
}

} // namespace

Settings readSettings()
{
    const QSettings file(QSettings::IniFormat, QSettings::UserScope, u"berth"_s, u"berth"_s);
    const core::CheckSettings standard;
    return {.dockerProgram = text(file, u"docker/program"_s),
            .context = text(file, u"docker/context"_s),
            .payload = text(file, u"probe/payload"_s),
            .check = {.target = text(file, u"probe/target"_s, standard.target),
                      .dnsName = text(file, u"probe/dnsName"_s, standard.dnsName),
                      .memory = text(file, u"sandbox/memory"_s, standard.memory),
                      .pids = text(file, u"sandbox/pids"_s, standard.pids)}};
}

} // namespace app
