// SPDX-License-Identifier: MIT
#include "app/settings.h"

#include "core/base/rejectedsetting.h"

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
    const ServerSettings servers;
    return {.dockerProgram = text(file, u"docker/program"_s),
            .context = text(file, u"docker/context"_s),
            .payload = text(file, u"probe/payload"_s),
            .check = {.target = text(file, u"probe/target"_s, standard.target),
                      .dnsName = text(file, u"probe/dnsName"_s, standard.dnsName),
                      .memory = text(file, u"sandbox/memory"_s, standard.memory),
                      .pids = text(file, u"sandbox/pids"_s, standard.pids)},
            .servers = {.firstPort = text(file, u"servers/firstPort"_s, servers.firstPort),
                        .lastPort = text(file, u"servers/lastPort"_s, servers.lastPort),
                        .patience = text(file, u"servers/patience"_s, servers.patience),
                        .image = text(file, u"servers/image"_s)}};
}

core::Result<std::chrono::seconds> parsePatience(const QString &seconds)
{
    constexpr int longest = 3600;
    bool isNumber = false;
    const int number = seconds.toInt(&isNumber);
    if (!isNumber || number < 1 || number > longest)
        return core::rejectedSetting(u"servers/patience"_s, seconds, u"a number of seconds from 1 to 3600"_s);
    return std::chrono::seconds(number);
}

} // namespace app
