// SPDX-License-Identifier: MIT
#include "tests/engine/berthcall.h"

#include "tests/engine/tool.h"
#include "tests/sendsignal.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tests {

QString BerthRun::diagnosis() const
{
    return json["diagnosis"_L1]["id"_L1].toString();
}

QStringList BerthRun::notEnforced() const
{
    QStringList names;
    const QJsonArray array = json["hardening"_L1]["notEnforced"_L1].toArray();
    for (const QJsonValue &name : array)
        names.append(name.toString());
    return names;
}

QStringList commandLine(const BerthCall &call, const QString &homePath)
{
    const QDir home(homePath);
    QDir().mkpath(home.path());
    {
        QSettings settings(home.filePath(u"config/berth/berth.ini"_s), QSettings::IniFormat);
        for (auto it = call.settings.cbegin(); it != call.settings.cend(); ++it)
            settings.setValue(it.key(), it.value());
    }
    // It may be another user's home.
    mustRun({u"chmod"_s, u"-R"_s, u"a+rwX"_s, home.path()});

    QMap<QString, QString> seen{{u"PATH"_s, call.path},
                                {u"HOME"_s, home.path()},
                                {u"LC_ALL"_s, u"C.UTF-8"_s},
                                {u"QT_QPA_PLATFORM"_s, u"offscreen"_s},
                                {u"XDG_CONFIG_HOME"_s, home.filePath(u"config"_s)},
                                {u"XDG_STATE_HOME"_s, home.filePath(u"state"_s)},
                                {u"XDG_CACHE_HOME"_s, home.filePath(u"cache"_s)},
                                {u"XDG_RUNTIME_DIR"_s, home.filePath(u"runtime"_s)}};
    seen.insert(call.environment);
    // Set behind the prefix, whose own programs need the PATH of this machine.
    QStringList command = call.prefix + QStringList{u"/usr/bin/env"_s, u"--ignore-environment"_s};
    for (auto it = seen.cbegin(); it != seen.cend(); ++it)
        command.append(it.key() + u'=' + it.value());
    return command + QStringList{call.program} + call.arguments;
}

BerthProcess::BerthProcess(const BerthCall &call)
    : m_home(QDir::tempPath() + u"/berth-home-XXXXXX"_s)
{
    const QStringList command = commandLine(call, call.home.isEmpty() ? m_home.path() : call.home);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.start(command.first(), command.mid(1));
}

BerthProcess::~BerthProcess()
{
    kill9();
}

const QByteArray &BerthProcess::out()
{
    return m_out += m_process.readAllStandardOutput();
}

const QByteArray &BerthProcess::err()
{
    return m_err += m_process.readAllStandardError();
}

BerthRun BerthProcess::wait(std::chrono::milliseconds limit)
{
    if (!QTest::qWaitFor([this] { return !isRunning(); }, int(limit.count()))) {
        kill9();
        QTest::qFail("berth does not end", __FILE__, __LINE__);
    }
    BerthRun run;
    if (m_process.error() == QProcess::UnknownError)
        run.exitCode = m_process.exitCode();
    run.out = out();
    run.err = err();
    run.json = QJsonDocument::fromJson(run.out).object();
    return run;
}

// The moment is the point here, so the clock is waited for, with the event loop going.
void BerthProcess::letRun(int milliseconds) const
{
    const QDeadlineTimer moment(milliseconds);
    static_cast<void>(QTest::qWaitFor([&] { return moment.hasExpired() || !isRunning(); }, 10'000));
}

void BerthProcess::kill9()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished();
}

void BerthProcess::interrupt()
{
    tests::sendSignal(m_process.processId(), SIGINT);
}

BerthRun runBerth(const BerthCall &call)
{
    return BerthProcess(call).wait();
}

void verifyJudgement(const BerthRun &run, const QString &verdict, const QString &diagnosis)
{
    static const QMap<QString, int> exitCodes{{u"usable"_s, 0}, {u"unusable"_s, 1}, {u"unknown"_s, 2}};
    if (run.verdict() == verdict && run.diagnosis() == diagnosis && run.exitCode == exitCodes.value(verdict))
        return;
    const QString text = u"expected %1 [%2], got %3 [%4], exit code %5\n%6%7"_s.arg(
        verdict, diagnosis, run.verdict(), run.diagnosis(), QString::number(run.exitCode),
        QString::fromUtf8(run.out), QString::fromUtf8(run.err));
    QTest::qFail(text.toUtf8().constData(), __FILE__, __LINE__);
}

} // namespace tests
