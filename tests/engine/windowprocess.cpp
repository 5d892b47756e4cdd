// SPDX-License-Identifier: MIT
#include "tests/engine/windowprocess.h"

#include "tests/engine/sampleservers.h"
#include "tests/sendsignal.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tests {

namespace {

constexpr int patience = 30'000;

} // namespace

VirtualDisplay::VirtualDisplay(Whose whose)
{
    if (whose == Whose::Shared && qEnvironmentVariableIsSet("DISPLAY")) {
        for (const char *const name : {"DISPLAY", "XAUTHORITY"}) {
            if (qEnvironmentVariableIsSet(name))
                m_environment.insert(QString::fromUtf8(name), qEnvironmentVariable(name));
        }
        return;
    }
    m_server.start(u"setpriv"_s,
                   {u"--pdeathsig"_s, u"KILL"_s, u"Xvfb"_s, u"-displayfd"_s, u"1"_s, u"-nolisten"_s, u"tcp"_s,
                    u"-screen"_s, u"0"_s, u"1600x1200x24"_s});
    if (!QTest::qWaitFor([this] { return m_server.canReadLine(); }, patience))
        QTest::qFail("The windows of the engine tests need Xvfb, which does not start.", __FILE__, __LINE__);
    m_environment.insert(u"DISPLAY"_s, u':' + QString::fromUtf8(m_server.readLine()).trimmed());
}

void VirtualDisplay::end()
{
    m_server.kill();
    m_server.waitForFinished();
}

VirtualDisplay::~VirtualDisplay()
{
    m_server.terminate();
    m_server.waitForFinished();
}

WindowProcess::WindowProcess(const Scene &scene, const VirtualDisplay &display)
{
    BerthCall call = callOnEngine(scene, {});
    call.program = QString::fromUtf8(BERTH_WINDOW_DRIVER);
    call.environment.insert(display.environment());
    call.environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    const QStringList command = commandLine(call, call.home);
    m_process.setStandardErrorFile(scene.path(u"window.log"_s), QIODevice::Append);
    m_process.start(command.first(), command.mid(1));
    waitForWindow(u"mainWindow"_s);
}

WindowProcess::~WindowProcess()
{
    m_process.kill();
    m_process.waitForFinished();
}

void WindowProcess::waitForWindow(const QString &name)
{
    QString active;
    const auto isActive = [&] {
        active = ask(u"active"_s).toString();
        return active == name || !isRunning();
    };
    const bool came = QTest::qWaitFor(isActive, patience) && active == name;
    if (came)
        return;
    // A form that stays says why.
    QString said;
    for (const QString &note :
         {u"formFolderError"_s, u"formImageError"_s, u"formCommandError"_s, u"formPortError"_s})
        said += u' ' + text(note);
    const QString trouble = u"the window %1 has not the focus, but %2:%3"_s.arg(name, active, said);
    QTest::qFail(trouble.toUtf8().constData(), __FILE__, __LINE__);
}

void WindowProcess::launch(const QString &project, const QString &image, const QString &command)
{
    press(u"Ctrl+N"_s);
    waitForWindow(u"serverForm"_s);
    type(project);
    press(u"Alt+I"_s);
    type(image);
    press(u"Alt+C"_s);
    type(command);
    press(u"Return"_s);
    waitForWindow(u"mainWindow"_s);
}

QJsonObject WindowProcess::rowOf(const QString &project)
{
    const QJsonArray all = rows();
    for (const QJsonValue &row : all) {
        if (row["project"_L1].toString() == project)
            return row.toObject();
    }
    return {};
}

void WindowProcess::kill9()
{
    m_process.kill();
    wait();
}

void WindowProcess::send(int signal)
{
    tests::sendSignal(m_process.processId(), signal);
}

int WindowProcess::wait()
{
    if (!QTest::qWaitFor([this] { return !isRunning(); }, patience))
        QTest::qFail("the window does not end", __FILE__, __LINE__);
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

QJsonValue WindowProcess::ask(const QString &command)
{
    m_process.write(command.toUtf8() + '\n');
    const auto hasAnswered = [this] { return m_process.canReadLine() || !isRunning(); };
    QJsonValue answer;
    if (QTest::qWaitFor(hasAnswered, patience) && m_process.canReadLine())
        answer = QJsonDocument::fromJson(m_process.readLine()).array().at(0);
    else if (isRunning())
        answer = u"cannot answer in time"_s;
    if (answer.toString().startsWith(u"cannot "_s)) {
        const QByteArray text = command.toUtf8() + ": the window " + answer.toString().toUtf8();
        QTest::qFail(text.constData(), __FILE__, __LINE__);
    }
    return answer;
}

} // namespace tests
