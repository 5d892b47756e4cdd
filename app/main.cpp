// SPDX-License-Identifier: MIT
#include "app/commandline.h"
#include "app/composition.h"
#include "app/finish.h"
#include "app/fonts.h"
#include "app/measuringverb.h"
#include "app/printing.h"
#include "app/runverb.h"
#include "app/serververbs/down.h"
#include "app/serververbs/logs.h"
#include "app/serververbs/ls.h"
#include "app/serververbs/open.h"
#include "app/serververbs/reap.h"
#include "app/serververbs/up.h"
#include "app/settings.h"
#include "app/signalwatch.h"
#include "app/usage.h"
#include "app/windowsession.h"
#include "ui/presentation/settings.h"

#include <QApplication>
#include <QLoggingCategory>

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

int runWindow(int argc, char *argv[], const app::CommandLine &line)
{
    const std::jthread fonts = app::readFontsMeanwhile();
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(u"Berth"_s);
    QApplication::setDesktopFileName(u"io.github.berth.Berth"_s);
    int exitCode = 0;
    {
        app::WindowSession session(settingsOrWhatIsWrong(), line.context);
        app::SignalWatch signalWatch;
        QObject::connect(&signalWatch, &app::SignalWatch::interrupted, &session.window(),
                         &ui::MainWindow::stopAndClose);
        session.open();
        exitCode = QApplication::exec();
    }
    app::finishBlockingWork(exitCode);
    return exitCode;
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
        return app::runMeasuringVerb(line, app::composeSources(settingsOrWhatIsWrong()).measure);
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
    case app::Verb::Window:
        return runWindow(argc, argv, line);
    }
    Q_UNREACHABLE();
}
