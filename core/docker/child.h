// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QStringList>

#include <memory>
#include <optional>

namespace core {

// How a child process ended.
struct ChildEnding
{
    std::optional<int> exitCode; // 128 + signal where a signal ended it; absent where it could not be started
    QString startError;          // the system's words, where it could not be started
};

// One process with one ending. It leads a process group of its own, so that whatever it starts ends with it,
// and on Linux the kernel ends it when this process dies. Lives on one thread with an event loop.
class Child final : public QObject
{
    Q_OBJECT

public:
    Child(const QString &program, const QStringList &arguments, const QProcessEnvironment &environment);
    ~Child() override;

    // Writes `input` to standard input and closes it. A reader that goes away early is no event of its own.
    void start(const QByteArray &input);

    // Silences the child at once and ends its group: SIGTERM, and SIGKILL after a grace of 2 s, because an
    // attached `docker run` swallows SIGTERM. The object lives on, on its thread, until the process was
    // reaped.
    static void abandon(std::unique_ptr<Child> child);

    // The same with SIGKILL from the beginning: docker's client hands a SIGTERM on to its container.
    static void abandonAtOnce(std::unique_ptr<Child> child);

    // Ends the group with SIGKILL and waits until the process was reaped.
    void killNow();

Q_SIGNALS:
    void out(const QByteArray &bytes);
    void err(const QByteArray &bytes);
    void ended(const core::ChildEnding &ending); // exactly once, and last

private:
    static Child *silenced(std::unique_ptr<Child> child);
    void onFinished(int exitCode, QProcess::ExitStatus status);
    enum class Signal { Terminate, Kill };
    void signalGroup(Signal signal);

    QProcess m_process;
    qint64 m_group = 0; // the process id, which is the group's too
};

} // namespace core
