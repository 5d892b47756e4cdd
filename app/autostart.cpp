// SPDX-License-Identifier: MIT
#include "app/autostart.h"

#include "core/base/files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QStandardPaths>

using namespace Qt::StringLiterals;
using ui::Autostart;

namespace app {

namespace {

constexpr qint64 mostBytes = 64 * 1024;

// As the desktop entry specification wants it: quoted, the characters that mean something escaped, and that
// once more because the value is a string.
QString commandOf(const QString &program)
{
    QString quoted;
    for (const QChar character : program) {
        if (u"\"`$\\"_s.contains(character))
            quoted += u"\\\\"_s;
        quoted += character == u'\\' ? u"\\\\"_s : QString(character);
        if (character == u'%')
            quoted += u'%';
    }
    return u'"' % quoted % u"\" --hidden"_s;
}

// The keys of the group that counts.
QHash<QString, QString> entryOf(const QString &text)
{
    QHash<QString, QString> entry;
    bool isInside = false;
    const QStringList lines = text.split(u'\n');
    for (const QString &line : lines) {
        const QString trimmed = line.trimmed();
        if (trimmed.startsWith(u'['))
            isInside = trimmed == "[Desktop Entry]"_L1;
        else if (isInside && !trimmed.startsWith(u'#') && trimmed.contains(u'='))
            entry.insert(trimmed.section(u'=', 0, 0).trimmed(), trimmed.section(u'=', 1).trimmed());
    }
    return entry;
}

} // namespace

QString autostartPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        % u"/autostart/io.github.berth.Berth.desktop"_s;
}

QString autostartProgram()
{
    const QString image = qEnvironmentVariable("APPIMAGE");
    return image.isEmpty() ? QCoreApplication::applicationFilePath() : image;
}

QString autostartText(const QString &program)
{
    return u"[Desktop Entry]\n"
           "Type=Application\n"
           "Name=Berth\n"
           "Comment=Watch Docker and its dev servers\n"
           "Icon=io.github.berth.Berth\n"
           "Exec="_s
        % commandOf(program) % u"\nTerminal=false\nX-GNOME-Autostart-enabled=true\n"_s;
}

Autostart readAutostartText(const QString &text, const QString &program)
{
    const QHash<QString, QString> entry = entryOf(text);
    const QString command = entry.value(u"Exec"_s);
    if (command.isEmpty())
        return {};
    if (entry.value(u"Hidden"_s) == "true"_L1 || entry.value(u"X-GNOME-Autostart-enabled"_s) == "false"_L1)
        return {.state = Autostart::State::Switched};
    if (command != commandOf(program))
        return {.state = Autostart::State::Other, .command = command};
    return {.state = Autostart::State::On};
}

Autostart readAutostart(const QString &path, const QString &program)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    return readAutostartText(QString::fromUtf8(file.read(mostBytes)), program);
}

std::optional<core::Error> writeAutostart(const QString &path, const QString &program, bool on)
{
    const QString tried = on ? u"write %1"_s.arg(path) : u"remove %1"_s.arg(path);
    if (!on) {
        QFile file(path);
        return !file.exists() || file.remove()
            ? std::nullopt
            : std::optional(core::Error{.tried = tried, .detail = file.errorString()});
    }
    QDir().mkpath(QFileInfo(path).path());
    return core::saveFile(path, autostartText(program).toUtf8(), tried);
}

} // namespace app
