// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/child.h"
#include "core/docker/command.h"

#include <QObject>
#include <QProcessEnvironment>
#include <QStringList>

#include <functional>
#include <memory>

namespace core {

// A docker command that goes on: `events`, an attached `run`, `logs --follow`. Tells what it prints as it
// comes, and its end exactly once, also where it could not start. Dropping it stops and silences the process.
class Stream final : public QObject
{
    Q_OBJECT

public:
    // A longer line arrives in pieces of this many bytes.
    static constexpr qsizetype longestLine = 64 * 1024;

    Stream(const QString &program, const QStringList &arguments, const QProcessEnvironment &environment,
           QObject *parent = nullptr);
    ~Stream() override;

    // Neither signal is emitted before this function has returned.
    void start();
    bool isRunning() const { return m_child != nullptr; }

    // Ends the process at once and silences it. Where it is an attached `run`, its container lives on, which
    // it would not with the SIGTERM of a stream that is dropped.
    void leave();

Q_SIGNALS:
    // As it comes, nothing interpreted.
    void bytes(core::OutputChannel channel, const QByteArray &bytes);
    // The same line by line, without the line feed; bytes that are no UTF-8 become U+FFFD.
    void line(core::OutputChannel channel, const QString &text);
    void finished(const core::ChildEnding &ending);

private:
    void tell(OutputChannel channel, const QByteArray &all);
    void splitLines(OutputChannel channel, const QByteArray &all);
    void onEnded(const ChildEnding &ending);

    std::unique_ptr<Child> m_child;
    QByteArray m_partOut;
    QByteArray m_partErr;
};

// Makes a stream of these arguments that leads to the chosen engine by itself; it is not started yet.
using StreamStarter = std::function<std::unique_ptr<Stream>(const QStringList &arguments)>;

} // namespace core
