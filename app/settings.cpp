// SPDX-License-Identifier: MIT
#include "app/settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStringDecoder>

#include <variant>

using namespace Qt::StringLiterals;
using core::BrokenSettings;
using core::OnQuit;

namespace app {

namespace {

constexpr qint64 mostBytes = 1024 * 1024;

// One key of the file, and the value that it stands for.
template <typename T>
using Member = T &(*)(Settings &);

struct Entry
{
    QString key;
    std::variant<Member<QString>, Member<bool>, Member<OnQuit>> member;
};

template <typename T>
Entry entry(const QString &key, T &(*member)(Settings &))
{
    return {key, member};
}

const QList<Entry> &entries()
{
    static const QList<Entry> all{
        // QSettings keeps what is in no section in the one named General.
        entry<bool>(u"closeToTray"_s, [](Settings &in) -> bool & { return in.closeToTray; }),
        entry<bool>(u"notifications"_s, [](Settings &in) -> bool & { return in.notifications; }),
        entry<QString>(u"docker/program"_s, [](Settings &in) -> QString & { return in.dockerProgram; }),
        entry<QString>(u"docker/context"_s, [](Settings &in) -> QString & { return in.context; }),
        entry<QString>(u"probe/payload"_s, [](Settings &in) -> QString & { return in.payload; }),
        entry<QString>(u"probe/target"_s, [](Settings &in) -> QString & { return in.check.target; }),
        entry<QString>(u"probe/dnsName"_s, [](Settings &in) -> QString & { return in.check.dnsName; }),
        entry<QString>(u"sandbox/memory"_s, [](Settings &in) -> QString & { return in.check.memory; }),
        entry<QString>(u"sandbox/pids"_s, [](Settings &in) -> QString & { return in.check.pids; }),
        entry<QString>(u"servers/firstPort"_s,
                       [](Settings &in) -> QString & { return in.servers.firstPort; }),
        entry<QString>(u"servers/lastPort"_s, [](Settings &in) -> QString & { return in.servers.lastPort; }),
        entry<QString>(u"servers/patience"_s, [](Settings &in) -> QString & { return in.servers.patience; }),
        entry<QString>(u"servers/image"_s, [](Settings &in) -> QString & { return in.servers.image; }),
        entry<OnQuit>(u"servers/onQuit"_s, [](Settings &in) -> OnQuit & { return in.servers.onQuit; }),
        entry<bool>(u"log/wrap"_s, [](Settings &in) -> bool & { return in.log.wrap; }),
        entry<bool>(u"log/timestamps"_s, [](Settings &in) -> bool & { return in.log.timestamps; })};
    return all;
}

QString textOf(const QString &value)
{
    return value;
}

QString textOf(bool value)
{
    return value ? u"true"_s : u"false"_s;
}

QString textOf(OnQuit value)
{
    switch (value) {
    case OnQuit::Ask:
        return u"ask"_s;
    case OnQuit::Stop:
        return u"stop"_s;
    case OnQuit::Leave:
        return u"leave"_s;
    }
    Q_UNREACHABLE();
}

void take(QString &value, const QString &text)
{
    value = text;
}

// What is neither changes nothing.
void take(bool &value, const QString &text)
{
    const QString word = text.trimmed().toLower();
    if (word == "true"_L1 || word == "1"_L1)
        value = true;
    else if (word == "false"_L1 || word == "0"_L1)
        value = false;
}

void take(OnQuit &value, const QString &text)
{
    for (const OnQuit each : {OnQuit::Ask, OnQuit::Stop, OnQuit::Leave}) {
        if (text.trimmed() == textOf(each))
            value = each;
    }
}

QString written(const Entry &entry, Settings settings)
{
    return std::visit([&settings](auto member) { return textOf(member(settings)); }, entry.member);
}

void read(const Entry &entry, Settings &settings, const QVariant &value)
{
    // An unquoted value with commas reads as a list; as text it is what the user wrote.
    const QString text =
        value.typeId() == QMetaType::QStringList ? value.toStringList().join(u", "_s) : value.toString();
    std::visit([&](auto member) { take(member(settings), text); }, entry.member);
}

// Why the file cannot be read as settings; empty where it can.
QString troubleOf(const QString &path)
{
    const QFileInfo facts(path);
    if (!facts.exists())
        return {};
    if (!facts.isFile())
        return facts.isDir() ? u"it is a folder"_s : u"it is no file"_s;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return file.errorString();
    if (file.size() > mostBytes)
        return u"it is larger than 1 MiB"_s;
    const QByteArray bytes = file.readAll();
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    if (decoder.hasError() || text.contains(QChar::Null))
        return u"it is no text in UTF-8"_s;
    const QSettings settings(path, QSettings::IniFormat);
    settings.allKeys(); // a section is parsed when it is asked for
    if (settings.status() != QSettings::NoError)
        return u"not every line is a section or a key with a value"_s;
    return {};
}

// Returns where it is now; empty where it could not be moved.
QString moveAside(const QString &path)
{
    constexpr int most = 1000;
    for (int number = 1; number <= most; ++number) {
        const QString name = path % u".broken-"_s % QString::number(number);
        if (!QFileInfo::exists(name))
            return QDir().rename(path, name) ? name : QString();
    }
    return {};
}

// Another process may have been faster: then there is none any more.
std::optional<BrokenSettings> setBrokenAside(const QString &path)
{
    const QString trouble = troubleOf(path);
    if (trouble.isEmpty())
        return std::nullopt;
    const QString moved = moveAside(path);
    if (moved.isEmpty() && !QFileInfo::exists(path))
        return std::nullopt;
    return BrokenSettings{.file = path, .setAside = moved, .reason = trouble};
}

} // namespace

QString settingsPath()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, u"berth"_s, u"berth"_s).fileName();
}

SettingsReading readSettings(const QString &path)
{
    SettingsReading reading;
    reading.broken = setBrokenAside(path);
    if (reading.broken)
        return reading;
    const QSettings file(path, QSettings::IniFormat);
    for (const Entry &each : entries()) {
        if (file.contains(each.key))
            read(each, reading.settings, file.value(each.key));
    }
    return reading;
}

std::optional<core::Error> writeSettings(const Settings &was, const Settings &now, const QString &path)
{
    const QString tried = u"write the settings to %1"_s.arg(path);
    // Whatever happened to it meanwhile, it is not written over.
    const auto broken = setBrokenAside(path);
    if (broken && broken->setAside.isEmpty())
        return core::Error{.tried = tried, .detail = broken->reason};
    QSettings file(path, QSettings::IniFormat);
    for (const Entry &each : entries()) {
        const QString text = written(each, now);
        if (text == written(each, was))
            continue;
        if (text == written(each, {}))
            file.remove(each.key);
        else
            file.setValue(each.key, text);
    }
    file.sync();
    if (file.status() != QSettings::NoError)
        return core::Error{.tried = tried, .detail = u"the file or its folder cannot be written"_s};
    return std::nullopt;
}

} // namespace app
