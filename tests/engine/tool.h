// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QStringList>

#include <chrono>

namespace tests {

// How a program ended.
struct ToolEnding
{
    int exitCode = -1; // -1: it never started, crashed or was out of time
    QByteArray out;
    QByteArray err;

    bool succeeded() const { return exitCode == 0; }
};

// Runs a program to its end. The event loop goes on meanwhile: listeners of the test stay alive.
ToolEnding runTool(const QStringList &command, std::chrono::milliseconds timeout = std::chrono::seconds(30));

// The same for a step of a test's own that has to work: the running test fails where it does not.
ToolEnding mustRun(const QStringList &command);

// `script` for a shell, in which "$@" stands for `arguments`.
QStringList shell(const QString &script, const QStringList &arguments = {});

// A prefix that runs what follows in a mount namespace of its own, which `script` has changed before.
QStringList withMounts(const QString &script);

// The processes whose /proc/<pid>/<file> contains `text`, this one left out.
QList<qint64> processesWith(const QString &file, const QByteArray &text);

// Kills every process that has a mount of `folder` and waits until they are gone.
void endAllWithMountsOf(const QString &folder);

bool writeFile(const QString &path, const QByteArray &content);
bool writeProgram(const QString &path, const QByteArray &content); // executable by everybody

} // namespace tests
