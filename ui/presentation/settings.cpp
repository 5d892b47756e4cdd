// SPDX-License-Identifier: MIT
#include "ui/presentation/settings.h"

#include "core/base/redaction.h"
#include "ui/presentation/sentence.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;
using core::BrokenSettings;
using core::SettingProblem;
using Field = core::SettingProblem::Field;

namespace ui {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ui::SettingsText)
};

QString shownPath(const QString &path)
{
    return core::excerpt(QDir::toNativeSeparators(path));
}

} // namespace

QString settingProblemSentence(const SettingProblem &problem)
{
    switch (problem.field) {
    case Field::DockerProgram:
        return Text::tr("This is no program. Give the path of docker, or leave it empty.");
    case Field::Target:
        return Text::tr("This is no address with a port. Write one as in 1.1.1.1:443.");
    case Field::DnsName:
        return Text::tr("This is no name of a host. Write one with a dot in it, as in example.com.");
    case Field::Payload:
        return Text::tr(
            "This is no file that can be read. Give the path of a static busybox, or leave it empty.");
    case Field::FirstPort:
        return Text::tr("This is no port. Write a number from 1 to 65535.");
    case Field::LastPort:
        return Text::tr("Write a port from 1 to 65535 that is not below the first.");
    case Field::Patience:
        return Text::tr("Write a number of seconds from 1 to 3600.");
    case Field::Image:
        return Text::tr("This is no name of an image. Write it as in node:22, or leave it empty.");
    case Field::Memory:
        return Text::tr("Write at least 6m, as in 512m or 2g.");
    case Field::Pids:
        return Text::tr("Write a number from 16 to 4194304.");
    }
    Q_UNREACHABLE();
}

QString autostartSentence(const Autostart &autostart)
{
    switch (autostart.state) {
    case Autostart::State::Off:
    case Autostart::State::On:
        return {};
    case Autostart::State::Switched:
        return Text::tr("The desktop was told not to start it. Choose it here to have it started.");
    case Autostart::State::Other:
        return Text::tr(
                   "At login this is started in its place: %1. Choose it here to have this Berth started.")
            .arg(core::excerpt(autostart.command));
    }
    Q_UNREACHABLE();
}

QString autostartNotWritten(const core::Error &error)
{
    return joinedSentences({sentence(core::reasonText(error)),
                            Text::tr("Make the folder writable and choose it in the settings again.")});
}

QString brokenSettingsSentence(const BrokenSettings &broken)
{
    const QString what = Text::tr("The settings file %1 cannot be read (%2), and the standard settings hold.")
                             .arg(shownPath(broken.file), core::excerpt(broken.reason));
    const QString where = broken.setAside.isEmpty()
        ? Text::tr("It could not be set aside either: move it away or put it right.")
        : Text::tr(
              "It was set aside as %1: put it right and give it its name back, or choose the settings anew.")
              .arg(shownPath(broken.setAside));
    return joinedSentences({what, where});
}

QString settingsNotWritten(const core::Error &error)
{
    return joinedSentences(
        {sentence(core::reasonText(error)),
         Text::tr("They hold until Berth ends. Make the file writable and save them again.")});
}

QString instanceSilent(qint64 pid)
{
    return pid == 0
        ? Text::tr("Berth runs already and does not answer. End it, and start Berth again.")
        : Text::tr("Berth runs already and does not answer. End its process, %1, and start Berth again.")
              .arg(pid);
}

QString handoverRefused()
{
    return Text::tr("Berth runs already and does not understand what was asked of it. Use its window.");
}

} // namespace ui
