// SPDX-License-Identifier: MIT
#include "app/commandline.h"
#include "app/composition.h"
#include "app/finish.h"
#include "app/fonts.h"
#include "app/historyverb.h"
#include "app/measuringverb.h"
#include "app/memory.h"
#include "app/printing.h"
#include "app/remember.h"
#include "app/runverb.h"
#include "app/serververbs/down.h"
#include "app/serververbs/logs.h"
#include "app/serververbs/ls.h"
#include "app/serververbs/open.h"
#include "app/serververbs/reap.h"
#include "app/serververbs/up.h"
#include "app/settings.h"
#include "app/singleinstance.h"
#include "app/usage.h"
#include "app/windowsession.h"
#include "core/history/records.h"
#include "ui/presentation/settings.h"

#include <QApplication>
#include <QLoggingCategory>
#include <QMessageBox>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

app::Settings settingsOrWhatIsWrong()
{
    const app::SettingsReading reading = app::readSettings();
    if (reading.broken)
        app::say(ui::brokenSettingsSentence(*reading.broken));
    return reading.settings;
}

// Says why there is no window, where the user is: a launcher shows no standard error.
int runRefusal(const QString &sentence)
{
    app::say(sentence);
    QMessageBox box(QMessageBox::Warning, QApplication::applicationDisplayName(), sentence,
                    QMessageBox::Close);
    box.setTextFormat(Qt::PlainText);
    box.show();
    QApplication::exec();
    return app::ExitFailed;
}

int runSession(const app::CommandLine &line, app::SingleInstance &instance)
{
    int exitCode = 0;
    QDeadlineTimer deadline;
    {
        const app::SettingsReading reading = app::readSettings();
        app::WindowSession session(reading.settings, line.context);
        if (reading.broken) {
            app::say(ui::brokenSettingsSentence(*reading.broken));
            session.tellBrokenSettings(*reading.broken);
        }
        QObject::connect(&instance, &app::SingleInstance::wanted, &session.window(),
                         [&session](const app::Handover &handover) { session.take(handover); });
        session.open(line.hidden ? app::WindowSession::Start::Hidden : app::WindowSession::Start::Shown);
        exitCode = QApplication::exec();
        deadline = session.deadline();
    }
    instance.release();
    app::finishBlockingWork(exitCode, deadline);
    return exitCode;
}

int runWindow(int argc, char *argv[], const app::CommandLine &line)
{
    // Qt takes both away.
    const QString display = app::displayName();
    const app::Handover wanted{.verb = line.hidden ? app::Handover::Verb::Stay : app::Handover::Verb::Show,
                               .context = line.context,
                               .token = app::activationToken()};
    app::shareMemoryBetweenThreads();
    const std::jthread fonts = app::readFontsMeanwhile();
    const QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(u"Berth"_s);
    QApplication::setDesktopFileName(u"io.github.berth.Berth"_s);
    app::SingleInstance instance(app::runtimeFolder(), display);
    using Role = app::SingleInstance::Role;
    switch (instance.start(wanted)) {
    case Role::First:
        return runSession(line, instance);
    case Role::HandedOver:
        return app::ExitDone;
    case Role::Refused:
        return runRefusal(ui::handoverRefused());
    case Role::NoAnswer:
        return runRefusal(ui::instanceSilent(instance.holder()));
    }
    Q_UNREACHABLE();
}

void rememberVerdict(const core::Measurement &measurement)
{
    if (const auto entry = core::verdictEntry(measurement, QDateTime::currentDateTimeUtc()))
        app::remember({*entry});
}

int runVerb(int argc, char *argv[], const app::CommandLine &line,
            int (*verb)(const app::CommandLine &, const app::Settings &))
{
    const QCoreApplication application(argc, argv);
    return verb(line, settingsOrWhatIsWrong());
}

} // namespace

int main(int argc, char *argv[])
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const app::CommandLine line = app::parseCommandLine(arguments);
    QCoreApplication::setApplicationName(u"berth"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(BERTH_VERSION));

    if (!line.error.isEmpty()) {
        std::fprintf(stderr, "berth: %s\nTry “berth --help”.\n", qUtf8Printable(line.error));
        return app::ExitWrongUsage;
    }
    // What a verb has to say, it says itself; QT_LOGGING_RULES comes after this and has the last word.
    if (line.verb != app::Verb::Window)
        QLoggingCategory::setFilterRules(u"berth.*.info=false"_s);
    switch (line.verb) {
    case app::Verb::Help:
        std::fputs(qUtf8Printable(app::usageText()), stdout);
        return 0;
    case app::Verb::Version:
        std::puts("berth " BERTH_VERSION);
        return 0;
    case app::Verb::Check:
    case app::Verb::Status:
    case app::Verb::Report: {
        QCoreApplication application(argc, argv);
        return app::runMeasuringVerb(line, app::composeSources(settingsOrWhatIsWrong()).measure,
                                     &rememberVerdict);
    }
    case app::Verb::Run:
        return runVerb(argc, argv, line, &app::runSandboxVerb);
    case app::Verb::Ls:
        return runVerb(argc, argv, line, &app::runLsVerb);
    case app::Verb::Up:
        return runVerb(argc, argv, line, &app::runUpVerb);
    case app::Verb::Logs:
        return runVerb(argc, argv, line, &app::runLogsVerb);
    case app::Verb::Open:
        return runVerb(argc, argv, line, &app::runOpenVerb);
    case app::Verb::Down:
        return runVerb(argc, argv, line, &app::runDownVerb);
    case app::Verb::Reap:
        return runVerb(argc, argv, line, &app::runReapVerb);
    case app::Verb::History:
        return runVerb(argc, argv, line, &app::runHistoryVerb);
    case app::Verb::Window:
        return runWindow(argc, argv, line);
    }
    Q_UNREACHABLE();
}
