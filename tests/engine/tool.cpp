// SPDX-License-Identifier: MIT
#include "tests/engine/tool.h"
#include "tests/sendsignal.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tests {

ToolEnding runTool(const QStringList &command, std::chrono::milliseconds timeout)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(command.first(), command.mid(1));
    const bool ended = QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; },
                                       static_cast<int>(timeout.count()));
    if (!ended) {
        process.kill();
        process.waitForFinished();
    }
    const bool orderly = ended && process.error() == QProcess::UnknownError;
    return {.exitCode = orderly ? process.exitCode() : -1,
            .out = process.readAllStandardOutput(),
            .err = process.readAllStandardError()};
}

ToolEnding mustRun(const QStringList &command)
{
    const ToolEnding ending = runTool(command);
    if (!ending.succeeded()) {
        const QByteArray text =
            command.join(u' ').toUtf8() + ": exit " + QByteArray::number(ending.exitCode) + ": " + ending.err;
        QTest::qFail(text.constData(), __FILE__, __LINE__);
    }
    return ending;
}

QStringList shell(const QString &script, const QStringList &arguments)
{
    return QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s} + arguments;
}

QStringList withMounts(const QString &script)
{
    return QStringList{u"unshare"_s, u"--mount"_s, u"--propagation"_s, u"private"_s}
    + shell(u"set -e\n"_s + script + u"\nexec \"$@\""_s);
}

QList<qint64> processesWith(const QString &file, const QByteArray &text)
{
    QList<qint64> found;
    const QStringList entries = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (const QString &entry : entries) {
        bool isPid = false;
        const qint64 pid = entry.toLongLong(&isPid);
        if (!isPid || pid == QCoreApplication::applicationPid())
            continue;
        QFile facts(u"/proc/"_s + entry + u'/' + file);
        if (facts.open(QIODevice::ReadOnly) && facts.readAll().contains(text))
            found.append(pid);
    }
    return found;
}

void endAllWithMountsOf(const QString &folder)
{
    const auto noneLeft = [mark = folder.toUtf8()] {
        const QList<qint64> left = processesWith(u"mountinfo"_s, mark);
        for (const qint64 process : left)
            tests::sendSignal(process, SIGKILL);
        return left.isEmpty();
    };
    if (!QTest::qWaitFor(noneLeft, 20'000))
        QTest::qFail("the processes of an engine do not end", __FILE__, __LINE__);
}

bool writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

bool writeProgram(const QString &path, const QByteArray &content)
{
    constexpr auto everybody = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup
        | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;
    return writeFile(path, content) && QFile::setPermissions(path, everybody);
}

} // namespace tests
