// SPDX-License-Identifier: MIT
#pragma once

#include "core/docker/child.h"

#include <QObject>
#include <QPointer>
#include <QProcessEnvironment>
#include <QStringList>

#include <memory>

namespace core {

// A docker command that goes on: `events`, an attached `run`, `logs --follow`. Tells each line as it comes
// and its end exactly once, also where it could not start. Dropping it stops and silences the process.
class Stream final : public QObject
{
    Q_OBJECT

public:
    enum class Channel { Out, Err };
    Q_ENUM(Channel)

    // A longer line arrives in pieces of this many bytes.
    static constexpr qsizetype longestLine = 64 * 1024;

    Stream(const QString &program, const QStringList &arguments, const QProcessEnvironment &environment,
           QObject *parent = nullptr);
    ~Stream() override;

    // Neither signal is emitted before this function has returned.
    void start();
    bool isRunning() const { return m_child != nullptr; }

Q_SIGNALS:
    // Without its line feed; bytes that are no UTF-8 become U+FFFD.
    void line(core::Stream::Channel channel, const QString &text);
    void finished(const core::ChildEnding &ending);

private:
    void take(Channel channel, const QByteArray &bytes);
    void onEnded(const ChildEnding &ending);

    std::unique_ptr<Child> m_child;
    QByteArray m_partOut;
    QByteArray m_partErr;
};

} // namespace core
