// SPDX-License-Identifier: MIT
#include "app/runverb.h"

#include "app/composition.h"
#include "app/outputpipe.h"
#include "app/printing.h"
#include "app/signalwatch.h"
#include "core/base/redaction.h"
#include "core/base/task.h"
#include "core/sandbox/hardening.h"

#include <QCoreApplication>

using namespace core;
using Ending = SandboxOutcome::Ending;

namespace app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("RunVerb", text);
}

QString advice(const SandboxOutcome &outcome)
{
    return outcome.diagnosis ? outcome.diagnosis->cause + u' ' + outcome.diagnosis->remedy
                             : tr("“berth check” tells whether the engine can run containers at all.");
}

QString withStop(const QString &reason)
{
    return reason.endsWith(u'.') ? reason : QString(reason + u'.');
}

QString memorySentence(const SandboxOutcome &outcome)
{
    if (!outcome.outOfMemory)
        return {};
    const QString limit = memoryText(outcome.memory);
    constexpr int killed = 137;
    return outcome.exitCode == killed
        ? tr("The command was killed: it hit the memory limit of %1. Raise it with the setting "
             "sandbox/memory.")
              .arg(limit)
        : tr("A process of the command was killed: it hit the memory limit of %1. Raise it with the setting "
             "sandbox/memory.")
              .arg(limit);
}

} // namespace

QString sandboxSentence(const SandboxOutcome &outcome, const SandboxRequest &request)
{
    constexpr qsizetype shownCharacters = 60;
    const QString program = excerpt(request.container.command.value(0), shownCharacters);
    switch (outcome.ending) {
    case Ending::Exited:
        return memorySentence(outcome);
    case Ending::NotExecutable:
        return tr("The command “%1” cannot be executed in the container: make it executable there.")
            .arg(program);
    case Ending::NotFound:
        return tr("There is no command “%1” in the image: name one that it has.").arg(program);
    case Ending::CouldNotStart:
        return tr("The container could not be started: %1 %2").arg(withStop(outcome.reason), advice(outcome));
    case Ending::EngineLost:
        return tr("The engine went away under the command: %1 %2")
            .arg(withStop(outcome.reason), advice(outcome));
    case Ending::TimedOut:
        return tr("The command was not done within %1 s, and was ended: give it more with --timeout.")
            .arg(request.timeout.count());
    case Ending::Cancelled:
        return {};
    }
    Q_UNREACHABLE();
}

int sandboxExitCode(const SandboxOutcome &outcome)
{
    switch (outcome.ending) {
    case Ending::Exited:
        return outcome.exitCode;
    case Ending::NotExecutable:
        return ExitNotExecutable;
    case Ending::NotFound:
        return ExitNotFound;
    case Ending::CouldNotStart:
    case Ending::EngineLost:
        return ExitNotStarted;
    case Ending::TimedOut:
        return ExitTimedOut;
    case Ending::Cancelled:
        return ExitInterrupted;
    }
    Q_UNREACHABLE();
}

int runSandboxVerb(const CommandLine &line, const Settings &settings)
{
    outliveReaders();
    SandboxRequest request = line.sandbox;
    request.container.memory = settings.check.memory;
    request.container.pids = settings.check.pids;
    SandboxSources sources = composeSandbox(settings, line.context);
    Task<SandboxOutcome> task;
    sources.output = passOn([] {
        QMetaObject::invokeMethod(
            qApp, [] { QCoreApplication::exit(ExitNoReader); }, Qt::QueuedConnection);
    });
    SignalWatch signalWatch;
    QObject::connect(&signalWatch, &SignalWatch::interrupted, &signalWatch,
                     [] { QCoreApplication::exit(ExitInterrupted); });
    task.start(
        [request, sources](const std::stop_token &stop) { return runInSandbox(request, sources, stop); },
        [&request](const SandboxOutcome &outcome) {
            const QString sentence = sandboxSentence(outcome, request);
            if (!sentence.isEmpty())
                say(sentence);
            QCoreApplication::exit(sandboxExitCode(outcome));
        });
    const int exitCode = QCoreApplication::exec();
    // An interrupted run still has to take away its container.
    task.cancel();
    blockingPool().waitForDone();
    return exitCode;
}

} // namespace app
