// SPDX-License-Identifier: MIT
#pragma once

#include "tests/engine/scene.h"

#include <QJsonArray>
#include <QProcess>

namespace tests {

// The display that windows are shown on: the one of the surroundings, else one of its own without a screen.
class VirtualDisplay final
{
public:
    enum class Whose { Shared, Own };

    explicit VirtualDisplay(Whose whose = Whose::Shared);
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay &) = delete;
    VirtualDisplay &operator=(const VirtualDisplay &) = delete;

    // What a program needs to find it.
    const QMap<QString, QString> &environment() const { return m_environment; }
    // Takes it away from under the windows on it; only one of its own.
    void end();

private:
    QProcess m_server;
    QMap<QString, QString> m_environment;
};

// Berth's window on the engine's machine, used as a person would. What does not work fails the running test.
class WindowProcess final
{
public:
    // Returns when the window has the focus.
    WindowProcess(const Scene &scene, const VirtualDisplay &display);
    ~WindowProcess();
    WindowProcess(const WindowProcess &) = delete;
    WindowProcess &operator=(const WindowProcess &) = delete;

    void press(const QString &keys) { ask(QStringLiteral("key ") + keys); }
    void type(const QString &text) { ask(QStringLiteral("type ") + text); }
    void click(const QString &name) { ask(QStringLiteral("click ") + name); }
    void clickRow(const QString &project) { ask(QStringLiteral("clickrow ") + project); }
    // Waits for the window of that name to have the focus.
    void waitForWindow(const QString &name);

    // Starts a server by the keys of the form; returns when the window has the focus again.
    void launch(const QString &project, const QString &image, const QString &command);

    // The rows of the table: port, state (of core::ServerState), project, address, status.
    QJsonArray rows() { return ask(QStringLiteral("rows")).toArray(); }
    QJsonObject rowOf(const QString &project);
    // The text of a widget that is to be seen; empty where it is not.
    QString text(const QString &name) { return ask(QStringLiteral("text ") + name).toString(); }
    // The addresses that were to be opened in the browser since the last question.
    QJsonArray opened() { return ask(QStringLiteral("opened")).toArray(); }
    void shoot(const QString &file) { ask(QStringLiteral("shot ") + file); }

    void beginMeasuring() { ask(QStringLiteral("measure")); }
    // The longest time in milliseconds that the window was away from its event loop.
    double longestGap() { return ask(QStringLiteral("gap")).toDouble(); }

    qint64 pid() const { return m_process.processId(); }
    void kill9();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    void send(int signal);
    // Waits for its end; returns the exit code.
    int wait();

private:
    QJsonValue ask(const QString &command);

    QProcess m_process;
};

} // namespace tests
