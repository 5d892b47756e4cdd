// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/command.h"
#include "core/probe/payload.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QStringList>

namespace tests {

// Runs the program `command` begins with, to its end, and reports it as a docker command would be.
inline core::Ran runProgram(const QStringList &command,
                            const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment())
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(command.first(), command.mid(1));
    if (!process.waitForFinished(30'000))
        qFatal("%s did not end: %s", qPrintable(command.first()), qPrintable(process.errorString()));
    return {.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            .out = process.readAllStandardOutput(),
            .err = process.readAllStandardError(),
            .elapsed = std::chrono::milliseconds(timer.elapsed())};
}

// The same in a network with known peers and names, see tests/fakes/internet.cpp.
inline core::Ran runInFakeInternet(const QStringList &command,
                                   const QString &resolverOptions = QStringLiteral("timeout:1 attempts:1"))
{
    return runProgram(QStringList{QStringLiteral(BERTH_FAKE_NETWORK), resolverOptions} + command);
}

// The busybox of this machine, called by its path here instead of the one in the image.
inline core::Payload installedBusybox()
{
    for (const QString &path : core::PayloadSources::standard({}).systemFiles) {
        if (QFileInfo::exists(path))
            return {.kind = core::Payload::Kind::Busybox, .program = path};
    }
    qFatal("this test needs a busybox: install busybox-static");
}

} // namespace tests
