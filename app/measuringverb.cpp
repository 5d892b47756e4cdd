// SPDX-License-Identifier: MIT
#include "app/measuringverb.h"

#include "app/checkjson.h"
#include "app/factprinter.h"
#include "app/printing.h"
#include "app/signalwatch.h"
#include "ui/presentation/report.h"

#include <QCoreApplication>
#include <QSysInfo>

#include <optional>

using namespace core;

namespace app {

namespace {

int exitCodeOf(const Verdict &verdict)
{
    if (std::holds_alternative<Usable>(verdict))
        return ExitUsable;
    return std::holds_alternative<Unusable>(verdict) ? ExitUnusable : ExitUnknown;
}

// Prints the whole answer; returns the exit code.
int printAnswer(const CommandLine &line, FactPrinter &printer, const Measurement &measurement)
{
    switch (line.verb) {
    case Verb::Check:
        if (line.json)
            printJson(checkJson(measurement));
        else
            printer.conclude(measurement);
        return exitCodeOf(measurement.verdict);
    case Verb::Status:
        printer.conclude(measurement);
        return 0;
    case Verb::Report:
        print(ui::markdownReport(measurement, QStringLiteral(BERTH_VERSION), QSysInfo::prettyProductName()));
        return 0;
    case Verb::Run:
    case Verb::Ls:
    case Verb::Up:
    case Verb::Logs:
    case Verb::Open:
    case Verb::Down:
    case Verb::Reap:
    case Verb::History:
    case Verb::Window:
    case Verb::Help:
    case Verb::Version:
        break;
    }
    Q_UNREACHABLE();
}

} // namespace

int runMeasuringVerb(const CommandLine &line, const Measure &measure, const VerdictKeeper &keep)
{
    FactPrinter printer(&print);
    SharedMeasurement shared(measure);
    if (line.verb == Verb::Check && !line.json) {
        QObject::connect(&shared, &SharedMeasurement::reported, &shared,
                         [&printer](const Measurement &soFar) { printer.report(soFar); });
    }
    QObject::connect(&shared, &SharedMeasurement::finished, &shared, [&](const Measurement &measurement) {
        const int exitCode = printAnswer(line, printer, measurement);
        keep(measurement);
        QCoreApplication::exit(exitCode);
    });
    std::optional<SignalWatch> signalWatch(std::in_place);
    QObject::connect(&*signalWatch, &SignalWatch::interrupted, &shared,
                     [] { QCoreApplication::exit(ExitInterrupted); });

    auto stay = shared.join({.context = line.context, .egress = line.egress});
    const int exitCode = QCoreApplication::exec();
    // An interrupted check still has to take away what it made; who interrupts again does not want to wait.
    stay.reset();
    signalWatch.reset();
    blockingPool().waitForDone();
    return exitCode;
}

} // namespace app
