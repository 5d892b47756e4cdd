// SPDX-License-Identifier: MIT
#include "app/windowstate.h"

#include "core/devserver/lastrun.h"

#include <QFileInfo>
#include <QSettings>

using namespace Qt::StringLiterals;
using ui::WindowState;

namespace app {

namespace {

constexpr qint64 mostBytes = 64 * 1024;
constexpr qsizetype mostColumns = 32;

const QString geometryKey = u"window/geometry"_s;
const QString detailsKey = u"window/detailsShare"_s;
const QString logShareKey = u"log/share"_s;
const QString wrapKey = u"log/wrap"_s;
const QString timestampsKey = u"log/timestamps"_s;
const QString columnsKey = u"servers/columns"_s;
const QString trayKnownKey = u"told/tray"_s;
const QString traylessKnownKey = u"told/noTray"_s;

int shareOf(const QSettings &file, const QString &key, int otherwise)
{
    bool isNumber = false;
    const int percent = file.value(key).toInt(&isNumber);
    return isNumber && percent >= 10 && percent <= 90 ? percent : otherwise;
}

bool flagOf(const QSettings &file, const QString &key, bool otherwise)
{
    return file.contains(key) ? file.value(key).toString() == "true"_L1 : otherwise;
}

QList<int> columnsOf(const QStringList &texts)
{
    QList<int> widths;
    for (const QString &text : texts.first(std::min(texts.size(), mostColumns)))
        widths.append(text.toInt());
    return widths;
}

} // namespace

QString windowStatePath()
{
    return core::stateFolder() % u"/window.ini"_s;
}

WindowState readWindowState(const QString &path, const core::LogSettings &standard)
{
    const QFileInfo facts(path);
    if (!facts.isFile() || facts.size() > mostBytes)
        return {.log = standard};
    const QSettings file(path, QSettings::IniFormat);
    const WindowState usual;
    return {.geometry = QByteArray::fromHex(file.value(geometryKey).toString().toLatin1()),
            .logShare = shareOf(file, logShareKey, usual.logShare),
            .detailsShare = shareOf(file, detailsKey, usual.detailsShare),
            .columns = columnsOf(file.value(columnsKey).toStringList()),
            .log = {.wrap = flagOf(file, wrapKey, standard.wrap),
                    .timestamps = flagOf(file, timestampsKey, standard.timestamps)},
            .isTrayKnown = flagOf(file, trayKnownKey, false),
            .isTraylessKnown = flagOf(file, traylessKnownKey, false)};
}

void writeWindowState(const QString &path, const WindowState &state)
{
    QStringList columns;
    for (const int width : state.columns)
        columns.append(QString::number(width));
    QSettings file(path, QSettings::IniFormat);
    file.setValue(geometryKey, QString::fromLatin1(state.geometry.toHex()));
    file.setValue(detailsKey, state.detailsShare);
    file.setValue(logShareKey, state.logShare);
    file.setValue(wrapKey, state.log.wrap);
    file.setValue(timestampsKey, state.log.timestamps);
    file.setValue(columnsKey, columns);
    file.setValue(trayKnownKey, state.isTrayKnown);
    file.setValue(traylessKnownKey, state.isTraylessKnown);
}

} // namespace app
